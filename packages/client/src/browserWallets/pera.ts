import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { toUtf8 } from './bytes.ts'

/** The part of a `PeraWalletConnect` of `@perawallet/connect` that {@link fromPeraWallet} uses. */
export interface PeraWallet {
  reconnectSession(): Promise<string[]>
  connect(): Promise<string[]>
  signData(data: { data: Uint8Array; message: string }[], signer: string): Promise<Uint8Array[]>
}

/**
 * Creates a {@link WalletSource} for an Algorand wallet from the object of `@perawallet/connect`. The service does not
 * accept ARC-60 replies, such as those of `signData` in use-wallet.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromPeraWallet(new PeraWalletConnect()) })
 */
export function fromPeraWallet(pera: PeraWallet): WalletSource {
  assertArgument(pera?.signData, 'pera', 'a PeraWalletConnect')
  return {
    chain: 'ALGO',
    walletName: 'pera',
    async prove({ fields, message: write, select }) {
      const accounts = await pera.reconnectSession()
      // A second `connect` of a session is refused.
      const address = select(accounts?.length ? accounts : await pera.connect())
      const message = write(address)
      const { statement = 'Sign in' } = fields
      const signatures = await pera.signData([{ data: toUtf8(message), message: statement }], address)
      return { address, message, signature: signatures?.[0] }
    },
  }
}
