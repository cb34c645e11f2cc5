import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'

/** The part of a TON Connect bridge that {@link fromTonConnect} uses, such as `window.tonkeeper.tonconnect`. */
export interface TonConnectBridge {
  connect(protocolVersion: number, message: { manifestUrl: string; items: TonConnectItem[] }): Promise<unknown>
  listen?(listener: (event: { event?: string }) => void): () => void
}

type TonConnectItem = { name: 'ton_addr' } | { name: 'ton_proof'; payload: string }

/** Options of {@link fromTonConnect}. */
export interface TonConnectOptions {
  /** URL of the app's manifest, which the wallet shows. */
  manifestUrl: string
}

/** The answer of a wallet: its replies to the items, or a code. */
interface ConnectEvent {
  readonly payload: { readonly code?: number; readonly items?: readonly ItemReply[] }
}

/** A reply to `ton_addr` or to `ton_proof`. */
interface ItemReply {
  readonly name: string
  readonly address?: string
  /** `-239` is the main network, `-3` the test network. */
  readonly network?: string
  readonly walletStateInit?: string
  readonly publicKey?: string
  readonly proof?: {
    readonly timestamp: number
    readonly domain: { readonly value: string }
    readonly payload: string
    readonly signature: string
  }
}

/**
 * Creates a {@link WalletSource} for a TON wallet from the TON Connect bridge that the wallet puts into the page. The
 * wallet connects and signs in one dialog (`ton_proof`), for the domain of the page that it sees. If the sign-in has a
 * `chainId`, -239 for the main network or -3 for the test network, and the wallet is on the other one, the sign-in
 * fails with `wrong_chain`.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet, or no `manifestUrl`.
 * @example
 * await signInWithWallet(session, { wallet: fromTonConnect(window.tonkeeper.tonconnect, { manifestUrl }) })
 */
export function fromTonConnect(bridge: TonConnectBridge, options: TonConnectOptions): WalletSource {
  assertArgument(bridge?.connect, 'bridge', 'a bridge of TON Connect')
  assertArgument(options?.manifestUrl, 'manifestUrl', 'a URL')
  const { manifestUrl } = options
  return {
    chain: 'TON',
    async prove({ fields, chainId }) {
      const items: TonConnectItem[] = [{ name: 'ton_addr' }, { name: 'ton_proof', payload: fields.nonce }]
      const { payload } = (await bridge.connect(2, { manifestUrl, items })) as ConnectEvent
      const replies = payload.items
      if (!replies) throw payload.code === 300 ? walletError('cancelled', payload) : payload
      const [account, proving] = items.map(({ name }) => replies.find((reply) => reply.name === name))
      const proof = proving?.proof
      if (!proof) throw walletError('not_supported', payload)
      const { address, network, walletStateInit: state_init, publicKey: public_key } = account ?? {}
      if (chainId && String(chainId) !== network) throw walletError('wrong_chain')
      const { domain, timestamp, payload: nonce, signature } = proof
      return {
        address,
        message: JSON.stringify({ domain: domain.value, timestamp, payload: nonce }),
        signature: signature && JSON.stringify({ signature, state_init, public_key }),
      }
    },
    // The hash in the address, whatever its workchain. Wallets give the raw form, `0:` and hex. People know the one in
    // base64, `UQ…` or `EQ…`.
    accountOf: (address) =>
      address[60]
        ? address.slice(-64).replace(/../g, (hex) => String.fromCharCode(Number(`0x${hex}`)))
        : atob(address.replace(/-/g, '+').replace(/_/g, '/')).slice(2, 34),
    follow: (listener) => bridge.listen?.(({ event }) => event === 'disconnect' && listener(undefined)),
  }
}
