interface SelectProps {
  readonly label: string
  readonly value: string
  /** Value and words. */
  readonly options: readonly (readonly [value: string, words: string])[]
  onChange(value: string): void
}

/** A choice whose label is for screen readers; its first option says in words that nothing is chosen. */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map(([option, words]) => (
        <option key={option} value={option} selected={option === value}>
          {words}
        </option>
      ))}
    </select>
  )
}
