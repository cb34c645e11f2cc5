import { getResult } from '../generated/operations/oauth.ts'
import { abortable } from '../shared/abortable.ts'
import { assertObject } from '../shared/assertArgument.ts'
import { beginOAuth, exchangeOAuth, type OAuthRequestOptions } from './oauth.ts'
import { poll } from './poll.ts'
import { openPopup, type Popup, watchClosing, withPopup } from './popup.ts'
import type { Session, SignInOutcome } from './session.ts'
import { assertSession } from './view.ts'

/** Options of a sign-in in a separate window. */
export interface PopupOptions extends OAuthRequestOptions {
  /** The window, or any object that shows a URL: a system browser, a web view, a terminal. @default openPopup() */
  popup?: Popup | undefined
  /** Whether to add the account to the user who is signed in. @default false */
  link?: boolean | undefined
  /** Interval between requests for the provider's answer, in milliseconds. @default 1000 */
  intervalMs?: number | undefined
  /**
   * How long to wait for the answer after the window was closed, in milliseconds. The window of a provider with a
   * cross-origin opener policy (COOP) seems closed as soon as the person comes back to your page. Set a longer time if
   * people need to come back before they have finished.
   * @default 3000
   */
  graceMs?: number | undefined
}

/**
 * Signs in at a provider in a separate window. Your page stays open, and the app needs no redirect URL. Call this
 * function in the handler of a click.
 *
 * Without a redirect, the client that started the sign-in gets its result. An attacker could start one and trick a
 * person into finishing it. As a warning, the provider's page names the app and waits for a click, even with
 * `prompt: 'none'`. Prefer {@link startOAuth} if the person can leave the page.
 *
 * @throws {@link SignInError} `popup_blocked`, `popup_closed`, or the provider's error code, such as `access_denied`.
 * @throws {@link ApiError} as `oauth.initialize`, `oauth.getResult` and `oauth.signIn`.
 * @example button.onclick = () => signInWithPopup(session, { provider: 'google' })
 * @example await signInWithPopup(session, { provider: 'github', popup: { navigate: (url) => console.log(`Open ${url}`) } })
 */
export async function signInWithPopup(session: Session, options: PopupOptions): Promise<SignInOutcome> {
  assertSession(session, 'sign in')
  assertObject(options, 'options', '{ provider }')
  const { provider, link, intervalMs = 1000, graceMs = 3000, signal } = options
  return withPopup(options.popup ?? openPopup(), async (popup) => {
    const { attempt, url } = await beginOAuth(session, options, {})
    await abortable(signal, async () => popup.navigate(url))
    const checkOpen = watchClosing(popup, graceMs)
    const answer = await poll(
      async () => {
        const result = await getResult(
          session.api,
          { providerType: provider, body: { state: attempt.state } },
          { auth: null, signal },
        )
        if (result.status === 'completed') return result
        checkOpen()
      },
      intervalMs,
      signal,
    )
    return exchangeOAuth(session, { ...attempt, link }, { ...answer, signal })
  })
}
