import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'

/** The part of TronLink's object that {@link fromTronLink} uses. OKX Wallet and others have it, too. */
export interface TronLink {
  request(call: { method: string }): Promise<unknown>
  /** Absent while the wallet is locked. */
  readonly tronWeb?: TronWeb | false | undefined
}

/** The part of TronWeb that {@link fromTronLink} uses. */
export interface TronWeb {
  readonly defaultAddress: { readonly base58: string | false }
  readonly trx: { signMessageV2(message: string): Promise<string> }
}

/** The codes of its replies: it throws for none of them. */
const reasons = { 4000: 'request_pending', 4001: 'cancelled' } as const

/**
 * Creates a {@link WalletSource} for a Tron wallet from the object of TronLink or a similar wallet (`signMessageV2`).
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromTronLink(window.tronLink), walletName: 'tronlink' })
 */
export function fromTronLink(tronLink: TronLink): WalletSource {
  assertArgument(tronLink?.request, 'tronLink', 'an object like window.tronLink')
  return {
    chain: 'TRON',
    async prove({ message: write, select }) {
      const reply = (await tronLink.request({ method: 'tron_requestAccounts' })) as { code?: number } | undefined
      const reason = reasons[reply?.code as keyof typeof reasons]
      if (reason) throw walletError(reason, reply)
      const { tronWeb } = tronLink
      if (!tronWeb) throw walletError('locked', reply)
      const address = select([tronWeb.defaultAddress.base58 || ''].filter(Boolean))
      const message = write(address)
      return { address, message, signature: await tronWeb.trx.signMessageV2(message) }
    },
    follow(listener) {
      const onMessage = ({ source, data }: MessageEvent) => {
        const { action, data: account } = data?.message ?? {}
        if (source === window && action === 'accountsChanged') listener(account?.address || undefined)
      }
      addEventListener('message', onMessage)
      return () => removeEventListener('message', onMessage)
    },
  }
}
