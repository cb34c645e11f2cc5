import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useRefusal } from '../refusals.ts'

/** Attributes that an input needs, so that its label, its hint and its refusal belong to it. */
interface InputAttributes {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FieldFrameProps {
  readonly label: string
  /** Name of the value in the form, by which a refusal finds it. */
  readonly name: string
  /** Says what the value is for. */
  readonly hint?: ComponentChildren | undefined
  /** Whether it takes the whole width of a form. */
  readonly isLong?: boolean | undefined
  /** The input. */
  children(attributes: InputAttributes): ComponentChildren
}

/** An input with its label, and below it what it is for, or why it was refused. */
export function FieldFrame({ label, name, hint, isLong = false, children }: FieldFrameProps) {
  const id = useId()
  const refusal = useRefusal(name)
  const about = refusal ?? hint
  return (
    <div class={isLong ? 'field long' : 'field'}>
      <label for={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': refusal !== undefined,
        'aria-describedby': about === undefined ? undefined : `${id}-about`,
      })}
      {about !== undefined && (
        <small id={`${id}-about`} class={refusal === undefined ? undefined : 'refused text'}>
          {about}
        </small>
      )}
    </div>
  )
}
