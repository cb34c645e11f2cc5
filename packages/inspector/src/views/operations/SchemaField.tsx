import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { isNumber, type Schema } from './operationsOf.ts'

interface SchemaFieldProps {
  readonly label: string
  readonly schema: Schema
  /** Empty for a value that is left out. */
  readonly value: string
  /** The words for a value that is left out. @default 'left out' */
  readonly emptyWords?: string | undefined
  readonly hint?: ComponentChildren
  /** Why the value was refused. */
  readonly refusal?: string | undefined
  onInput(value: string): void
}

/** A field for a single value, as its schema has it. The service checks it, not the browser. */
export function SchemaField({ label, schema, value, onInput, ...about }: SchemaFieldProps) {
  const { emptyWords = 'left out', hint, refusal } = about
  const id = useId()
  const options = optionsOf(schema)
  const common = {
    id,
    value,
    'aria-invalid': refusal !== undefined,
    'aria-describedby': refusal === undefined && hint === undefined ? undefined : `${id}-about`,
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options ? (
        <select {...common} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          {['', ...options].map((option) => (
            <option key={option} value={option} selected={option === value}>
              {option === '' ? emptyWords : option}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type="text"
          inputMode={isNumber(schema) ? 'decimal' : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder={schema.format}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {(refusal ?? hint) !== undefined && (
        <small id={`${id}-about`} class={refusal === undefined ? undefined : 'refused text'}>
          {refusal ?? hint}
        </small>
      )}
    </div>
  )
}

function optionsOf({ enum: values, type }: Schema): readonly string[] | undefined {
  if (values) return values.filter((value) => value !== null).map(String)
  return type === 'boolean' ? ['true', 'false'] : undefined
}
