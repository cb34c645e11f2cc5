import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { isNumber, type Schema } from './operationsOf.ts'

interface SchemaFieldProps {
  readonly label: string
  readonly schema: Schema
  /** Empty for a value that is left out. */
  readonly value: string
  readonly hint?: ComponentChildren
  onInput(value: string): void
}

/** A field for a single value, as its schema has it. The service checks it, not the browser. */
export function SchemaField({ label, schema, value, hint, onInput }: SchemaFieldProps) {
  const id = useId()
  const options = optionsOf(schema)
  const describedBy = hint === undefined ? undefined : `${id}-about`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options ? (
        <select
          id={id}
          value={value}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) => onInput(currentTarget.value)}
        >
          {['', ...options].map((option) => (
            <option key={option} value={option} selected={option === value}>
              {option === '' ? 'left out' : option}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="text"
          inputMode={isNumber(schema) ? 'decimal' : undefined}
          autocomplete="off"
          spellcheck={false}
          value={value}
          placeholder={schema.format}
          aria-describedby={describedBy}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {hint !== undefined && <small id={`${id}-about`}>{hint}</small>}
    </div>
  )
}

function optionsOf({ enum: values, type }: Schema): readonly string[] | undefined {
  if (values) return values.filter((value) => value !== null).map(String)
  return type === 'boolean' ? ['true', 'false'] : undefined
}
