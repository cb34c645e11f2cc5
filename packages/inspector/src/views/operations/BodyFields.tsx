import { useId, useState } from 'preact/hooks'
import { Refusals } from '../../refusals.ts'
import { BodyField } from './BodyField.tsx'
import { formFieldsOf, readBody, withValue } from './bodyForm.ts'
import type { OpenApiDocument, Schema } from './operationsOf.ts'

interface BodyFieldsProps {
  readonly document: OpenApiDocument
  readonly schema: Schema
  /** JSON. */
  readonly text: string
  /** Why it cannot be sent. */
  readonly fault: string | undefined
  /** The refusals of the service, by paths of fields. */
  readonly refused: Readonly<Record<string, string>>
  onInput(text: string): void
}

/** The body of a call, as JSON or as a form of its schema. Both show the same text. */
export function BodyFields({ document, schema, text, fault, refused, onInput }: BodyFieldsProps) {
  const [isForm, setForm] = useState(false)
  const id = useId()
  const fields = formFieldsOf(document, schema)
  const body = readBody(text)
  const faults = [fault, ...Object.entries(refused).map(([name, words]) => `${name}: ${words}`)].filter(Boolean)
  return (
    <fieldset class="operations-part">
      <legend>Body</legend>
      {fields.length > 0 && (
        <div class="row">
          <button type="button" class="quiet" aria-pressed={!isForm} onClick={() => setForm(false)}>
            JSON
          </button>
          <button type="button" class="quiet" aria-pressed={isForm} onClick={() => setForm(true)}>
            Form
          </button>
        </div>
      )}
      {isForm && body === undefined && (
        <p class="remark warn">The JSON is not an object. Mend it, or begin with the example.</p>
      )}
      {isForm && body !== undefined && (
        <Refusals.Provider value={refused}>
          <div class="fields operations-form">
            {fields.map((field) => {
              const name = field.path.join('.')
              return (
                <BodyField
                  key={name}
                  label={field.isRequired ? name : `${name} (optional)`}
                  field={field}
                  body={body}
                  onInput={(value) => onInput(JSON.stringify(withValue(body, field, value), null, 2))}
                />
              )
            })}
          </div>
        </Refusals.Provider>
      )}
      {!isForm && (
        <div class="field">
          <label class="hidden" for={id}>
            Body as JSON
          </label>
          <textarea
            id={id}
            class="operations-body"
            spellcheck={false}
            autocomplete="off"
            value={text}
            rows={Math.min(Math.max(text.split('\n').length, 4), 20)}
            aria-invalid={faults.length > 0}
            aria-describedby={faults.length === 0 ? undefined : `${id}-about`}
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
          />
          {faults.length > 0 && (
            <small id={`${id}-about`} class="refused text">
              {faults.join(' ')}
            </small>
          )}
        </div>
      )}
    </fieldset>
  )
}
