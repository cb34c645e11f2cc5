import { type AskNode, askQuantity } from '../fillTransaction.ts'
import type { ProviderParts } from '../providerParts.ts'
import type { Sending } from '../sending.ts'
import { accountCallOf } from './accountCall.ts'
import type { BatchAccount } from './batchAccount.ts'
import type { BatchCall, PaymasterService, ReadBatch } from './readBatch.ts'
import type { Sent, SentCalls } from './sentBatch.ts'
import { sendOperation } from './userOperation.ts'

/** The calls of a batch as the person has confirmed them. */
export interface BatchToSend {
  readonly account: BatchAccount
  readonly calls: ReadBatch['calls']
  /** All calls are one transaction, for which the account may have to delegate first. */
  readonly isTogether: boolean
  readonly paymaster?: PaymasterService | undefined
}

/** Sends a batch. @throws the refusal of the first transaction or operation; nothing was sent then */
export async function sendBatch(parts: ProviderParts, sending: Sending, batch: BatchToSend): Promise<SentCalls> {
  const { account, calls, isTogether, paymaster } = batch
  const isOperation = account.smartWallet !== undefined || paymaster !== undefined
  if (!isOperation && !isTogether) return sendOneByOne(sending, account, calls)
  try {
    const sent = isOperation ? await sendAsOperation(parts, batch) : await sendAsTransaction(parts, sending, batch)
    return { sent: [sent], isComplete: true }
  } catch (error) {
    throw (await import('./batchFailure.ts')).batchFailure(error, parts.fail)
  }
}

async function sendAsOperation(parts: ProviderParts, { account, calls, paymaster }: BatchToSend): Promise<Sent> {
  const authorization = await authorizationOf(parts, account, 0)
  return sendOperation(parts, account, { calls, authorization, paymaster })
}

async function sendAsTransaction(
  parts: ProviderParts,
  sending: Sending,
  { account, calls }: BatchToSend,
): Promise<Sent> {
  // The transaction takes a nonce before its delegations are looked at.
  const authorization = await authorizationOf(parts, account, 1)
  const call = {
    from: account.address,
    to: account.address,
    data: await accountCallOf(parts, account, calls),
    authorizationList: authorization && [authorization],
  }
  const { hash, nonce } = await sending.send(account.chainId, call)
  return { hash, nonce: BigInt(nonce) }
}

/** Signs the delegation of an account that has none yet. */
async function authorizationOf({ ask, fail, signing }: ProviderParts, account: BatchAccount, ownNonces: number) {
  const { address, chainId, delegation } = account
  if (delegation === undefined) return undefined
  const askNode: AskNode = (method, params) => ask(chainId, method, params)
  const filling = { ask: askNode, fail, address, chainId }
  const next = await askQuantity(filling, 'eth_getTransactionCount', [address, 'pending'])
  return signing.signAuthorization({ contractAddress: delegation, chainId, nonce: Number(next) + ownNonces })
}

/** Sends a transaction per call, and none after one that was refused. */
async function sendOneByOne(
  sending: Sending,
  { address, chainId }: BatchAccount,
  calls: BatchToSend['calls'],
): Promise<SentCalls> {
  const send = async (call: BatchCall): Promise<Sent> => {
    const { hash, nonce } = await sending.send(chainId, { from: address, ...call })
    return { hash, nonce: BigInt(nonce) }
  }
  const [first, ...later] = calls
  const sent: [Sent, ...Sent[]] = [await send(first)]
  for (const call of later) {
    try {
      sent.push(await send(call))
    } catch {
      return { sent, isComplete: false }
    }
  }
  return { sent, isComplete: true }
}
