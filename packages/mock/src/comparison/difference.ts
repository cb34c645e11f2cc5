import type { FaultKind, Holder } from './schemaFaults.ts'

/** A kind of difference: also a status, a media type, or a URL or method that the document does not have. */
type DifferenceKind =
  | FaultKind
  | 'unknownHeader'
  | 'missingHeader'
  | 'unknownUrl'
  | 'unknownMethod'
  | 'status'
  | 'mediaType'

/** One difference between an exchange and the document, or the mock, before it is shown: it can have data in it. */
export interface Difference {
  readonly kind: DifferenceKind
  /** The message that it is in. */
  readonly side: 'request' | 'reply'
  /** In names of the document: `body.gates[].name`, `header x-next-cursor`, `query limit`, `path gateId`, `status`. */
  readonly place: string
  /** A field or header at that place that the document does not have. */
  readonly unknown?: UnknownName
  readonly expected: string
  readonly found: string
  /** The object that the field is in. */
  readonly holder?: Holder
}

/** A name that the document does not have, at its place. It can be data. */
export interface UnknownName {
  readonly kind: 'field' | 'header'
  readonly name: string
}

const separators: Readonly<Record<UnknownName['kind'], string>> = { field: '.', header: ' ' }

/**
 * The whole name of what differs, such as `body.gates[].color` or `header x-color`.
 *
 * @param nameOf - How an unknown name is written. By default as it is.
 */
export function fieldOf(
  { place, unknown }: Pick<Difference, 'place' | 'unknown'>,
  nameOf: (unknown: UnknownName) => string = ({ name }) => name,
): string {
  return unknown ? place + separators[unknown.kind] + nameOf(unknown) : place
}
