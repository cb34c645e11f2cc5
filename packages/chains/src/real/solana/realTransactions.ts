import { isoOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { mapAsking } from '@latchkey/base/questions'
import type { Account, ChainTransaction, TransactionPage } from '../../chains.ts'
import { addressOf } from '../../ledger/accounts.ts'
import { keyOf } from '../../ledger/solana/solanaAccounts.ts'
import { type AccountBalance, netTransfers } from './netTransfers.ts'
import { describeNodeError } from './nodeErrors.ts'
import { readTokenAccounts } from './realTokens.ts'
import { commitment, type SolanaNode } from './solanaNode.ts'

interface NodeSignature {
  readonly signature: string
  readonly slot: number
}

interface NodeTokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string
  readonly uiTokenAmount: { readonly amount: string }
}

/** A transaction as nodes show it in JSON. */
interface NodeTransaction {
  readonly slot: number
  readonly blockTime?: number | null
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } }
  readonly meta: {
    readonly err: unknown
    readonly fee: number
    readonly preBalances: readonly number[]
    readonly postBalances: readonly number[]
    readonly preTokenBalances?: readonly NodeTokenBalance[] | null
    readonly postTokenBalances?: readonly NodeTokenBalance[] | null
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  }
}

const view = { encoding: 'json', commitment, maxSupportedTransactionVersion: 0 } as const

/**
 * The transactions that touch an owner, the latest first: those that name its address, and those that name one of its
 * token accounts, as a payment of tokens does.
 */
export function readTransactions(
  node: SolanaNode,
  { account, networkId }: { readonly account: Account; readonly networkId: number },
  { limit, before }: TransactionPage,
): readonly ChainTransaction[] {
  const owner = addressOf(account)
  const addresses = [owner, ...readTokenAccounts(node, owner).map(({ address }) => address)]
  const options = { limit, commitment, ...defined({ before: before?.hash }) }
  const lists = mapAsking(addresses, (address) => signaturesOf(node, [address, options]))
  const slots = new Map(lists.flat().map(({ signature, slot }) => [signature, slot]))
  const latest = [...slots].toSorted(([, left], [, right]) => right - left).slice(0, limit)
  return mapAsking(latest, ([signature]) => {
    const transaction = node.call('getTransaction', [signature, view])
    if (!isTransaction(transaction)) throw node.lie('getTransaction')
    return presentTransaction(signature, transaction, networkId)
  })
}

/** A transaction by its signature; `'waiting'` as long as it is in no block. */
export function readTransaction(node: SolanaNode, networkId: number, signature: string): ChainTransaction | 'waiting' {
  const transaction = node.call('getTransaction', [signature, view])
  if (transaction === null) return 'waiting'
  if (!isTransaction(transaction)) throw node.lie('getTransaction')
  return presentTransaction(signature, transaction, networkId)
}

function signaturesOf(node: SolanaNode, params: readonly unknown[]): readonly NodeSignature[] {
  const list = node.call('getSignaturesForAddress', params)
  const isList = Array.isArray(list) && list.every((each) => typeof Object(each).signature === 'string')
  if (!isList) throw node.lie('getSignaturesForAddress')
  return list as NodeSignature[]
}

function isTransaction(value: unknown): value is NodeTransaction {
  const { slot, transaction, meta } = Object(value) as Partial<NodeTransaction>
  const { fee, preBalances, postBalances } = Object(meta) as Partial<NodeTransaction['meta']>
  return (
    typeof slot === 'number' &&
    typeof fee === 'number' &&
    [transaction?.message?.accountKeys, preBalances, postBalances].every(Array.isArray)
  )
}

function presentTransaction(
  hash: string,
  { slot, blockTime, transaction, meta }: NodeTransaction,
  networkId: number,
): ChainTransaction {
  const { loadedAddresses: loaded, err, fee } = meta
  const addresses = [...transaction.message.accountKeys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])]
  const feePayer = keyOf(addresses[0] ?? '')
  const isSuccess = err === null || err === undefined
  const before = balancesOf(addresses, meta.preBalances, meta.preTokenBalances ?? [])
  const after = balancesOf(addresses, meta.postBalances, meta.postTokenBalances ?? [])
  const transfers = isSuccess ? netTransfers(before, after, BigInt(fee)) : []
  const [first] = transfers
  return {
    family: 'solana',
    networkId,
    hash,
    blockNumber: slot,
    createdAt: isoOf((blockTime ?? 0) * 1000),
    from: feePayer,
    ...defined({ to: first?.to }),
    value: first?.kind === 'native' ? first.amount : '0',
    fee: String(fee),
    feePayer,
    status: isSuccess ? 'success' : 'failed',
    ...defined({ reason: isSuccess ? undefined : describeNodeError(err) }),
    transfers,
  }
}

function balancesOf(
  addresses: readonly string[],
  lamports: readonly number[],
  tokens: readonly NodeTokenBalance[],
): readonly AccountBalance[] {
  const byIndex = new Map(tokens.map((token) => [token.accountIndex, token]))
  return addresses.map((address, index) => {
    const token = byIndex.get(index)
    return {
      address,
      lamports: BigInt(lamports[index] ?? 0),
      token: token && {
        mint: token.mint,
        owner: token.owner ?? address,
        amount: BigInt(token.uiTokenAmount.amount),
      },
    }
  })
}

/** The hash of the block in a slot; the empty text where the node has none any more. */
export function readBlockHash(node: SolanaNode, slot: number): string {
  const options = { transactionDetails: 'none', rewards: false, commitment, maxSupportedTransactionVersion: 0 }
  const reply = node.tryCall('getBlock', [slot, options])
  const { blockhash } = Object('result' in reply ? reply.result : undefined) as { blockhash?: unknown }
  return typeof blockhash === 'string' ? blockhash : ''
}
