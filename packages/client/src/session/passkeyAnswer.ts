import { abortable } from '../shared/abortable.ts'
import { askBrowser, type PasskeyAnswer, type PasskeyMediation, type PasskeyRequestOptions } from './passkeyCeremony.ts'
import { withSignInErrors } from './passkeyError.ts'
import type { PasskeyAnswerJson } from './passkeyJson.ts'
import { inTurn } from './passkeyTurn.ts'
import type { Abortable } from './session.ts'

/** Options of the functions that prove a passkey. */
export interface PasskeyAnswerOptions extends Abortable {
  /**
   * `conditional` offers passkeys in the form's autofill, until the person chooses one. The offer gets a new challenge
   * before its challenge expires.
   * @default 'optional'
   */
  mediation?: PasskeyMediation | undefined
  /**
   * The function that signs the challenge, such as that of a library for React Native.
   * @default askForPasskey, which uses the browser
   */
  ask?(options: PasskeyRequestOptions): Promise<PasskeyAnswer | PasskeyAnswerJson>
}

type GetOptions = (signal: AbortSignal | undefined) => Promise<PasskeyRequestOptions>

/**
 * Gets a challenge of the service and its signature.
 *
 * @throws {@link SignInError} as {@link askForPasskey}.
 */
export async function answerPasskey(
  getOptions: GetOptions,
  { ask, mediation, signal }: PasskeyAnswerOptions,
): Promise<PasskeyAnswer | PasskeyAnswerJson> {
  if (ask) {
    const options = await getOptions(signal)
    return withSignInErrors(signal, () => abortable(signal, async () => ask(options)))
  }
  // The challenge is a part of the turn: an offer that is still getting it must not come after the button's request.
  return inTurn(signal, async (turn) =>
    mediation === 'conditional'
      ? offerPasskeys(getOptions, turn)
      : askBrowser(await getOptions(turn), { signal: turn, mediation }),
  )
}

async function offerPasskeys(getOptions: GetOptions, signal: AbortSignal): Promise<PasskeyAnswer> {
  let options = await getOptions(signal)
  for (;;) {
    const offer = new AbortController()
    const stop = (): void => offer.abort(signal.reason)
    signal.addEventListener('abort', stop)
    let renewed: PasskeyRequestOptions | undefined
    const stopAging = whenOld(options, async () => {
      renewed = await getOptions(signal)
      offer.abort()
    })
    try {
      return await askBrowser(options, { signal: offer.signal, mediation: 'conditional' })
    } catch (error) {
      if (signal.aborted || !renewed) throw error
      options = renewed
    } finally {
      stopAging()
      signal.removeEventListener('abort', stop)
    }
  }
}

/** How long a challenge lasts that does not say so, in milliseconds. */
const usualMs = 300_000
/** How often to look, in milliseconds: a computer that has slept does not run its timers in time. */
const lookMs = 10_000

/**
 * Renews after four fifths of a challenge's time, while the page is visible. If that fails, the present offer stays, and
 * the next attempt follows.
 *
 * @returns A function that ends this.
 */
function whenOld({ timeout = usualMs }: PasskeyRequestOptions, renew: () => Promise<void>): () => void {
  const oldAtMs = Date.now() + timeout * 0.8
  let pending: Promise<void> | undefined
  const look = (): void => {
    if (globalThis.document?.hidden || Date.now() < oldAtMs) return
    pending ??= renew()
      .catch(() => {})
      .finally(() => (pending = undefined))
  }
  const timer = setInterval(look, lookMs)
  globalThis.document?.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    globalThis.document?.removeEventListener('visibilitychange', look)
  }
}
