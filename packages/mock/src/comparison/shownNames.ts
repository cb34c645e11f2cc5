import { formats } from '@latchkey/types'
import type { DocumentWords } from './documentWords.ts'
import type { LabelKind, Labels } from './placeholders.ts'

/** The tools that show a name in a report: that of the document as it is, and any other one as a number. */
export interface NameTools {
  readonly words: DocumentWords
  readonly labels: Labels
}

/** A name of the document that the deployment spells differently is read as one of these. */
const misspelledForms: ReadonlyArray<readonly [between: string, end: string]> = [
  [' (spelled ', ')'],
  ['-spelled-', ''],
]

/**
 * The name of a field, parameter or header as a report shows it: by itself if the document has it, and otherwise as a
 * numbered placeholder, since keys of an object can be data of people, or secrets.
 */
export function shownName({ words, labels }: NameTools, kind: LabelKind, name: string): string {
  if (words.names.has(name)) return name
  for (const [between, end] of misspelledForms) {
    const at = name.indexOf(between)
    const documented = name.slice(0, at)
    if (at < 0 || !name.endsWith(end) || !words.names.has(documented)) continue
    const spelling = name.slice(at + between.length, name.length - end.length)
    return `${documented} (spelled ${labels.label(kind, spelling)})`
  }
  return labels.label(kind, name)
}

/** A segment of a path that the document does not have. Words of its other paths are shown, and versions: `v1`. */
export function shownSegment({ words, labels }: NameTools, segment: string): string {
  if (words.segments.has(segment) || /^v\d{1,2}$/.test(segment)) return segment
  if (formats.uuid(segment)) return '<id>'
  return /^\d+$/.test(segment) ? '<number>' : labels.label('segment', segment)
}
