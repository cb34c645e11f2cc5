import type { WalletProof, WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'
import { toUtf8 } from './bytes.ts'
import { connect, featuresOf, follow, type SolanaOutput, type StandardWallet } from './standard.ts'

/** Options of {@link fromSolanaWallet}. */
export interface SolanaOptions {
  /** The chain under which the service stores the wallet. @default 'SOL' */
  chain?: 'SOL' | 'ECLIPSE' | undefined
}

/**
 * Creates a {@link WalletSource} for a Solana or Eclipse wallet from its object of the Wallet Standard.
 *
 * On Solana, a wallet with `solana:signIn` connects and signs in one dialog, and writes the message itself. Other wallets,
 * and all wallets on Eclipse, connect and then sign the message. The network in the message is the `chainId` of the
 * sign-in, and `mainnet` without one.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example
 * const phantom = getWallets().get().find(({ name }) => name === 'Phantom')
 * await signInWithWallet(session, { wallet: fromSolanaWallet(phantom) })
 */
export function fromSolanaWallet(wallet: StandardWallet, { chain = 'SOL' }: SolanaOptions = {}): WalletSource {
  assertArgument(wallet?.features, 'wallet', 'a wallet of getWallets()')
  return {
    chain,
    walletName: wallet.name,
    async prove(request) {
      const { 'solana:signIn': signIn, 'solana:signMessage': signing } = featuresOf(wallet)
      const { fields, chainId, account: address } = request
      if (signIn && chain === 'SOL') return proofOf(await signIn.signIn({ ...fields, chainId, address, version: '1' }))
      if (!signing) throw walletError('not_supported')
      const account = await connect(wallet, 'solana:', request)
      const message = toUtf8(request.message(account.address))
      return proofOf(await signing.signMessage({ account, message }), account)
    },
    follow: (listener) => follow(wallet, 'solana:', listener),
  }
}

const proofOf = ([output]: readonly SolanaOutput[], account = output?.account): WalletProof => ({
  address: account?.address,
  message: output?.signedMessage,
  signature: output?.signature,
})
