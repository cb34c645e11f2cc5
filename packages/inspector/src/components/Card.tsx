import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface CardProps {
  readonly title: ComponentChildren
  /** Buttons at the end of the title's line. */
  readonly actions?: ComponentChildren
  /** Whether lists and tables reach the card's edges. */
  readonly flush?: boolean
  readonly children: ComponentChildren
}

/** A part of a view with a title of its own. */
export function Card({ title, actions, flush = false, children }: CardProps) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions && <div class="end">{actions}</div>}
      </header>
      <div class={flush ? 'flush' : 'body'}>{children}</div>
    </section>
  )
}
