import { createHash, randomBytes } from 'node:crypto'
import type { Transport } from '@latchkey/client'
import { oauth } from '@latchkey/client/operations'

const redirectUrl = 'http://localhost:5173/signed-in'

/**
 * Makes the OAuth round trip like a browser: to the provider, back to the service, back to the app. Then it exchanges
 * the code with the PKCE verifier, which only this app knows (RFC 7636).
 *
 * @param email - Who chooses to sign in at the provider.
 */
export async function signInWithGoogle(client: Transport, email: string) {
  const state = randomBytes(16).toString('base64url')
  const codeVerifier = randomBytes(32).toString('base64url')
  const provider = { providerType: 'google' } as const
  await oauth.initialize(client, { ...provider, body: { state, redirectUrl } })
  const { url } = await oauth.getLoginUrl(client, {
    ...provider,
    query: {
      state,
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      login_hint: email,
      prompt: 'none',
    },
  })

  let location = url
  while (!location.startsWith(redirectUrl)) {
    const response = await fetch(location, { redirect: 'manual' })
    const next = response.headers.get('location')
    if (!next)
      throw new Error(
        `The round trip ended at ${new URL(location).pathname} with ${response.status}: ${await response.text()}`,
      )
    location = new URL(next, location).href
  }

  const answer = new URL(location).searchParams
  if (answer.get('state') !== state) throw new Error('This answer belongs to another sign-in.')
  return oauth.verify(client, { ...provider, body: { code: answer.get('code') ?? '', state, codeVerifier } })
}
