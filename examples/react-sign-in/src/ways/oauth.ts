import { oauth } from '@latchkey/client/operations'
import { anonymous, type SignedIn } from '../api.ts'

export type Provider = 'google' | 'github'

/** Shows the provider's sign-in page, and comes back when the person is done there or has given up. */
export type OpenProvider = (url: string) => Promise<void>

/** A pop-up window; the page stays where it is. */
const openPopup: OpenProvider = (url) =>
  new Promise((resolve, reject) => {
    const popup = window.open(url, 'provider', 'popup,width=480,height=640')
    if (!popup) return reject(new Error('The browser blocked the pop-up window.'))
    const timer = setInterval(() => {
      if (!popup.closed) return
      clearInterval(timer)
      resolve()
    }, 250)
  })

/** The whole round trip: authorization code with state and PKCE (RFC 7636), in a window beside the page. */
export async function signInWithProvider(
  providerType: Provider,
  openProvider: OpenProvider = openPopup,
): Promise<SignedIn> {
  const state = randomText()
  const codeVerifier = randomText()
  await oauth.initialize(anonymous, { providerType, body: { state } })
  const { url } = await oauth.getLoginUrl(anonymous, {
    providerType,
    query: { state, code_challenge: await challengeOf(codeVerifier), code_challenge_method: 'S256' },
  })
  await openProvider(url)
  const { status, code, error } = await oauth.getResult(anonymous, { providerType, body: { state } })
  if (error) throw new Error(`${providerType} answered: ${error}.`)
  if (status === 'pending' || !code) throw new Error('The sign-in was not finished.')
  return oauth.signIn(anonymous, { providerType, body: { code, state, codeVerifier } })
}

/** 32 random bytes as base64url. */
function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

async function challengeOf(codeVerifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
