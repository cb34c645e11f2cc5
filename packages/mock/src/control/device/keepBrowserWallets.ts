import { defined } from '@latchkey/base/defined'
import type { BrowserChain, CreateBrowserWallet } from './browserWalletOptions.ts'
import type { ServedWallets } from './servedWallets.ts'

/** The part of a mock that creates browser wallets. */
interface WalletMock {
  readonly wallets: { readonly browser: CreateBrowserWallet }
  readonly browserWallets: Pick<ServedWallets, 'wallets'>
}

/** Creates a wallet of each chain, and creates them anew each time a reset has removed them. */
export async function keepBrowserWallets(mock: WalletMock, chains: readonly BrowserChain[]): Promise<void> {
  if (chains.length === 0) return
  const { wallets } = mock.browserWallets
  async function createAll(): Promise<void> {
    for (const chain of chains)
      await mock.wallets.browser({
        chain,
        name: `Test wallet (${chain})`,
        ...defined({ windowEthereum: chain === 'EVM' ? true : undefined }),
      })
  }
  let creating = createAll()
  await creating
  wallets.watch((change) => {
    // A wallet that a person has removed stays away.
    if (change !== 'all') return
    // One after the other, so that two resets at once do not leave each wallet twice.
    creating = creating.then(() => (wallets.list().length > 0 ? undefined : createAll()))
  })
}
