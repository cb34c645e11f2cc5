interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  /** Value and words. */
  readonly options: readonly (readonly [value: Value, words: string])[]
  onChange(value: Value): void
}

/** A choice with its label above it, which decides what else a form asks for. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
        {options.map(([option, words]) => (
          <option key={option} value={option} selected={option === value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
