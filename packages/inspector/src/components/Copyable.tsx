import { useState } from 'preact/hooks'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'

interface CopyableProps {
  readonly value: string
  /** The name of the value: `'project id'`. */
  readonly label: string
  /** Covers the value until it is asked for, as on a screen that others see. */
  readonly isSecret?: boolean
}

/** An id, address or token in one line, to copy. */
export function Copyable({ value, label, isSecret = false }: CopyableProps) {
  const [isShown, setShown] = useState(!isSecret)
  return (
    <span class="copy">
      <code class="clip" title={isShown ? value : undefined}>
        {isShown ? value : '•'.repeat(24)}
      </code>
      {isSecret && (
        <button type="button" class="quiet icon" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          <Icon name="eye" />
          <span class="hidden">Show {label}</span>
        </button>
      )}
      <CopyButton text={value} label={label} />
    </span>
  )
}
