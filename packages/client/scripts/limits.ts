import { type OpenApiDocument, resolve, type Schema } from '../../types/scripts/document.ts'

const formats: Readonly<Record<string, string>> = {
  'date-time': 'An ISO 8601 instant.',
  date: 'An ISO 8601 date, `2026-01-31`.',
  uuid: 'A UUID.',
  email: 'An e-mail address.',
  uri: 'A URL.',
  hostname: 'A host name.',
}

/** The limits of a schema that its type and its description do not mention; empty if there are none. */
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

/** Leaves out the bounds that every integer has, those of exact numbers in JSON. */
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
