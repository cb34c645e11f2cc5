import type { Subject } from '../subject.ts'
import type { Trial } from '../trial.ts'

/** One row of the table. */
export interface Case {
  /** What the server (or the caller) does. */
  readonly when: string
  /** What a caller needs then. */
  readonly needs: string
  /** Throws when the need is not met. */
  run(trial: Trial): Promise<void>
  /** Whom the case is about; all clients unless told. */
  applies?(subject: Subject): boolean
  /** Makes a heavy load, so that others would be late: it runs by itself. */
  alone?: true
  /** Measures time, so it runs by itself, and is tried up to three times, since a busy machine can make anyone late. */
  timed?: true
}
