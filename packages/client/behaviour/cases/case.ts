import type { Subject } from '../subject.ts'
import type { Trial } from '../trial.ts'

/** One row of the table. */
export interface Case {
  /** The behaviour of the server (or the caller). */
  readonly when: string
  /** The caller's need in that case. */
  readonly needs: string
  /** Throws when the need is not met. */
  run(trial: Trial): Promise<void>
  /** Which clients the case applies to. @default all */
  applies?(subject: Subject): boolean
  /** Whether the case causes a heavy load, so that it has to run alone. */
  alone?: true
  /**
   * Whether the case measures time. It then runs alone, and up to three times, because a busy machine can delay any
   * client.
   */
  timed?: true
}
