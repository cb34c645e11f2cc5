import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useRefusal } from '../refusals.ts'

interface FieldProps {
  readonly label: string
  /** Name of the value in the form. */
  readonly name: string
  readonly value?: string | undefined
  /** Which keyboard a phone shows. The mock checks the value, not the browser. */
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'decimal' | undefined
  readonly placeholder?: string | undefined
  /** Several lines, as for JSON. */
  readonly isLong?: boolean | undefined
  /** A choice of values, each with words for it. */
  readonly options?: readonly (readonly [value: string, words: string])[] | undefined
  /** Says what the value is for. */
  readonly hint?: ComponentChildren | undefined
}

/** A text or a choice in a form, with what was wrong with it. */
export function Field({ label, name, value = '', options, hint, ...rest }: FieldProps) {
  const { placeholder, isLong, inputMode } = rest
  const id = useId()
  const refusal = useRefusal(name)
  const common = {
    name,
    id,
    'aria-invalid': refusal !== undefined,
    'aria-describedby': refusal !== undefined || hint !== undefined ? `${id}-about` : undefined,
  }
  const text = { ...common, placeholder, spellcheck: false, autocomplete: 'off', defaultValue: value } as const
  const line = isLong ? <textarea {...text} /> : <input {...text} type="text" inputMode={inputMode} />
  return (
    <div class={isLong ? 'field long' : 'field'}>
      <label for={id}>{label}</label>
      {options ? (
        <select {...common}>
          {options.map(([option, words]) => (
            <option key={option} value={option} selected={option === value}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        line
      )}
      {(refusal ?? hint) !== undefined && (
        <small id={`${id}-about`} class={refusal === undefined ? undefined : 'refused text'}>
          {refusal ?? hint}
        </small>
      )}
    </div>
  )
}
