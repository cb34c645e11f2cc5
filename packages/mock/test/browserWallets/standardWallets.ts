import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'

/** The features with which pages connect. */
type ConnectFeatures = StandardConnectFeature & StandardDisconnectFeature & StandardEventsFeature

/** A wallet of the Wallet Standard with the features of a chain. */
export type WalletWith<Features> = Omit<Wallet, 'features'> & { readonly features: ConnectFeatures & Features }

/** The wallets that a page finds by the Wallet Standard, once its app is ready. */
export function standardWalletsIn<Features>(page: PageWindow): WalletWith<Features>[] {
  const registered: WalletWith<Features>[] = []
  const register = (...wallets: WalletWith<Features>[]) => {
    registered.push(...wallets)
    return () => {}
  }
  page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  return registered
}

/** The only wallet of a page. */
export function onlyWallet<Features>(page: PageWindow): WalletWith<Features> {
  const [first, ...others] = standardWalletsIn<Features>(page)
  if (!first || others.length > 0) throw new Error(`The page has ${others.length + (first ? 1 : 0)} wallets.`)
  return first
}

/** The addresses that a wallet shows to its page each time they change. */
export function changesOf(wallet: WalletWith<unknown>): string[][] {
  const changes: string[][] = []
  wallet.features['standard:events'].on('change', ({ accounts }) => {
    if (accounts) changes.push(addressesOf(accounts))
  })
  return changes
}

/** The addresses of accounts. */
export const addressesOf = (accounts: readonly WalletAccount[]): string[] => accounts.map(({ address }) => address)
