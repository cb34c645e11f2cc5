import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'
import { type AptosReply, featuresOf, type StandardWallet } from './standard.ts'

/**
 * A wallet of Aptos, by its object of AIP-62 (`aptos:connect`, `aptos:signMessage`).
 *
 * The wallet puts its own lines around the message, and signs the whole. Accounts with several keys and keyless ones are
 * refused by the service.
 *
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
