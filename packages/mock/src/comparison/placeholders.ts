import { formats } from '@latchkey/types'

/** The kinds of texts that a report distinguishes, the narrower ones first. */
const textKinds: ReadonlyArray<readonly [kind: string, isOfKind: (text: string) => boolean]> = [
  ['<id>', formats.uuid],
  ['<date-time>', formats['date-time']],
  ['<date>', formats.date],
  ['<e-mail>', formats.email],
  ['<url>', (text) => /^https?:/i.test(text) && formats.uri(text)],
]

/** The placeholder that a report shows for a value. Nothing of a text or number is left. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return '<array>'
  if (typeof value === 'string') return textKinds.find(([, isOfKind]) => isOfKind(value))?.[0] ?? '<string>'
  return `<${typeof value}>`
}

/** Numbers the ids of a report, so that the same id is the same placeholder: `<id 3>`. */
export type NameId = (id: string) => string

/** How many ids a report distinguishes. The others are `<id>`. */
const maximumIds = 10_000

export function createIdNames(): NameId {
  const numbers = new Map<string, number>()
  return (id) => {
    const existing = numbers.get(id)
    if (existing === undefined && numbers.size >= maximumIds) return '<id>'
    const number = existing ?? numbers.size + 1
    numbers.set(id, number)
    return `<id ${number}>`
  }
}
