import { abortable } from '../shared/abortable.ts'
import { SignInError } from '../shared/signInError.ts'

/** The request for a passkey that this page has made last. */
let latest: { end(): void; readonly ended: Promise<unknown> } | undefined

/**
 * How long to wait for a request to end, in milliseconds. Browsers that do not know `signal` would never end it, nor
 * would password managers that answer in place of the browser.
 */
const patienceMs = 1000

/**
 * Runs a request for a passkey, from its challenge to its answer. A browser has one at a time, so a later request ends an
 * earlier one: a button ends the offer in the form, and a second click the first one.
 *
 * @param work - Gets a signal that is aborted when the caller's is, or when a later request comes.
 * @throws {@link SignInError} `superseded` when a later request has ended this one.
 * @throws the signal's reason.
 */
export async function inTurn<T>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const turn = new AbortController()
  const stop = (): void => turn.abort(signal?.reason)
  signal?.addEventListener('abort', stop)
  const earlier = latest
  earlier?.end()
  const run = async (): Promise<T> => {
    // Safari refuses a request while an earlier one is still ending.
    if (earlier) await Promise.race([earlier.ended, sleep(patienceMs)])
    turn.signal.throwIfAborted()
    return work(turn.signal)
  }
  const result = run()
  const present = {
    end: () => turn.abort(new SignInError('superseded', 'A later request for a passkey has ended this one.')),
    // Later than the caller stops waiting, if the browser takes its time.
    ended: result
      .catch(() => {})
      .then(() => {
        if (latest === present) latest = undefined
      }),
  }
  latest = present
  try {
    return await abortable(turn.signal, () => result)
  } catch (error) {
    // Older browsers reject with an error of their own.
    throw turn.signal.aborted ? turn.signal.reason : error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
