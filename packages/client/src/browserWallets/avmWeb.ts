import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'

/** A reply to a message of ARC-0027, as its client hears it. */
export interface AvmWebReply<Result> {
  readonly requestId: string
  readonly error: { readonly code: number } | null
  readonly result: Result | null
}

type Hear<Result> = (callback: (reply: AvmWebReply<Result>) => void) => string

/** The part of an `AVMWebClient` of `@agoralabs-sh/avm-web-provider` that {@link fromAvmWebClient} uses. */
export interface AvmWebClient {
  readonly onEnable: Hear<{ readonly accounts: readonly { readonly address: string }[] }>
  readonly onSignMessage: Hear<{ readonly signature: string }>
  enable(params: { providerId: string }): string
  signMessage(params: { providerId: string; message: string; signer: string }): string
  removeListener(listenerId: string): unknown
}

/** Options of {@link fromAvmWebClient}. */
export interface AvmWebOptions {
  /** The id of the wallet, by which ARC-0027 tells wallets apart. The client's `onDiscover` lists those of a page. */
  providerId: string
}

/** Its codes, some of which mean something else in EIP-1193. */
const reasons = {
  4001: 'cancelled',
  4003: 'not_supported',
  4004: 'wrong_chain',
  4100: 'locked',
  4200: 'wallet_failed',
} as const

/**
 * Creates a {@link WalletSource} for an Algorand wallet that answers the messages of ARC-0027, such as Kibisis. The
 * wallet signs a text as it is, so `MX` stands in front of the sign-in message: the service verifies it with `MX`.
 *
 * @throws {@link TypeError} when there is no such object, as in a page without the library, or no `providerId`.
 * @example await signInWithWallet(session, { wallet: fromAvmWebClient(AVMWebClient.init(), { providerId }) })
 */
export function fromAvmWebClient(client: AvmWebClient, options: AvmWebOptions): WalletSource {
  assertArgument(client?.onSignMessage, 'client', 'an AVMWebClient')
  assertArgument(options?.providerId, 'providerId', 'the id of a wallet')
  const { providerId } = options
  const ask = <Result>(hear: Hear<Result>, send: () => string) =>
    new Promise<Result | null>((resolve, reject) => {
      // The reply may come before the id of its request: it is heard a turn later.
      const listenerId = hear.call(client, async ({ requestId, error, result }) => {
        if ((await requested) !== requestId) return
        client.removeListener(listenerId)
        if (!error) return resolve(result)
        const reason = reasons[error.code as keyof typeof reasons]
        reject(reason ? walletError(reason, error) : error)
      })
      const requested = Promise.resolve().then(send)
      requested.catch(reject)
    })
  return {
    chain: 'ALGO',
    async prove({ message: write, select }) {
      const enabled = await ask(client.onEnable, () => client.enable({ providerId }))
      const { address } = select(enabled?.accounts)
      const message = write(address)
      const signed = await ask(client.onSignMessage, () =>
        client.signMessage({ providerId, message: `MX${message}`, signer: address }),
      )
      return { address, message, signature: signed?.signature }
    },
  }
}
