import { check, signIn } from '../generated/operations/messenger.ts'
import { abortable } from '../shared/abortable.ts'
import { assertObject } from '../shared/assertArgument.ts'
import { poll } from './poll.ts'
import { openPopup, type Popup, watchClosing, withPopup } from './popup.ts'
import { randomText } from './randomText.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { assertSession } from './view.ts'

/** A proof of the messenger account, and further options of the sign-in. */
export interface MessengerInput {
  /** The state with which the messenger's widget was opened, after the person has answered it. */
  state?: string | undefined
  /**
   * For automatic sign-in: a JWT that the bot has signed with its token, or the init data of an app inside the
   * messenger.
   */
  messengerAuthToken?: string | undefined
  /** Whether automatic sign-in may create a user for a new person. The widget always may. @default false */
  forceCreateUser?: boolean | undefined
  /** Token of the CAPTCHA widget, if the environment requires one. */
  captchaToken?: string | undefined
  /** The client's public key, which the service puts into the tokens of the session. */
  sessionPublicKey?: string | undefined
}

/**
 * Signs in with an account of the messenger: with a JWT of the bot, with the init data of an app inside the messenger,
 * or with the state of a widget that the person has answered.
 *
 * @throws {@link ApiError} as `messenger.signIn`.
 * @example
 * const messengerAuthToken = new URL(location.href).searchParams.get('messengerAuthToken') ?? undefined
 * await signInWithMessenger(session, { messengerAuthToken, forceCreateUser: true })
 */
export function signInWithMessenger(
  session: Session,
  body: MessengerInput,
  options?: Abortable,
): Promise<SignInOutcome> {
  assertSession(session, 'sign in')
  assertObject(body, 'body', '{ state }')
  return session.signIn((choice) => signIn(session.api, { body }, choice), options)
}

/** Options of {@link signInWithMessengerPopup}. */
export interface MessengerPopupOptions extends Abortable, Pick<MessengerInput, 'captchaToken' | 'sessionPublicKey'> {
  /** The window, or any object that shows a URL. @default openPopup() */
  popup?: Popup | undefined
  /** Interval between requests for the person's answer, in milliseconds. @default 1000 */
  intervalMs?: number | undefined
  /** How long to wait for the answer after the window was closed, in milliseconds. @default 3000 */
  graceMs?: number | undefined
}

/**
 * Signs in with the messenger's widget in a separate window. Call this function in the handler of a click.
 *
 * The client that started the sign-in gets its result. An attacker could start one and trick a person into finishing
 * it. As a warning, the widget's page names the app and waits for a click.
 *
 * The service refuses an expired state with the same code as one that is not answered yet, so end the wait with
 * `signal`.
 *
 * @throws {@link SignInError} `popup_blocked` or `popup_closed`.
 * @throws {@link ApiError} as `messenger.check` and `messenger.signIn`.
 * @example await signInWithMessengerPopup(session, { signal: AbortSignal.timeout(300_000) })
 */
export async function signInWithMessengerPopup(
  session: Session,
  options: MessengerPopupOptions = {},
): Promise<SignInOutcome> {
  assertSession(session, 'sign in')
  const { popup: customPopup, intervalMs = 1000, graceMs = 3000, signal, ...body } = options
  const { api } = session
  return withPopup(customPopup ?? openPopup(), async (popup) => {
    const state = randomText()
    const url = `${api.baseUrl}/api/v0/sdk/${api.environmentId}/messenger/auth?state=${state}`
    await abortable(signal, async () => popup.navigate(url))
    const checkOpen = watchClosing(popup, graceMs)
    await poll(
      async () => {
        const { ok, error } = await check(api, { body: { state } }, { auth: null, signal }).result()
        // No user has the account yet: the sign-in creates one.
        if (ok || error.status === 404) return true
        if (error.code !== 'invalid_verification') throw error
        checkOpen()
      },
      intervalMs,
      signal,
    )
    return signInWithMessenger(session, { ...body, state }, { signal })
  })
}
