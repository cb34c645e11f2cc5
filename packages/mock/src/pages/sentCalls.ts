import type { Backend } from '../domain/shared/backend.ts'
import { lookAtOnce, watchTransaction } from '../domain/walletTransactions/sentTransactions.ts'
import type { Network } from '../outside/ledger/blocks.ts'

/** The parts of the mock that notes need. */
interface NotingWorld {
  transact<T>(work: (backend: Backend) => T): T | Promise<T>
  report(cause: unknown): void
}

type Note = typeof watchTransaction

/** The methods of EVM nodes that give the hash or the receipt of a transaction, and the reason to note it. */
const notes: Readonly<Record<string, Note>> = {
  eth_sendRawTransaction: watchTransaction,
  eth_sendRawTransactionSync: watchTransaction,
  eth_sendTransaction: watchTransaction,
  eth_sendTransactionSync: watchTransaction,
  eth_sendUnsignedTransaction: watchTransaction,
  eth_getTransactionReceipt: lookAtOnce,
}

/** Notes the transaction in a real node's reply, so that wallets of the service hear of it once it is in a block. */
export async function noteReply(
  world: NotingWorld,
  { family, networkId }: Network,
  { method, result }: { readonly method: string; readonly result: unknown },
): Promise<void> {
  const note = family === 'eip155' && Object.hasOwn(notes, method) ? notes[method] : undefined
  const { transactionHash = result } = Object(result) as { readonly transactionHash?: unknown }
  if (!note || typeof transactionHash !== 'string') return
  try {
    await world.transact((backend) => note(backend, { networkId, hash: transactionHash.toLowerCase() }))
  } catch (error) {
    // The node has the transaction all the same.
    world.report(error)
  }
}
