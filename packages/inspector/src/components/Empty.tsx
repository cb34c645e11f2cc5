import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './Icon.tsx'

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
}

/** Shows that nothing is there yet. The children say what to do. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} size={36} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** The same as a card, where no other card is around it. */
export function EmptyCard(props: EmptyProps) {
  return (
    <section class="card">
      <Empty {...props} />
    </section>
  )
}
