import { oauth } from '@latchkey/client/operations'
import { anonymous } from '../api.ts'

export type Provider = 'google' | 'github'

/** The proof that this page started a sign-in: the state, and the code verifier of PKCE (RFC 7636). */
export interface Proof {
  readonly state: string
  readonly codeVerifier: string
}

/** Registers a sign-in. @returns The URL of the provider's page, which has to be shown. */
export async function beginSignIn(
  providerType: Provider,
  redirectUrl?: string,
): Promise<{ url: string; proof: Proof }> {
  const state = randomText()
  const codeVerifier = randomText()
  await oauth.initialize(anonymous, { providerType, body: { state, redirectUrl } })
  const { url } = await oauth.getLoginUrl(anonymous, {
    providerType,
    query: { state, code_challenge: await challengeOf(codeVerifier), code_challenge_method: 'S256' },
  })
  return { url, proof: { state, codeVerifier } }
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
