import type { Network } from '../ledger/blocks.ts'
import type { NotedTransactions, RpcWorld } from './rpcWorld.ts'

/** A call that a real node has answered. */
interface AnsweredCall {
  readonly method: string
  readonly params: unknown
  readonly result: unknown
}

interface Reason extends Pick<NotedTransactions, 'by'> {
  /** The hashes of the transactions that the call is about. */
  hashesIn(call: AnsweredCall): readonly unknown[]
}

const evmHash = ({ result }: Pick<AnsweredCall, 'result'>) => {
  const { transactionHash = result } = Object(result) as { readonly transactionHash?: unknown }
  return [typeof transactionHash === 'string' ? transactionHash.toLowerCase() : undefined]
}
/** The receipt of its bundle in that of a user operation. */
const receiptIn = (result: unknown) => ({ result: (Object(result) as { readonly receipt?: unknown }).receipt })
const sentOnEvm: Reason = { by: 'sent', hashesIn: evmHash }
const sentOnSolana: Reason = { by: 'sent', hashesIn: ({ result }) => [result] }

/** The methods of nodes that are about a transaction that was sent, by the family of the chain. */
const reasons: Readonly<Record<string, Readonly<Record<string, Reason>>>> = {
  eip155: {
    eth_sendRawTransaction: sentOnEvm,
    eth_sendRawTransactionSync: sentOnEvm,
    eth_sendTransaction: sentOnEvm,
    eth_sendTransactionSync: sentOnEvm,
    eth_sendUnsignedTransaction: sentOnEvm,
    eth_getTransactionReceipt: { by: 'read', hashesIn: evmHash },
    eth_getUserOperationReceipt: { by: 'read', hashesIn: ({ result }) => evmHash(receiptIn(result)) },
  },
  solana: {
    sendTransaction: sentOnSolana,
    requestAirdrop: sentOnSolana,
    getSignatureStatuses: { by: 'read', hashesIn: ({ params }) => [params].flat(2) },
    getTransaction: { by: 'read', hashesIn: ({ params }) => [params].flat().slice(0, 1) },
  },
}

/** Notes the transactions that a real node's reply is about, so that their wallets hear of them in a block. */
export async function noteReply(
  world: Pick<RpcWorld, 'noteTransactions' | 'report'>,
  { family, networkId }: Network,
  call: AnsweredCall,
): Promise<void> {
  const ofFamily = reasons[family] ?? {}
  const reason = Object.hasOwn(ofFamily, call.method) ? ofFamily[call.method] : undefined
  const hashes = reason?.hashesIn(call).filter((hash) => typeof hash === 'string') ?? []
  if (!reason || hashes.length === 0) return
  try {
    await world.noteTransactions({ by: reason.by, networkId, hashes })
  } catch (error) {
    // The node has the transaction all the same.
    world.report(error)
  }
}
