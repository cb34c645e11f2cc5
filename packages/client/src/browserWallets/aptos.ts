import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'
import { type AptosReply, featuresOf, type StandardWallet } from './standard.ts'

/**
 * Creates a {@link WalletSource} for an Aptos wallet from its AIP-62 object (`aptos:connect`, `aptos:signMessage`).
 *
 * The wallet puts its own lines around the message, and signs the whole text. The service refuses accounts with several
 * keys, and keyless accounts.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromAptosWallet(getAptosWallets().aptosWallets[0]) })
 */
export function fromAptosWallet(wallet: StandardWallet): WalletSource {
  assertArgument(wallet?.features, 'wallet', 'a wallet of getAptosWallets()')
  const features = featuresOf(wallet)
  return {
    chain: 'APTOS',
    walletName: wallet.name,
    async prove({ fields: { nonce }, message: write, select }) {
      const { 'aptos:connect': connecting, 'aptos:signMessage': signing } = features
      if (!connecting || !signing) throw walletError('not_supported')
      const account = approved(await connecting.connect())
      const address = select([String(account.address)])
      const { fullMessage, signature } = approved(await signing.signMessage({ message: write(address), nonce }))
      const proof = { publicKey: `${account.publicKey}`, signature: `${signature}` }
      return { address, message: fullMessage, signature: signature && JSON.stringify(proof) }
    },
    follow(listener) {
      void features['aptos:onAccountChange']?.onAccountChange((account) => listener(account && `${account.address}`))
      return undefined
    },
  }
}

/** The reply to a request that the person approved. A refusal is a reply as well. */
function approved<Args>({ status, args }: AptosReply<Args>): Args {
  if (!args) throw walletError('cancelled', status)
  return args
}
