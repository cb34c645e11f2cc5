import { type FilledTransaction, fillTransaction } from './fillTransaction.ts'
import type { ProviderParts } from './providerParts.ts'
import type { ReadTransaction } from './readTransaction.ts'
import type { Hex } from './types.ts'

/** A transaction that a node has taken. */
interface SentTransaction {
  readonly hash: Hex
  readonly nonce: number
}

/** Signs and sends the transactions of a wallet's account. */
export interface Sending {
  /** Runs what sends transactions after all that was begun before, because the next one needs the nonce of these. */
  inTurn<T>(run: () => Promise<T>): Promise<T>
  /** Adds what an app leaves to its wallet, and signs. */
  sign(chainId: number, transaction: ReadTransaction): Promise<FilledTransaction & { readonly raw: Hex }>
  send(chainId: number, transaction: ReadTransaction): Promise<SentTransaction>
}

export function createSending({ address, ask, fail, signing }: ProviderParts): Sending {
  let last: Promise<unknown> = Promise.resolve()

  const sign: Sending['sign'] = async (chainId, transaction) => {
    const askNode = (method: string, params?: unknown) => ask(chainId, method, params)
    const filled = await fillTransaction(transaction, { address, chainId, ask: askNode, fail })
    return { ...filled, raw: await signing.signTransaction(filled) }
  }

  return {
    inTurn(run) {
      const result = last.catch(() => {}).then(run)
      last = result
      return result
    },
    sign,
    async send(chainId, transaction) {
      const { raw, nonce } = await sign(chainId, transaction)
      return { hash: (await ask(chainId, 'eth_sendRawTransaction', [raw])) as Hex, nonce }
    },
  }
}
