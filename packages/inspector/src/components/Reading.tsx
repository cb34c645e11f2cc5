import type { ComponentChildren } from 'preact'
import type { Read } from '../inspectorContext.ts'

/** Shows what `useRead` has read, that it is reading, or why it could not. */
export function Reading<T>({ of, children }: { of: Read<T>; children: (data: T) => ComponentChildren }) {
  const { data, error } = of
  return (
    <>
      {error && (
        <p class="remark bad" role="alert">
          {error.message}
        </p>
      )}
      {data !== undefined && children(data)}
      {data === undefined && !error && <p class="muted">Reading…</p>}
    </>
  )
}
