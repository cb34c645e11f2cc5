import { hexOf } from '../appAccess.ts'
import { providerCodes } from '../codes.ts'
import type { ProviderParts } from '../providerParts.ts'
import { readQuantity } from '../readTransaction.ts'
import type { CallReceipt, CallsStatus } from '../types.ts'
import type { Sent, SentBatch } from './sentBatch.ts'
import { nonceQuestion } from './userOperation.ts'

type Outcome = CallReceipt | 'pending' | 'dropped'

/** Asks the chain what has become of a batch. */
export async function callsStatusOf(parts: ProviderParts, batch: SentBatch): Promise<CallsStatus> {
  const { id, chainId, isAtomic, sent } = batch
  const outcomes = await Promise.all(sent.map((each) => outcomeOf(parts, batch, each)))
  const receipts = outcomes.filter((outcome) => typeof outcome === 'object')
  return {
    version: '2.0.0',
    id,
    chainId: hexOf(chainId),
    status: statusOf(outcomes, batch.isComplete),
    atomic: isAtomic,
    ...(receipts.length > 0 && { receipts }),
  }
}

function statusOf(outcomes: readonly Outcome[], isComplete: boolean): CallsStatus['status'] {
  if (outcomes.includes('pending')) return 100
  if (outcomes.every((outcome) => outcome === 'dropped')) return 400
  const successes = outcomes.filter((outcome) => typeof outcome === 'object' && outcome.status === '0x1').length
  if (successes === outcomes.length && isComplete) return 200
  return successes === 0 ? 500 : 600
}

async function outcomeOf(parts: ProviderParts, batch: SentBatch, sent: Sent): Promise<Outcome> {
  const receipt = await receiptOf(parts, batch, sent)
  if (receipt) return receipt
  if ((await nextNonce(parts, batch, sent)) <= sent.nonce) return 'pending'
  // It may have been included between the two questions. Otherwise another one has taken its nonce.
  return (await receiptOf(parts, batch, sent)) ?? 'dropped'
}

async function nextNonce(
  { ask, fail }: ProviderParts,
  { account, chainId }: SentBatch,
  { entryPoint }: Sent,
): Promise<bigint> {
  const answer = entryPoint
    ? await ask(chainId, 'eth_call', [nonceQuestion(account, entryPoint), 'latest'])
    : await ask(chainId, 'eth_getTransactionCount', [account, 'latest'])
  const nonce = readQuantity(answer)
  if (nonce !== undefined) return nonce
  throw fail(providerCodes.internal, 'The node answered the question for a nonce without one.')
}

type Receipt = CallReceipt & { readonly [field: string]: unknown }

async function receiptOf(
  { ask }: ProviderParts,
  { chainId }: SentBatch,
  { entryPoint, hash }: Sent,
): Promise<CallReceipt | undefined> {
  if (!entryPoint) {
    const receipt = (await ask(chainId, 'eth_getTransactionReceipt', [hash])) as Receipt | null
    return receipt ? shorten(receipt) : undefined
  }
  const operation = (await ask(chainId, 'eth_getUserOperationReceipt', [hash])) as {
    readonly success: boolean
    readonly logs: Receipt['logs']
    readonly receipt: Receipt
  } | null
  if (!operation) return undefined
  // A bundle of several operations succeeds although the call of this one may have failed.
  return shorten({ ...operation.receipt, logs: operation.logs, status: operation.success ? '0x1' : '0x0' })
}

const shorten = ({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }: Receipt): CallReceipt => ({
  logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
})
