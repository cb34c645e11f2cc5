import type { components } from '@latchkey/types'
import type { Authenticator } from '../../src/control/device/authenticator.ts'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { appOrigin, from } from './passkeyCeremonies.ts'

type Schemas = components['schemas']
type Host = TestHost & ReturnType<typeof callsOf>

/** Lets the custody vendor hold the keys of embedded wallets, of both generations. */
export async function enableVendor(host: Host): Promise<Schemas['Provider']> {
  const provider = await host.mock.create.provider({ provider: 'turnkey' })
  await host.mock.settings.patch({ sdk: { embeddedWallets: { sessionKeyDuration: { amount: 1, unit: 'hours' } } } })
  return provider
}

/** Somebody who is signed in, and has an authenticator. */
export interface VendorPerson {
  readonly userId: string
  readonly token: string
  readonly authenticator: Authenticator
}

export async function vendorPerson(host: Host, email = 'ada@example.com'): Promise<VendorPerson> {
  const { id: userId } = await host.mock.create.user({ email })
  return { userId, token: (await host.mock.signIn(userId)).token, authenticator: host.mock.authenticator() }
}

interface VendorWallets {
  readonly chains?: readonly Schemas['EmbeddedWalletChainEnum'][]
  readonly embeddedWalletProvider?: Schemas['EmbeddedWalletProviderEnum']
  /** Whether a passkey secures the wallets. @default true */
  readonly withPasskey?: boolean
  readonly sessionPublicKey?: string
}

/** Creates wallets as a page does, by default one of the second generation on EVM. */
export async function createVendorWallets(
  host: Host,
  { token, authenticator }: Pick<VendorPerson, 'token' | 'authenticator'>,
  { chains = ['EVM'], embeddedWalletProvider = 'turnkeyhd', withPasskey = true, ...rest }: VendorWallets = {},
) {
  const embeddedWalletSpecificOpts = withPasskey
    ? await host.mock.custody.createPasskey({ authenticator, origin: appOrigin })
    : undefined
  const embeddedWallets = [{ embeddedWalletProvider, chains, embeddedWalletSpecificOpts, ...rest }]
  const { body } = await host.call('vendorWallets.create', { token, body: { embeddedWallets }, ...from(appOrigin) })
  return { ...body, jwt: body.jwt as string, wallets: embeddedOf(body.user) }
}

/** The embedded wallets of a profile. */
export function embeddedOf({ verifiedCredentials }: Schemas['SdkUser']) {
  return verifiedCredentials
    .filter(({ wallet_provider: provider }) => provider === 'embeddedWallet')
    .map(({ id, address = '', chain, wallet_properties: properties = {} }) => ({ id, address, chain, properties }))
}

/** The claims of a token. */
export function claimsOf(token: string | undefined): Record<string, unknown> {
  return JSON.parse(atob(String(token).split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
}
