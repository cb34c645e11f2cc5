import type { FaultKind } from './schemaFaults.ts'

/** A kind of difference: also a status, a media type, or a URL or method that the document does not have. */
type DifferenceKind =
  | FaultKind
  | 'unknownHeader'
  | 'missingHeader'
  | 'unknownUrl'
  | 'unknownMethod'
  | 'status'
  | 'mediaType'

/** One difference between an exchange and the document, or the mock. It has names and placeholders, and no data. */
export interface Difference {
  readonly kind: DifferenceKind
  /** The message that it is in. */
  readonly side: 'request' | 'reply'
  /** Such as `body.gates[].name`, `header x-next-cursor`, `query limit`, `path gateId` or `status`. */
  readonly field: string
  readonly expected: string
  readonly found: string
  /** The object that the field is in, with placeholders. */
  readonly example?: unknown
}
