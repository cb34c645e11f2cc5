import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { readBody } from './bodyForm.ts'

interface JsonFieldProps {
  readonly label: string
  readonly value: unknown
  readonly hint: ComponentChildren
  /** Why the value was refused. */
  readonly refusal?: string | undefined
  onInput(value: string): void
}

const isJson = (text: string) => text.trim() === '' || readBody(`{"value":${text}}`) !== undefined

/** A list or another value without fields. Its text is taken over once it is JSON. */
export function JsonField({ label, value, hint, refusal, onInput }: JsonFieldProps) {
  const id = useId()
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const fault = isJson(text) ? refusal : 'Must be JSON.'
  return (
    <div class="field long">
      <label for={id}>{label}, as JSON</label>
      <textarea
        id={id}
        spellcheck={false}
        autocomplete="off"
        value={text}
        rows={Math.min(Math.max(text.split('\n').length, 2), 10)}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-about`}
        onInput={({ currentTarget: { value: next } }) => {
          setText(next)
          if (isJson(next)) onInput(next)
        }}
      />
      <small id={`${id}-about`} class={fault === undefined ? undefined : 'refused text'}>
        {fault ?? hint}
      </small>
    </div>
  )
}
