import type { Difference } from './difference.ts'
import type { Presence } from './fieldsSeen.ts'

/** A difference, with how often it was seen, and the first exchange that had it. */
export interface ReportedDifference extends Pick<Difference, 'kind' | 'side' | 'expected' | 'found'> {
  /**
   * Such as `body.gates[].name`, `header x-next-cursor`, `query limit`, `path gateId` or `status`. A name that the
   * document does not have is numbered: `body.gates[].<field 1>`.
   */
  readonly field: string
  readonly count: number
  readonly example: {
    /** Method and path of the operation, without data. */
    readonly request: string
    readonly status: number
    /** The object that the field is in, with placeholders in place of values. */
    readonly shape?: unknown
  }
}

/** A documented field that the replies of target and mock did not have in the same way. It is no difference. */
export interface FieldNote {
  readonly field: string
  readonly target: readonly Presence[]
  readonly mock: readonly Presence[]
}

export interface OperationReport {
  readonly requests: number
  /** How many replies had each status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly differences: readonly ReportedDifference[]
  /** How many further differences there were, if there were too many to list. */
  readonly omitted: number
  readonly notes: readonly { readonly text: string; readonly count: number }[]
  readonly fields: readonly FieldNote[]
}

/**
 * The report of `latchkey-mock compare`. It has what the document has, numbers of exchanges, and placeholders. It has
 * nothing of the app and the target: no text, host, id or token, and no name that the document does not have.
 */
export interface ComparisonReport {
  readonly version: 1
  /** Requests that were passed on. */
  readonly requests: number
  /** Requests that were compared: those below /api/ that the target has answered. */
  readonly compared: number
  /** How many different differences are listed. */
  readonly differences: number
  /** Requests that the target did not answer, by reason. */
  readonly unanswered: Readonly<Record<string, number>>
  /** By the operation's id, or by method and path for a request of no operation. */
  readonly operations: Readonly<Record<string, OperationReport>>
}
