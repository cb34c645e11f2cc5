import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useRefusal } from '../refusals.ts'

interface CheckListProps {
  readonly legend: string
  /** Name of the values in the form. */
  readonly name: string
  readonly options: readonly string[]
  /** Those that are checked at first. */
  readonly checked: readonly string[]
  /** Says what they are for. */
  readonly hint?: ComponentChildren
  /** Called with each change, besides the form's own handler. */
  onChange?(checked: readonly string[]): void
}

/** A choice of any number of values. */
export function CheckList({ legend, name, options, checked, hint, onChange }: CheckListProps) {
  const id = useId()
  const refusal = useRefusal(name)
  const change = (option: string, isChecked: boolean) =>
    onChange?.(options.filter((other) => (other === option ? isChecked : checked.includes(other))))
  return (
    <fieldset class="checks" aria-describedby={refusal === undefined ? undefined : `${id}-about`}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option} class="row">
          <input
            type="checkbox"
            name={name}
            value={option}
            aria-invalid={refusal !== undefined}
            defaultChecked={checked.includes(option)}
            onChange={({ currentTarget }) => change(option, currentTarget.checked)}
          />
          <code>{option}</code>
        </label>
      ))}
      {hint !== undefined && <small>{hint}</small>}
      {refusal !== undefined && (
        <small id={`${id}-about`} class="refused text" role="alert">
          {refusal}
        </small>
      )}
    </fieldset>
  )
}
