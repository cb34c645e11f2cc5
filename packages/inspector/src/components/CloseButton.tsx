import { Icon } from './Icon.tsx'

/** Takes a card away. The label names the card: `'Close the session token'`. */
export function CloseButton({ label, onClose }: { label: string; onClose(): void }) {
  return (
    <button type="button" class="quiet icon" onClick={onClose}>
      <Icon name="close" />
      <span class="hidden">{label}</span>
    </button>
  )
}
