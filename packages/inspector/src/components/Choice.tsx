import { FieldFrame } from './FieldFrame.tsx'

interface ChoiceProps<Value extends string> {
  readonly label: string
  /** Name of the value in the form. */
  readonly name: string
  readonly value: Value
  /** Value and words. */
  readonly options: readonly (readonly [value: Value, words: string])[]
  onChange(value: Value): void
}

/** A choice with its label above it, which decides what else a form asks for. */
export function Choice<Value extends string>({ label, name, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <FieldFrame label={label} name={name}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
          {options.map(([option, words]) => (
            <option key={option} value={option} selected={option === value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
