import { useState } from 'preact/hooks'

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  /** The switch shows the new state while the promise is pending, and then that of `isOn`. */
  onChange(isOn: boolean): void | Promise<void>
}

/** Turns something on and off, at once. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  const [wanted, setWanted] = useState<boolean>()
  async function change(isOn: boolean): Promise<void> {
    setWanted(isOn)
    await onChange(isOn)
    setWanted(undefined)
  }
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={wanted ?? isOn}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
