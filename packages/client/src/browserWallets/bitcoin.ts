import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'
import { toUtf8 } from './bytes.ts'
import { featuresOf, follow, type StandardWallet } from './standard.ts'

/** Options of {@link fromBitcoinWallet}. */
export interface BitcoinOptions {
  /** The kind of address that signs; most wallets have an address of each kind. @default 'payment' */
  purpose?: 'payment' | 'ordinals' | undefined
}

/**
 * Creates a {@link WalletSource} for a Bitcoin wallet from its object of the Wallet Standard (`bitcoin:connect`,
 * `bitcoin:signMessage`). For a sats-connect wallet, use {@link fromSatsConnect}.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromBitcoinWallet(getWallets().get().find(hasBitcoin)) })
 */
export function fromBitcoinWallet(wallet: StandardWallet, { purpose = 'payment' }: BitcoinOptions = {}): WalletSource {
  assertArgument(wallet?.features, 'wallet', 'a wallet of getWallets()')
  return {
    chain: 'BTC',
    walletName: wallet.name,
    async prove({ message: write, select }) {
      const { 'bitcoin:connect': connecting, 'bitcoin:signMessage': signing } = featuresOf(wallet)
      if (!connecting || !signing) throw walletError('not_supported')
      const account = select((await connecting.connect({ purposes: [purpose] })).accounts)
      const { address } = account
      const message = write(address)
      const [output] = await signing.signMessage({ account, message: toUtf8(message) })
      return { address, message, signature: output?.signature }
    },
    follow: (listener) => follow(wallet, 'bitcoin:', listener),
  }
}
