import { CheckList } from '../../components/CheckList.tsx'
import { useRefusal } from '../../refusals.ts'
import { fieldKindOf, type FormField, valueAt } from './bodyForm.ts'
import { JsonField } from './JsonField.tsx'
import { Prose } from './Prose.tsx'
import { SchemaField } from './SchemaField.tsx'

interface BodyFieldProps {
  readonly label: string
  readonly field: FormField
  readonly body: Readonly<Record<string, unknown>>
  /** The words for a value that is left out. */
  readonly emptyWords?: string
  /** Gets the value as it is entered: as JSON, unless it is a single one. */
  onInput(value: string): void
}

/** The field of a form for one value of a body, by its schema. */
export function BodyField({ label, field, body, emptyWords, onInput }: BodyFieldProps) {
  const { path, schema } = field
  const name = path.join('.')
  const refusal = useRefusal(name)
  const value = valueAt(body, path)
  const hint = schema.description === undefined ? undefined : <Prose text={schema.description} isInline />
  const common = { label, hint, refusal, onInput }
  const kind = fieldKindOf(schema)
  if (kind === 'json') return <JsonField {...common} value={value} />
  if (kind === 'single')
    return (
      <SchemaField
        {...common}
        schema={schema}
        emptyWords={emptyWords}
        value={value === undefined || value === null ? '' : String(value)}
      />
    )
  return (
    <CheckList
      legend={label}
      name={name}
      options={(schema.items?.enum ?? []).map(String)}
      checked={Array.isArray(value) ? value.map(String) : []}
      hint={hint}
      onChange={(checked) => onInput(JSON.stringify(checked))}
    />
  )
}
