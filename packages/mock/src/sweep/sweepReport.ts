import type { SweepResult } from './playCase.ts'
import type { ReportedCall } from './reportedCall.ts'

/** The results of a sweep, as they are written to a file, posted and shown. */
export interface SweepReport {
  /** Of this shape. */
  readonly version: 1
  /** The name of the test. */
  readonly name: string
  /** The file of the test, from the folder of the app: `src/App.sweep.test.tsx`. */
  readonly file?: string
  /** The calls of the run without failures, in their order. */
  readonly calls: readonly ReportedCall[]
  /** The cases that ran, in their order. */
  readonly results: readonly ReportedResult[]
  /** Pictures of ends, each a data URL. A result gives the index of its own. */
  readonly pictures: readonly string[]
}

/** A case that has run, with the reason of its author if its fault is known. */
export interface ReportedResult extends SweepResult {
  readonly knownFault?: string
}
