import type { ComponentChildren } from 'preact'

/** A view's heading, with its actions at the end of the line. */
export function ViewHead({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="head">
      <h1 tabIndex={-1}>{title}</h1>
      {children && <div class="row end">{children}</div>}
    </div>
  )
}
