import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'
import type { BitcoinOptions } from './bitcoin.ts'

/** The part of a provider, such as `window.XverseProviders.BitcoinProvider`, that {@link fromSatsConnect} uses. */
export interface SatsConnectProvider {
  request(method: string, params: unknown): Promise<unknown>
  addListener?(info: { eventName: 'accountChange'; cb: (event: SatsConnectChange) => void }): () => void
}

/** An address of a wallet. */
export interface SatsConnectAddress {
  readonly address: string
  /** `payment`, `ordinals` or `spark`. */
  readonly purpose: string
}

/** The event after the person has selected another account. */
export interface SatsConnectChange {
  readonly addresses?: readonly SatsConnectAddress[] | undefined
}

interface Reply<Result> {
  readonly result?: Result
  readonly error?: { readonly code: number }
}

/** Options of {@link fromSatsConnect}. */
export interface SatsConnectOptions extends BitcoinOptions {
  /** The chain. With `SPARK`, the identity key of the wallet's Spark account signs. @default 'BTC' */
  chain?: 'BTC' | 'SPARK' | undefined
}

/** Its codes, which mean something else in EIP-1474. */
const reasons = { [-32000]: 'cancelled', [-32001]: 'not_supported', [-32002]: 'locked' } as const

/**
 * Creates a {@link WalletSource} for a Bitcoin or Spark wallet from its sats-connect provider.
 *
 * An address that begins with `1`, `m` or `n` signs with ECDSA; all other addresses sign as BIP-322 says.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromSatsConnect(window.XverseProviders.BitcoinProvider) })
 */
export function fromSatsConnect(
  provider: SatsConnectProvider,
  { chain = 'BTC', purpose: kind = 'payment' }: SatsConnectOptions = {},
): WalletSource {
  assertArgument(provider?.request, 'provider', 'a provider of sats-connect')
  const isSpark = chain === 'SPARK'
  const purpose = isSpark ? 'spark' : kind
  async function ask<Result>(method: string, params: object): Promise<Result | undefined> {
    const { result, error } = (await provider.request(method, params)) as Reply<Result>
    const reason = reasons[error?.code as keyof typeof reasons]
    if (error) throw reason ? walletError(reason, error) : error
    return result
  }
  return {
    chain,
    async prove({ message: write, select }) {
      const { address } = select(await ask<readonly SatsConnectAddress[]>('getAccounts', { purposes: [purpose] }))
      const message = write(address)
      const protocol = /^[1mn]/.test(address) ? 'ECDSA' : 'BIP322'
      const params = isSpark ? { message } : { address, message, protocol }
      const reply = await ask<{ signature: string }>(`${isSpark ? 'spark_' : ''}signMessage`, params)
      return { address, message, signature: reply?.signature }
    },
    follow: (listener) =>
      provider.addListener?.({
        eventName: 'accountChange',
        cb: ({ addresses }) => listener(addresses?.find((each) => each.purpose === purpose)?.address),
      }),
  }
}
