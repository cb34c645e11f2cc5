import { type OpenApiDocument, resolve, type Schema } from '../../types/scripts/document.ts'

const formats: Readonly<Record<string, string>> = {
  'date-time': 'An ISO 8601 instant.',
  date: 'An ISO 8601 date, `2026-01-31`.',
  uuid: 'A UUID.',
  email: 'An e-mail address.',
  uri: 'A URL.',
  hostname: 'A host name.',
}

/** Says what values a schema takes, as far as its type and its description do not; empty when they say it all. */
export function limitsOf(document: OpenApiDocument, schema: Schema, description = ''): string {
  const target = { ...resolve<Schema>(document, schema.$ref ? { $ref: schema.$ref } : schema), ...schema }
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format, pattern } = target
  return [
    format && !(format === 'uuid' && description.includes('UUID')) && formats[format],
    format !== 'uuid' && range(minLength, maxLength, 'character'),
    range(statedBound(minimum), statedBound(maximum), ''),
    range(minItems, maxItems, 'item'),
    // A longer one tells a reader nothing, and one with a grave accent would end the code.
    pattern && !format && pattern.length <= 60 && !pattern.includes('`') && `Matches \`${pattern}\`.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What JSON can keep bounds every integer, which no reader of a single field has to be told. */
function statedBound(bound: number | undefined): number | undefined {
  return Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : bound
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const count = (value: number): string => `${value}${unit && ` ${unit}${value === 1 ? '' : 's'}`}`
  if (from !== undefined && to !== undefined)
    return from === to ? `Exactly ${count(from)}.` : `From ${from} to ${count(to)}.`
  if (to !== undefined) return `At most ${count(to)}.`
  return from === undefined ? '' : `At least ${count(from)}.`
}
