import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { fieldKindOf, type FormField, formFieldsOf, readBody, withValue } from './bodyForm.ts'
import type { OpenApiDocument, Schema } from './operationsOf.ts'
import { Prose } from './Prose.tsx'
import { SchemaField } from './SchemaField.tsx'

interface BodyFieldsProps {
  readonly document: OpenApiDocument
  readonly schema: Schema
  /** JSON. */
  readonly text: string
  readonly fault: string | undefined
  onInput(text: string): void
}

/** The body of a call, as JSON or as a form of its schema. Both show the same text. */
export function BodyFields({ document, schema, text, fault, onInput }: BodyFieldsProps) {
  const [isForm, setForm] = useState(false)
  const id = useId()
  const fields = formFieldsOf(document, schema)
  const body = readBody(text)
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
        <div class="fields operations-form">
          {fields.map((field) => (
            <BodyField
              key={field.path.join('.')}
              field={field}
              body={body}
              onInput={(value) => onInput(JSON.stringify(withValue(body, field, value), null, 2))}
            />
          ))}
        </div>
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
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : `${id}-about`}
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
          />
          {fault !== undefined && (
            <small id={`${id}-about`} class="refused">
              {fault}
            </small>
          )}
        </div>
      )}
    </fieldset>
  )
}

interface BodyFieldProps {
  readonly field: FormField
  readonly body: Readonly<Record<string, unknown>>
  onInput(value: string): void
}

function BodyField({ field, body, onInput }: BodyFieldProps) {
  const { path, schema, isRequired } = field
  const name = path.join('.')
  const value = path.reduce<unknown>((inner, key) => (Object(inner) as Record<string, unknown>)[key], body)
  const label = isRequired ? name : `${name} (optional)`
  const hint = schema.description === undefined ? undefined : <Prose text={schema.description} isInline />
  return fieldKindOf(schema) === 'json' ? (
    <JsonField label={label} value={value} hint={hint} onInput={onInput} />
  ) : (
    <SchemaField
      label={label}
      schema={schema}
      value={value === undefined || value === null ? '' : String(value)}
      hint={hint}
      onInput={onInput}
    />
  )
}

interface JsonFieldProps {
  readonly label: string
  readonly value: unknown
  readonly hint: ComponentChildren
  onInput(value: string): void
}

/** A list or another value without fields. Its text is taken over once it is JSON. */
function JsonField({ label, value, hint, onInput }: JsonFieldProps) {
  const id = useId()
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const isJson = text.trim() === '' || readBody(`{"value":${text}}`) !== undefined
  return (
    <div class="field long">
      <label for={id}>{label}, as JSON</label>
      <textarea
        id={id}
        spellcheck={false}
        autocomplete="off"
        value={text}
        rows={Math.min(Math.max(text.split('\n').length, 2), 10)}
        aria-invalid={!isJson}
        aria-describedby={`${id}-about`}
        onInput={({ currentTarget: { value: next } }) => {
          setText(next)
          if (next.trim() === '' || readBody(`{"value":${next}}`) !== undefined) onInput(next)
        }}
      />
      <small id={`${id}-about`} class={isJson ? undefined : 'refused'}>
        {isJson ? hint : 'Must be JSON.'}
      </small>
    </div>
  )
}
