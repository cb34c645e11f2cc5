import { useEffect, useRef, useState } from 'preact/hooks'
import { after } from '../platform.ts'

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  /** Changes it. A promise says whether that was accepted. */
  onChange(isOn: boolean): void | Promise<boolean>
}

/** The state that somebody has chosen, until `isOn` has it, too. */
interface Wanted {
  readonly isOn: boolean
  /** Whether the mock has accepted the change, so that its new state is being read. */
  readonly isAccepted: boolean
}

/** If something else has changed it back before it was read, the new state never comes. */
const longestReadMs = 5000

/**
 * Turns something on and off. It shows the new state at once, and the former one again if the change is refused.
 */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  const [wanted, setWanted] = useState<Wanted>()
  const changes = useRef(0)
  useEffect(() => {
    if (!wanted?.isAccepted) return undefined
    if (wanted.isOn !== isOn) return after(longestReadMs, () => setWanted(undefined))
    setWanted(undefined)
    return undefined
  }, [wanted, isOn])
  async function change(next: boolean): Promise<void> {
    const count = ++changes.current
    setWanted({ isOn: next, isAccepted: false })
    const isRefused = (await onChange(next)) === false
    // The latest change decides.
    if (count === changes.current) setWanted(isRefused ? undefined : { isOn: next, isAccepted: true })
  }
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={wanted?.isOn ?? isOn}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
