import { check, signIn } from '../generated/operations/messenger.ts'
import { randomText } from './base64url.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { poll } from './poll.ts'
import { openPopup, type Popup, watchClosing, withPopup } from './popup.ts'

/** Proof of a messenger's account, and what else a sign-in takes. */
export interface MessengerInput {
  /** The state that the messenger's widget was opened with and has answered. */
  state?: string
  /**
   * For automatic login: a JWT that the bot has signed with its token, or the init data of an application inside the
   * messenger.
   */
  messengerAuthToken?: string
  /** Whether automatic login may create a user for somebody new. The widget always may. @default false */
  forceCreateUser?: boolean
  /** Answer of the CAPTCHA widget, where the environment asks for one. */
  captchaToken?: string
  /** Key of the client that signs in, for the tokens of the session. */
  sessionPublicKey?: string
}

/**
 * Signs in with an account at the messenger: by a JWT of the bot, by the init data of an application inside the
 * messenger, or by the state of an answered widget.
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
  return session.signIn((choice) => signIn(session.api, { body }, choice), options)
}

/** How the messenger's widget is shown and waited for. */
export interface MessengerPopupOptions extends Abortable, Pick<MessengerInput, 'captchaToken' | 'sessionPublicKey'> {
  /** The window, or what shows a URL. @default openPopup() */
  popup?: Popup
  /** How often to ask whether the person has answered, in milliseconds. @default 1000 */
  intervalMs?: number
  /** How long to go on asking once the window is closed, in milliseconds. @default 3000 */
  graceMs?: number
}

/**
 * Signs in by the messenger's widget in a window beside the page. Call it while a click is handled.
 *
 * Whoever began the sign-in collects its result. So the widget's page names the app and waits for a click.
 *
 * The service refuses a state alike whether it is not answered yet or not asked for any more, so end the wait by
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
  const { popup: given, intervalMs = 1000, graceMs = 3000, signal, ...body } = options
  const { api } = session
  return withPopup(given ?? openPopup(), async (popup) => {
    const state = randomText()
    await popup.navigate(`${api.baseUrl}/api/v0/sdk/${api.environmentId}/messenger/auth?state=${state}`)
    const checkOpen = watchClosing(popup, graceMs)
    await poll(
      async () => {
        const { ok, error } = await check(api, { body: { state } }, { auth: null, signal }).result()
        // Nobody has the account yet: the sign-in creates the user.
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
