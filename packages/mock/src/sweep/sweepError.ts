import { messageOf } from './messageOf.ts'

/** Why a test cannot be swept. */
export class SweepError extends Error {
  override readonly name = 'SweepError'

  /** @param reason - What goes on after `Failed to sweep the test: `. */
  constructor(reason: string, cause?: unknown) {
    super(`Failed to sweep the test: ${reason}${cause === undefined ? '' : ` ${messageOf(cause)}`}`, { cause })
  }
}
