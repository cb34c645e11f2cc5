import type { ComponentChildren } from 'preact'
import { useAction } from '../../inspectorContext.ts'

interface FaultItemProps {
  readonly name: string
  /** The effect, in words. */
  readonly words: string
  /** How often it still happens, and what it did so far. */
  readonly children: ComponentChildren
  /** The label of its button: `'Clear the failure: …'`. */
  readonly label: string
  clear(): Promise<unknown>
  /** The sentence that it is cleared. */
  readonly cleared: string
}

/** A fault or a failure that is planned, with the button that clears it. */
export function FaultItem({ name, words, children, label, clear, cleared }: FaultItemProps) {
  const [run, isBusy] = useAction()
  return (
    <div class="item faults-item">
      <div class="faults-what">
        <b class="text">{name}</b>
        <span class="text">{words}</span>
        <span class="row">{children}</span>
      </div>
      <button type="button" disabled={isBusy} aria-label={label} onClick={() => run(clear, cleared)}>
        Clear
      </button>
    </div>
  )
}
