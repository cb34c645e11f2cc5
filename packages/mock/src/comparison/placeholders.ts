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

/** The kinds of texts that a numbered placeholder stands for: an id, or a name that the document does not have. */
export type LabelKind = 'id' | 'field' | 'header' | 'parameter' | 'segment'

/** Numbers the texts of a report by kind, so that the same text is the same placeholder: `<field 3>`. */
export interface Labels {
  label(kind: LabelKind, text: string): string
  /** Each placeholder of a name, with the name that it stands for. It is for whoever may see the names. */
  names(): ReadonlyArray<readonly [label: string, name: string]>
}

/** How many texts of a kind a report distinguishes, and how long they are. The others are `<id>`, `<field>` and so on. */
const maximumTexts = 10_000
const maximumLength = 2_048

export function createLabels(): Labels {
  const numbers = new Map<LabelKind, Map<string, number>>()
  const labelOf = (kind: LabelKind, number: number) => `<${kind} ${number}>`
  return {
    label(kind, text) {
      const ofKind = numbers.get(kind) ?? new Map<string, number>()
      numbers.set(kind, ofKind)
      const existing = ofKind.get(text)
      if (existing === undefined && (ofKind.size >= maximumTexts || text.length > maximumLength)) return `<${kind}>`
      const number = existing ?? ofKind.size + 1
      ofKind.set(text, number)
      return labelOf(kind, number)
    },
    names: () =>
      [...numbers].flatMap(([kind, ofKind]) =>
        kind === 'id' ? [] : [...ofKind].map(([name, number]) => [labelOf(kind, number), name] as const),
      ),
  }
}
