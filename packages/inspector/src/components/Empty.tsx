import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './Icon.tsx'

/** Shows that nothing is there yet. The children say what to do. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} size={36} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}
