import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface ShortListProps<T> {
  readonly items: readonly T[]
  readonly label: string
  /** How many are shown until all are asked for. @default 5 */
  readonly limit?: number
  readonly children: (item: T) => ComponentChildren
}

/** The first items of a list, and all of them on demand. The children are list items with keys. */
export function ShortList<T>({ items, label, limit = 5, children }: ShortListProps<T>) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <ul class="list" aria-label={label}>
        {(isWhole ? items : items.slice(0, limit)).map(children)}
      </ul>
      {!isWhole && items.length > limit && (
        <button type="button" class="quiet wide" onClick={() => setWhole(true)}>
          Show all {items.length}
        </button>
      )}
    </>
  )
}
