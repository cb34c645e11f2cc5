import { oauth } from '@latchkey/client/operations'
import { anonymous, type SignedIn } from '../api.ts'
import { beginSignIn, type Proof, type Provider } from './oauth.ts'

/** Where the proof waits while the page is away. */
const storageKey = 'react-sign-in.oauth'

/** What a provider's answer in the address of the page is: a code, or the error. */
export interface ProviderAnswer {
  readonly code: string
  readonly error: string
}

/** Leaves the page for the provider's, which sends the person back. */
export async function leaveForProvider(providerType: Provider): Promise<void> {
  const { url, proof } = await beginSignIn(providerType, location.origin + location.pathname)
  sessionStorage.setItem(storageKey, JSON.stringify({ providerType, ...proof }))
  location.assign(url)
}

/** What the provider has answered; `undefined` for any other address. */
export function readProviderAnswer({ search }: Pick<Location, 'search'>): ProviderAnswer | undefined {
  const { code = '', error = '' } = Object.fromEntries(new URLSearchParams(search))
  return code || error ? { code, error } : undefined
}

/** Ends what {@link leaveForProvider} began. The proof serves once. */
export async function signInWithAnswer({ code, error }: ProviderAnswer): Promise<SignedIn> {
  const text = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (text === null) throw new Error('This page has not begun a sign-in.')
  const { providerType, ...proof } = JSON.parse(text) as Proof & { providerType: Provider }
  if (error) throw new Error(`${providerType} answered: ${error}.`)
  return oauth.signIn(anonymous, { providerType, body: { code, ...proof } })
}
