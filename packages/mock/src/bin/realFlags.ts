import { defined } from '@latchkey/base/defined'
import { didYouMean } from '@latchkey/base/nearest'
import { type OAuthProvider, oauthProviders } from '../domain/providers/providerCatalogue.ts'
import type { Mock } from '../mock/createMock.ts'

/** A provider whose people a real issuer signs in. */
interface RealProvider {
  readonly provider: OAuthProvider
  readonly domain?: string
  readonly issuer: string
}

/** A JWK set of settings, and where it is served if that is elsewhere. */
interface RealKeySet {
  readonly jwksUrl: string
  readonly servedAt?: string
}

/** The real providers and issuers that flags name. */
export interface RealFlags {
  readonly realProviders: readonly RealProvider[]
  readonly realKeySets: readonly RealKeySet[]
}

/** @throws TypeError with one line, which has no part of a URL: that may have credentials */
export function readProvider(text: string): RealProvider {
  const [, name = '', domain, issuer = ''] = /^([\w-]+)(?::([\w.-]+))?=(https?:\/\/.+)$/.exec(text) ?? []
  const provider = oauthProviders.find((each) => each === name)
  if (issuer !== '' && provider) return { provider, ...defined({ domain }), issuer }
  if (issuer !== '')
    throw new TypeError(
      `--idp takes a provider that signs people in by OAuth, not "${name}".${didYouMean(name, oauthProviders)}`,
    )
  throw new TypeError('--idp takes a provider and its issuer: google=http://127.0.0.1:8080/realms/staff.')
}

/** @throws TypeError with one line, which has no part of a URL: that may have credentials */
export function readKeySet(text: string): RealKeySet {
  const separator = text.search(/=https?:\/\//)
  if (text === '' || separator === 0)
    throw new TypeError('--jwks takes the URL of a JWK set: https://login.example.com/jwks.json.')
  if (separator === -1) return { jwksUrl: text }
  return { jwksUrl: text.slice(0, separator), servedAt: text.slice(separator + 1) }
}

/** The calls that attach them, one for each. */
export const realAttachments = (
  { idp, issuers }: Pick<Mock, 'idp' | 'issuers'>,
  { realProviders, realKeySets }: RealFlags,
): (() => Promise<unknown>)[] => [
  ...realProviders.map(
    ({ provider, ...input }) =>
      () =>
        idp[provider].attach(input),
  ),
  ...realKeySets.map((keySet) => () => issuers.attach(keySet)),
]
