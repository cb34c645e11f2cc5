import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'
import { toUtf8 } from './bytes.ts'
import { connect, featuresOf, follow, type StandardWallet } from './standard.ts'

/**
 * Creates a {@link WalletSource} for a Sui wallet from its object of the Wallet Standard (`sui:signPersonalMessage`).
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromSuiWallet(getWallets().get().find(hasSui)) })
 */
export function fromSuiWallet(wallet: StandardWallet): WalletSource {
  assertArgument(wallet?.features, 'wallet', 'a wallet of getWallets()')
  return {
    chain: 'SUI',
    walletName: wallet.name,
    async prove(request) {
      const { 'sui:signPersonalMessage': signing } = featuresOf(wallet)
      if (!signing) throw walletError('not_supported')
      const account = await connect(wallet, 'sui:', request)
      const { address } = account
      const message = request.message(address)
      const reply = await signing.signPersonalMessage({ account, message: toUtf8(message) })
      return { address, message, signature: reply?.signature }
    },
    follow: (listener) => follow(wallet, 'sui:', listener),
  }
}
