interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly isBusy?: boolean
  onChange(isOn: boolean): void
}

/** Turns something on and off, at once. */
export function Switch({ label, isOn, isBusy = false, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={isBusy}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
