import type { Network } from '@latchkey/chains/ledger/blocks'
import type { Backend } from '../domain/shared/backend.ts'
import { lookAtOnce, watchTransaction } from '../domain/walletTransactions/sentTransactions.ts'

/** The parts of the mock that notes need. */
interface NotingWorld {
  transact<T>(work: (backend: Backend) => T): T | Promise<T>
  report(cause: unknown): void
}

type Note = typeof watchTransaction

/** A call that a real node has answered. */
interface AnsweredCall {
  readonly method: string
  readonly params: unknown
  readonly result: unknown
}

interface Reason {
  readonly note: Note
  /** The hashes of the transactions that the call is about. */
  hashesIn(call: AnsweredCall): readonly unknown[]
}

const evmHash = ({ result }: Pick<AnsweredCall, 'result'>) => {
  const { transactionHash = result } = Object(result) as { readonly transactionHash?: unknown }
  return [typeof transactionHash === 'string' ? transactionHash.toLowerCase() : undefined]
}
/** The receipt of its bundle in that of a user operation. */
const receiptIn = (result: unknown) => ({ result: (Object(result) as { readonly receipt?: unknown }).receipt })
const watchedOnEvm: Reason = { note: watchTransaction, hashesIn: evmHash }
const watchedOnSolana: Reason = { note: watchTransaction, hashesIn: ({ result }) => [result] }

/** The methods of nodes that are about a transaction that was sent, by the family of the chain. */
const reasons: Readonly<Record<string, Readonly<Record<string, Reason>>>> = {
  eip155: {
    eth_sendRawTransaction: watchedOnEvm,
    eth_sendRawTransactionSync: watchedOnEvm,
    eth_sendTransaction: watchedOnEvm,
    eth_sendTransactionSync: watchedOnEvm,
    eth_sendUnsignedTransaction: watchedOnEvm,
    eth_getTransactionReceipt: { note: lookAtOnce, hashesIn: evmHash },
    eth_getUserOperationReceipt: { note: lookAtOnce, hashesIn: ({ result }) => evmHash(receiptIn(result)) },
  },
  solana: {
    sendTransaction: watchedOnSolana,
    requestAirdrop: watchedOnSolana,
    getSignatureStatuses: { note: lookAtOnce, hashesIn: ({ params }) => [params].flat(2) },
    getTransaction: { note: lookAtOnce, hashesIn: ({ params }) => [params].flat().slice(0, 1) },
  },
}

/** Notes the transaction in a real node's reply, so that wallets of the service hear of it once it is in a block. */
export async function noteReply(world: NotingWorld, { family, networkId }: Network, call: AnsweredCall): Promise<void> {
  const ofFamily = reasons[family] ?? {}
  const reason = Object.hasOwn(ofFamily, call.method) ? ofFamily[call.method] : undefined
  const hashes = reason?.hashesIn(call).filter((hash) => typeof hash === 'string') ?? []
  if (!reason || hashes.length === 0) return
  try {
    await world.transact((backend) => {
      for (const hash of hashes) reason.note(backend, { networkId, hash })
    })
  } catch (error) {
    // The node has the transaction all the same.
    world.report(error)
  }
}
