import { Field } from '../../components/Field.tsx'
import type { Person } from './person.ts'

interface CustomFieldInputProps {
  readonly field: Person['customFields'][number]
  readonly value: unknown
}

/** The input of a custom field. Its value is a text; that of a checkbox is `''`, `'true'` or `'false'`. */
export function CustomFieldInput({ field, value }: CustomFieldInputProps) {
  const { key = '', name = key, fieldType, validationRules = {}, required } = field
  const choices = {
    text: undefined,
    checkbox: [
      ['', 'Empty'],
      ['true', 'Yes'],
      ['false', 'No'],
    ],
    select: [['', 'Empty'], ...(validationRules.validOptions ?? []).map(({ key, label }) => [key ?? label, label])],
  } as const
  return (
    <Field
      name={key}
      label={name}
      value={value === undefined || value === null ? '' : String(value)}
      options={choices[fieldType ?? 'text'] as readonly (readonly [string, string])[] | undefined}
      hint={required ? 'Required' : validationRules.checkboxText}
    />
  )
}
