import { Combobox, type ComboboxOption } from '../../components/Combobox.tsx'
import { useInspector } from '../../inspectorContext.ts'
import type { Entry } from '../../live/control.ts'
import { BodyFields } from './BodyFields.tsx'
import { noteOf, type Person } from './CallerFields.tsx'
import { type CallRefusal, nameInRefusals } from './callRefusal.ts'
import { fieldsOf, type OperationCall } from './operationCall.ts'
import { type OpenApiDocument, type Operation, type Parameter, resolve, type Schema } from './operationsOf.ts'
import { Prose } from './Prose.tsx'
import { SchemaField } from './SchemaField.tsx'

interface CallFieldsProps {
  readonly operation: Operation
  readonly document: OpenApiDocument
  readonly call: OperationCall
  readonly people: readonly Person[]
  /** Why the body cannot be sent. */
  readonly fault: string | undefined
  /** The refusal of the latest call. */
  readonly refusal: CallRefusal
  onChange(call: OperationCall): void
}

const parts = [
  ['path', 'params', 'Path parameters'],
  ['query', 'query', 'Query'],
  ['header', 'headers', 'Headers'],
] as const

/** The fields of a call: parameters, and the body. */
export function CallFields({ operation, document, call, people, fault, refusal, onChange }: CallFieldsProps) {
  return (
    <>
      {parts.map(([place, part, title]) => {
        const parameters = operation.parameters.filter((parameter) => parameter.in === place)
        if (parameters.length === 0) return null
        const values = call[part]
        return (
          <fieldset key={place} class="operations-part">
            <legend>{title}</legend>
            <div class="fields">
              {parameters.flatMap((parameter) =>
                fieldsOf(parameter).map((field) => (
                  <ParameterField
                    key={field}
                    field={field}
                    parameter={parameter}
                    schema={fieldSchema(document, parameter, field)}
                    people={people}
                    value={values[field] ?? ''}
                    refusal={refusal.parameters[nameInRefusals(field)]}
                    onInput={(value) => onChange({ ...call, [part]: { ...values, [field]: value } })}
                  />
                )),
              )}
            </div>
          </fieldset>
        )
      })}
      {operation.body && call.body !== undefined && (
        <BodyFields
          document={document}
          schema={operation.body.schema}
          text={call.body}
          fault={fault}
          refused={refusal.body}
          onInput={(body) => onChange({ ...call, body })}
        />
      )}
    </>
  )
}

/** The schema of a parameter, or of a field of one that is an object. */
function fieldSchema(document: OpenApiDocument, { name, schema }: Parameter, field: string): Schema {
  const inner = field === name ? schema : schema.properties?.[field.slice(name.length + 1, -1)]
  return resolve<Schema>(document, inner ?? {})
}

interface ParameterFieldProps {
  readonly field: string
  readonly parameter: Parameter
  readonly schema: Schema
  readonly people: readonly Person[]
  readonly value: string
  /** Why it was refused. */
  readonly refusal: string | undefined
  onInput(value: string): void
}

function ParameterField({ field, parameter, schema, people, value, refusal, onInput }: ParameterFieldProps) {
  const { live } = useInspector()
  const { name, required = false, description = schema.description ?? '' } = parameter
  const label = required ? field : `${field} (optional)`
  if (parameter.in === 'path' && name.endsWith('Id')) {
    return (
      <Combobox
        label={field}
        name={field}
        value={value}
        refusal={refusal}
        options={
          name === 'userId'
            ? people.map((person) => ({ value: person.id, note: noteOf(person) }))
            : idsIn(live.journal.value, name)
        }
        onInput={onInput}
      />
    )
  }
  return (
    <SchemaField
      label={label}
      schema={schema}
      value={value}
      hint={<Prose text={description} isInline />}
      refusal={refusal}
      onInput={onInput}
    />
  )
}

const mostIds = 20

/** The ids that requests have had under a name, and those of the records that its resource has answered with. */
function idsIn(entries: readonly Entry[], name: string): readonly ComboboxOption[] {
  const notes = new Map<string, string>()
  const resource = `${name.slice(0, -2)}s.`
  for (const { params, operation = '', reply } of entries.toReversed()) {
    const id = params[name]
    if (id !== undefined && !notes.has(id)) notes.set(id, `of ${operation}`)
    if (operation.startsWith(resource))
      for (const record of recordsIn(reply)) if (!notes.has(record)) notes.set(record, `from ${operation}`)
    if (notes.size >= mostIds) break
  }
  return [...notes].map(([value, note]) => ({ value, note }))
}

/** The ids of a reply, or of the records in its lists. */
function recordsIn(reply: unknown): readonly string[] {
  if (typeof reply !== 'object' || reply === null) return []
  const lists = (Array.isArray(reply) ? [reply] : Object.values(reply)).filter(Array.isArray)
  return [reply, ...lists.flat()].flatMap((record: unknown) => {
    const { id } = Object(record) as { id?: unknown }
    return typeof id === 'string' ? [id] : []
  })
}
