import { useEffect, useState } from 'preact/hooks'
import { useInspector } from '../inspectorContext.ts'
import { after } from '../platform.ts'
import { Icon } from './Icon.tsx'

interface CopyButtonProps {
  /** The copied text, or a function that makes it. */
  readonly text: string | (() => string)
  /** The name of the text, for those who do not see where the button stands: `'environment token'`. */
  readonly label: string
  /** Words on the button. @default only an icon */
  readonly children?: string
}

const doneMs = 1500

/** Copies a text, and shows that it has done so. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const { notices } = useInspector()
  const [isDone, setDone] = useState(false)
  useEffect(() => (isDone ? after(doneMs, () => setDone(false)) : undefined), [isDone])
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setDone(true)
    } catch {
      notices.failed('The browser did not let this page copy. Select the text and copy it by hand.')
    }
  }
  const name = `Copy ${label}`
  return (
    <button type="button" class={children ? undefined : 'quiet icon'} title={name} onClick={() => void copy()}>
      <Icon name={isDone ? 'check' : 'copy'} />
      {children}
      <span class="hidden" aria-live="polite">
        {isDone && 'Copied'}
      </span>
      {!children && <span class="hidden">{name}</span>}
    </button>
  )
}
