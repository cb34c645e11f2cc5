import { readBase58, toBase64 } from '@latchkey/base/bytes'
import { sleep } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import { providerCodes } from '@latchkey/device/provider'
import { standardCodes } from '../standard/standardSite.ts'
import { fail, WalletError } from '../walletError.ts'
import type { SolanaNodes } from './solanaNodes.ts'

/** The clusters whose nodes the wallet reaches, by chain. */
const clusters: Readonly<Record<string, string>> = {
  'solana:mainnet': 'mainnet',
  'solana:devnet': 'devnet',
  // Apps know a cluster by the URL of its node: the main network on this machine is a local one to them.
  'solana:localnet': 'mainnet',
}

/** How far a transaction is, the lowest first. */
const commitments = ['processed', 'confirmed', 'finalized']

interface SentTransaction {
  readonly cluster: string
  readonly bytes: Uint8Array
  readonly blockhash: string
  readonly options: unknown
  /** Aborts when the page is closed. */
  readonly signal: AbortSignal
}

/**
 * Sends a transaction, and waits for it if the options ask for a commitment.
 *
 * @returns Its first signature, 64 bytes.
 * @throws WalletError -32003 with the error of the node in `data`
 */
export async function sendTransaction(
  { ask }: SolanaNodes,
  { cluster, bytes, blockhash, options, signal }: SentTransaction,
): Promise<Uint8Array> {
  const { commitment, skipPreflight, preflightCommitment, maxRetries, minContextSlot } = isObject(options)
    ? options
    : ({} as Record<string, unknown>)
  const config = defined({ skipPreflight, preflightCommitment, maxRetries, minContextSlot })
  const signature = await ask(cluster, 'sendTransaction', [toBase64(bytes), { encoding: 'base64', ...config }]).catch(
    (error: unknown) => {
      throw rejected(error)
    },
  )
  const isReached = async () => {
    const { value } = Object(await ask(cluster, 'getSignatureStatuses', [[signature]]))
    const status = Object(value)[0] ?? undefined
    if (status?.err) throw rejected(new WalletError(-32_003, 'The transaction has failed.', { data: status.err }))
    if (status) return commitments.indexOf(status.confirmationStatus) >= commitments.indexOf(String(commitment))
    const { value: isValid } = Object(await ask(cluster, 'isBlockhashValid', [blockhash]))
    if (isValid) return false
    throw fail(standardCodes.transactionRejected, 'The transaction has expired before a block took it.')
  }
  while (commitments.includes(String(commitment)) && !signal.aborted && !(await isReached())) await sleep(20)
  return readBase58(String(signature)) ?? new Uint8Array()
}

/** The cluster of a chain. @throws WalletError -32000 without a chain, 4901 for one without a node */
export function clusterOf(chain: unknown): string {
  if (typeof chain !== 'string') throw fail(standardCodes.invalidInput, '"chain" names no chain.')
  const cluster = Object.hasOwn(clusters, chain) ? clusters[chain] : undefined
  if (cluster !== undefined) return cluster
  throw fail(providerCodes.chainDisconnected, `The wallet reaches no node of ${chain}.`)
}

/** A node's -32002 would read as a request that is open. */
function rejected(error: unknown): unknown {
  if (!(error instanceof WalletError)) return error
  const { code, message, data } = error
  return fail(standardCodes.transactionRejected, message, { data: { code, message, data }, cause: error })
}
