import { isoOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { mapAsking, OutsideFailure } from '@latchkey/base/questions'
import type { Account, ChainTransaction, TransactionPage, Transfer } from '../../chains.ts'
import { accountOf, nativeTransfer, transfersIn } from '../../transfersInLogs.ts'
import { type EvmNode, type Hex, isHex, type NodeLog } from './evmNode.ts'

/** A block of a node, with its transactions. */
interface NodeBlock {
  readonly number: Hex
  readonly hash: Hex
  readonly timestamp: Hex
  readonly transactions: readonly NodeTransaction[]
}

interface NodeTransaction {
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
}

interface NodeReceipt {
  readonly transactionHash: Hex
  readonly blockNumber: Hex
  readonly status: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice?: Hex
  readonly logs: readonly NodeLog[]
}

/** How far back a node is searched for an account's transactions: it has no index of them. */
const searchedBlocks = 1000
/** How many blocks are asked for at once. */
const blocksAtOnce = 100

const quantity = (value: number) => `0x${value.toString(16)}`

/** The transactions that touch an account in the last blocks, the latest first. */
export function readTransactions(
  node: EvmNode,
  { account, networkId }: { readonly account: Account; readonly networkId: number },
  { limit, before }: TransactionPage,
): readonly ChainTransaction[] {
  const newest = Number(node.quantity('eth_blockNumber', []))
  const first = Math.min(newest, before?.blockNumber ?? newest)
  const last = Math.max(0, newest - searchedBlocks)
  const found: ChainTransaction[] = []
  for (let top = first; top >= last && found.length < limit; top -= blocksAtOnce) {
    const numbers = Array.from({ length: Math.min(blocksAtOnce, top - last + 1) }, (_, index) => top - index)
    const blocks = mapAsking(numbers, (number) => {
      const block = node.call('eth_getBlockByNumber', [quantity(number), true]) as NodeBlock | null
      return { block, receipts: block ? receiptsOf(node, block) : [] }
    })
    for (const { block, receipts } of blocks)
      if (block)
        found.push(
          ...after(transactionsOf(block, receipts, networkId), before).filter((each) => touches(each, account)),
        )
  }
  return found.slice(0, limit)
}

/** The transactions of a block that follow on a page; all of them for a page that ended in another block. */
function after(
  transactions: readonly ChainTransaction[],
  last: TransactionPage['before'],
): readonly ChainTransaction[] {
  if (last?.blockNumber !== transactions[0]?.blockNumber) return transactions
  const index = transactions.findIndex(({ hash }) => hash === last?.hash)
  return index === -1 ? [] : transactions.slice(index + 1)
}

/** The receipts of a block: at once, or one by one from a node without that method, such as Hardhat's. */
function receiptsOf(node: EvmNode, { number, transactions }: NodeBlock): readonly NodeReceipt[] {
  if (transactions.length === 0) return []
  const reply = node.tryCall('eth_getBlockReceipts', [number])
  if ('result' in reply && Array.isArray(reply.result)) return reply.result as NodeReceipt[]
  const receipts = mapAsking(transactions, ({ hash }) => node.call('eth_getTransactionReceipt', [hash]))
  return receipts.filter((receipt) => receipt !== null) as NodeReceipt[]
}

/** The transactions of a block, the last first. */
function transactionsOf(
  block: NodeBlock,
  receipts: readonly NodeReceipt[],
  networkId: number,
): readonly ChainTransaction[] {
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
  return block.transactions
    .map((transaction) => presentTransaction(transaction, { block, receipt: byHash.get(transaction.hash), networkId }))
    .toReversed()
}

function presentTransaction(
  { hash, from, to, value }: NodeTransaction,
  { block, receipt, networkId }: { block: NodeBlock; receipt: NodeReceipt | undefined; networkId: number },
): ChainTransaction {
  if (!isHex(hash) || !isHex(block.hash)) throw new TypeError('A transaction or its block has no hash.')
  const isSuccess = receipt?.status === '0x1'
  return {
    family: 'eip155',
    networkId,
    hash,
    blockNumber: Number(block.number),
    createdAt: isoOf(Number(block.timestamp) * 1000),
    from: accountOf(from),
    ...defined({ to: to === null ? undefined : accountOf(to) }),
    value: String(BigInt(value)),
    fee: String(BigInt(receipt?.gasUsed ?? '0x0') * BigInt(receipt?.effectiveGasPrice ?? '0x0')),
    feePayer: accountOf(from),
    status: isSuccess ? 'success' : 'failed',
    transfers: isSuccess ? transfersOf({ from, to, value }, receipt.logs) : [],
  }
}

function transfersOf(
  { from, to, value }: Pick<NodeTransaction, 'from' | 'to' | 'value'>,
  logs: readonly NodeLog[],
): readonly Transfer[] {
  const payment = to !== null && BigInt(value) > 0n ? [nativeTransfer(from, to, BigInt(value))] : []
  return [...payment, ...logs.flatMap(transfersIn)]
}

/** A transaction of a block by its hash; `'waiting'` as long as it is in none. */
export function readTransaction(node: EvmNode, networkId: number, hash: string): ChainTransaction | 'waiting' {
  const receipt = node.call('eth_getTransactionReceipt', [hash]) as NodeReceipt | null
  if (receipt === null) return 'waiting'
  const [transaction, block] = mapAsking(
    [
      ['eth_getTransactionByHash', [hash]],
      ['eth_getBlockByNumber', [receipt.blockNumber, false]],
    ] as const,
    ([method, params]) => node.call(method, params),
  ) as [NodeTransaction | null, NodeBlock | null]
  // The chain has gone back since it gave the receipt.
  if (!transaction || !block) return 'waiting'
  return presentTransaction(transaction, { block, receipt, networkId })
}

/** Whether an account sent, received or paid something. */
const touches = ({ from, to, transfers }: ChainTransaction, account: Account): boolean =>
  [from, to, ...transfers.flatMap((transfer) => [transfer.from, transfer.to])].includes(account)

/** The hash of a block. @throws {@link OutsideFailure} when the node has lost the block since it has named it */
export function readBlockHash(node: EvmNode, blockNumber: number): string {
  const block = node.call('eth_getBlockByNumber', [quantity(blockNumber), false]) as Pick<NodeBlock, 'hash'> | null
  if (block) return block.hash
  throw new OutsideFailure(
    `The node of ${node.name} no longer has block ${blockNumber}: it was reset, or has gone back.`,
  )
}
