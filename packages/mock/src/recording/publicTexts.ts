import { knownNetworks, localNetworks } from '@latchkey/chains/knownNetworks'
import { chains } from '@latchkey/crypto/chainAddresses'
import { defaultSettings } from '../domain/environments/defaultSettings.ts'
import { isProvider, providerCatalogue } from '../domain/providers/providerCatalogue.ts'
import { isCountryCode } from '../domain/shared/countries.ts'

/** Texts that the mock itself has, so that a scenario shows them: everybody who has the package can read them. */
type IsPublic = (text: string) => boolean

/** A value that is made when it is asked for, since most commands do without it. */
const lazy = <T>(make: () => T): (() => T) => {
  let result: { readonly value: T } | undefined
  return () => (result ??= { value: make() }).value
}

/** The texts of the settings that a new environment begins with, each after its path. */
const defaultTexts = lazy(() => {
  const texts = new Set<string>()
  const collect = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.add(`${path} ${value}`)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value))
      collect(inner, Array.isArray(value) ? `${path}[]` : `${path}.${name}`)
  }
  for (const name of ['sandbox', 'live'] as const) {
    const settings = defaultSettings(name)
    collect(settings, 'settings')
    collect(settings.sdk.views, 'sdkViews')
  }
  return texts
})

const chainNames = lazy(
  () =>
    new Set([...chains, ...chains.map((chain) => chain.toLowerCase()), ...knownNetworks.map((each) => each.chainName)]),
)

const providerScopes = lazy(
  () => new Set([...providerCatalogue.values()].flatMap(({ scopes = '' }) => scopes.split(' '))),
)

const publicTexts: ReadonlyArray<readonly [path: RegExp, isPublic: IsPublic]> = [
  [/\.(chains|chainConfigurations)\[\]\.name$/, (text) => chainNames().has(text)],
  [/\.multichainAccountAbstractionProviders\[\]\.chain$/, (text) => chainNames().has(text)],
  [/\.sections\[\]\.defaultItem$/, isProvider],
  [/^providers\[\]\.scopes$/, (text) => text.split(' ').every((scope) => providerScopes().has(scope))],
  // That of a provider that was given none.
  [/^providers\[\]\.salt$/, (text) => text === '0'],
  [/\.isoCountryCode$/, isCountryCode],
  // Calling codes have at most three digits.
  [/\.phoneCountryCode$/, (text) => /^\+?\d{1,3}$/.test(text)],
]

/** Whether a text is one of the mock's own, in this field. */
export const isPublicText = (path: string, text: string): boolean =>
  defaultTexts().has(`${path} ${text}`) || publicTexts.some(([field, isPublic]) => field.test(path) && isPublic(text))

const knownNetworkIds = lazy(() => new Set([...knownNetworks, ...localNetworks].map(({ networkId }) => networkId)))

/** Whether a network is built into the mock. */
export const isKnownNetworkId = (id: number): boolean => knownNetworkIds().has(id)
