import { defined } from '@latchkey/base/defined'
import { didYouMean } from '@latchkey/base/nearest'
import { type OAuthProvider, oauthProviders } from '../domain/providers/providerCatalogue.ts'
import type { Mock } from '../mock/createMock.ts'
import type { FlagValues } from './flags.ts'

/** The real providers and issuers that flags name. */
export interface RealFlags {
  readonly providers: readonly { readonly provider: OAuthProvider; readonly domain?: string; readonly issuer: string }[]
  readonly keySets: readonly { readonly jwksUrl: string; readonly servedAt?: string }[]
}

/** @throws TypeError with one line, which has no part of a URL: that may have credentials */
export function readRealFlags({ idp = [], jwks = [] }: FlagValues): RealFlags {
  return { providers: idp.map(readProvider), keySets: jwks.map(readKeySet) }
}

function readProvider(text: string): RealFlags['providers'][number] {
  const [, name = '', domain, issuer = ''] = /^([\w-]+)(?::([\w.-]+))?=(https?:\/\/.+)$/.exec(text) ?? []
  const provider = oauthProviders.find((each) => each === name)
  if (issuer !== '' && provider) return { provider, ...defined({ domain }), issuer }
  if (issuer !== '')
    throw new TypeError(
      `--idp takes a provider that signs people in by OAuth, not "${name}".${didYouMean(name, oauthProviders)}`,
    )
  throw new TypeError('--idp takes a provider and its issuer: google=http://127.0.0.1:8080/realms/staff.')
}

function readKeySet(text: string): RealFlags['keySets'][number] {
  const separator = text.search(/=https?:\/\//)
  if (text === '' || separator === 0)
    throw new TypeError('--jwks takes the URL of a JWK set: https://login.example.com/jwks.json.')
  if (separator === -1) return { jwksUrl: text }
  return { jwksUrl: text.slice(0, separator), servedAt: text.slice(separator + 1) }
}

/** The calls that attach them, one for each. */
export const realAttachments = (
  { idp, issuers }: Pick<Mock, 'idp' | 'issuers'>,
  { providers, keySets }: RealFlags,
): (() => Promise<unknown>)[] => [
  ...providers.map(
    ({ provider, ...input }) =>
      () =>
        idp[provider].attach(input),
  ),
  ...keySets.map((keySet) => () => issuers.attach(keySet)),
]
