import type { ComponentChildren } from 'preact'
import { FieldFrame } from './FieldFrame.tsx'

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
  return (
    <FieldFrame label={label} name={name} hint={hint} isLong={isLong}>
      {(attributes) => {
        if (options)
          return (
            <select {...attributes}>
              {options.map(([option, words]) => (
                <option key={option} value={option} selected={option === value}>
                  {words}
                </option>
              ))}
            </select>
          )
        const text = {
          ...attributes,
          placeholder,
          spellcheck: false,
          autocomplete: 'off',
          defaultValue: value,
        } as const
        return isLong ? <textarea {...text} /> : <input {...text} type="text" inputMode={inputMode} />
      }}
    </FieldFrame>
  )
}
