import { oauth } from '@latchkey/client/operations'
import { anonymous, type SignedIn } from '../api.ts'
import { beginSignIn, type Proof, type Provider } from './oauth.ts'

/** The key under which the proof is stored meanwhile. */
const storageKey = 'react-sign-in.oauth'

/** The provider's answer in the URL of the page: a code, or the error. */
export interface ProviderAnswer {
  readonly code: string
  readonly error: string
}

/** Navigates to the provider's page, which sends the person back. */
export async function leaveForProvider(providerType: Provider): Promise<void> {
  const { url, proof } = await beginSignIn(providerType, location.origin + location.pathname)
  sessionStorage.setItem(storageKey, JSON.stringify({ providerType, ...proof }))
  location.assign(url)
}

/** The provider's answer; `undefined` for any other URL. */
export function readProviderAnswer({ search }: Pick<Location, 'search'>): ProviderAnswer | undefined {
  const { code = '', error = '' } = Object.fromEntries(new URLSearchParams(search))
  return code || error ? { code, error } : undefined
}

/** Completes the sign-in of {@link leaveForProvider}. The proof is valid once. */
export async function signInWithAnswer({ code, error }: ProviderAnswer): Promise<SignedIn> {
  const text = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (text === null) throw new Error('This page has not begun a sign-in.')
  const { providerType, ...proof } = JSON.parse(text) as Proof & { providerType: Provider }
  if (error) throw new Error(`${providerType} answered: ${error}.`)
  return oauth.signIn(anonymous, { providerType, body: { code, ...proof } })
}
