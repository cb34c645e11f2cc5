import type { components } from '@latchkey/types'
import type { TestHost } from '../hosts/harness.ts'

type Schemas = components['schemas']

interface Abstraction {
  readonly provider?: Partial<Schemas['ProviderCreateRequest']>
  readonly settings?: Schemas['ProjectSettingsSdkAccountAbstraction']
}

/** Makes an environment give smart wallets, by default for the embedded wallets of new users. */
export async function giveSmartWallets(
  { mock }: Pick<TestHost, 'mock'>,
  { provider = {}, settings = {} }: Abstraction = {},
): Promise<string> {
  const { id = '' } = await mock.create.provider({ ...provider, provider: 'zerodev' })
  await mock.settings.patch({ sdk: { accountAbstraction: settings } })
  return id
}

/** The smart wallet among wallets or credentials. */
export function smartOf<W extends { provider?: string } | { wallet_provider?: string }>(wallets: readonly W[]): W {
  const wallet = wallets.find((each) =>
    ['provider', 'wallet_provider'].some((name) => each[name as keyof W] === 'smartContractWallet'),
  )
  if (!wallet) throw new Error('There is no smart wallet.')
  return wallet
}
