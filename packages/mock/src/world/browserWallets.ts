import { randomSeed } from '@latchkey/base/random'
import { createWatchers } from '@latchkey/base/watchers'
import type { AptosWalletControl } from '@latchkey/browser-wallet/aptos/aptosBrowserWallet'
import type { BrowserWallet } from '@latchkey/browser-wallet/browserWallet'
import type { EvmWalletControl } from '@latchkey/browser-wallet/evm/evmWallet'
import type { WalletControl } from '@latchkey/browser-wallet/walletCore'
import type { WalletPages } from '@latchkey/browser-wallet/walletPages'

/** The path below which pages reach wallets. The rest of it is the key. */
export const walletPagesPath = '/__mock/wallets/'

/** A browser wallet of any chain. What only some chains have can be absent. */
export type AnyBrowserWallet = BrowserWallet &
  WalletControl &
  Partial<Pick<EvmWalletControl, 'assets' | 'chainId' | 'offline' | 'setOffline' | 'switchChain'>> &
  Partial<Pick<AptosWalletControl, 'network' | 'switchNetwork'>>

/** `all`: a reset, or the end of the mock, has removed the wallets. `one`: something happened to one of them. */
type WalletChange = 'all' | 'one'

/** The browser wallets of a mock, and the pages that reach them over HTTP. They are no part of its state. */
export interface BrowserWallets {
  list(): readonly AnyBrowserWallet[]
  get(id: string): AnyBrowserWallet | undefined
  /** @param chain - As the interface names it: `EVM`, `SOL`… */
  add(wallet: AnyBrowserWallet, chain: string): void
  /** The chain of a wallet. */
  chainOf(id: string): string
  /** Lets a page reach the wallets. The script has it, which only controllers of the mock get. */
  readonly pageKey: string
  /** Loads the pages. */
  pages(): Promise<WalletPages>
  /** Removes all wallets, and closes their pages. */
  clear(): void
  /** Calls a function each time a wallet was added, has changed, or was removed. @returns A function that ends it */
  watch(listener: (change: WalletChange) => void): () => void
}

/** A page that is left says so, unless the browser breaks down. A page in a debugger says nothing for a while. */
const idleMs = 5 * 60_000

export function createBrowserWalletList(): BrowserWallets {
  const byId = new Map<string, { readonly wallet: AnyBrowserWallet; readonly chain: string }>()
  const get = (id: string) => byId.get(id)?.wallet
  const { watch, tell } = createWatchers<[scope: WalletChange]>((cause) => console.error(cause))
  let pageKey: string | undefined
  let pages: Promise<WalletPages> | undefined

  async function load(): Promise<WalletPages> {
    const { createWalletPages } = await import('@latchkey/browser-wallet/walletPages')
    return createWalletPages(get, { idleMs })
  }

  return {
    list: () => [...byId.values()].map(({ wallet }) => wallet),
    chainOf: (id) => byId.get(id)?.chain ?? '',
    get,
    add(wallet, chain) {
      byId.set(wallet.card.id, { wallet, chain })
      wallet.watch(() => {
        if (get(wallet.card.id) !== wallet) return
        if (wallet.isRemoved) byId.delete(wallet.card.id)
        tell('one')
      })
      tell('one')
    },
    get pageKey() {
      return (pageKey ??= randomSeed())
    },
    pages: () => (pages ??= load()),
    clear() {
      for (const { wallet } of byId.values()) wallet.remove()
      tell('all')
      void pages?.then(({ closeAll }) => closeAll())
    },
    watch,
  }
}
