import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { Entity } from '@latchkey/store/entity'
import type { ChainBackend } from '../backend.ts'
import type { ChainBlock, LedgerTable, LedgerWrite } from '../records.ts'
import type { LedgerBackend } from './accounts.ts'
import { hashOfBlock, latestBlock, mineBlock, type Network } from './blocks.ts'
import { transactionsIn } from './transactions.ts'
import { undone } from './undone.ts'

/** A change of a record, as a transaction of the store has it. */
interface Change {
  readonly table: string
  readonly before?: Entity
  readonly after?: Entity
}

/** The column that tells the family of a record, in the tables whose values a block changes. */
const accountColumns: Readonly<Record<LedgerTable, string>> = {
  chainAccounts: 'account',
  chainAllowances: 'owner',
  chainContracts: 'account',
  contractDeployments: 'account',
  contractValues: 'account',
  tokenBalances: 'owner',
  userOperations: '',
}

const isLedgerTable = (table: string): table is LedgerTable => Object.hasOwn(accountColumns, table)

type Row = Entity & Readonly<Record<string, unknown>>

/** The EVM network of a changed record. */
function networkIdOf({ table, before, after }: Change): number | undefined {
  if (!isLedgerTable(table)) return undefined
  const row = (after ?? before) as Row
  const column = accountColumns[table]
  const isEvm = column === '' || String(row[column]).startsWith('eip155:')
  return isEvm ? (row.networkId as number) : undefined
}

/**
 * Notes in the blocks of EVM chains the former values of the ledger, so that {@link dropBlocks} can undo the blocks.
 * Values that a test changes between two blocks belong to the earlier block.
 *
 * @param changes - Those of a transaction of the store that is about to end.
 */
export function noteHistory({ store }: Pick<LedgerBackend, 'store'>, changes: readonly Change[]): void {
  const writes = new Map<number, LedgerWrite[]>()
  for (const change of changes) {
    const networkId = networkIdOf(change)
    if (networkId === undefined) continue
    const { table, before, after } = change
    const write = { table: table as LedgerTable, id: (after ?? before)?.id ?? '', ...defined({ before }) }
    writes.set(networkId, [...(writes.get(networkId) ?? []), write])
  }
  for (const [networkId, networkWrites] of writes) {
    const blocks = changes.flatMap(({ table, before, after }) => {
      const block = (after ?? before) as ChainBlock
      return table === 'chainBlocks' && block.family === 'eip155' && block.networkId === networkId
        ? [{ block, isNew: before === undefined }]
        : []
    })
    // A reorganization replaces blocks, and undoes the noted changes itself.
    if (blocks.some(({ isNew }) => !isNew)) continue
    const latest = latestBlock({ store }, { family: 'eip155', networkId })
    const block = blocks[0]?.block ?? ('id' in latest ? (latest as ChainBlock) : undefined)
    if (block) store.chainBlocks.put({ ...block, undo: merged(block.undo, networkWrites) })
  }
}

/** The first note about a record counts: it has the value before the block. */
function merged(earlier: readonly LedgerWrite[] = [], later: readonly LedgerWrite[]): LedgerWrite[] {
  const noted = new Set(earlier.map(({ table, id }) => `${table} ${id}`))
  return [...earlier, ...later.filter(({ table, id }) => !noted.has(`${table} ${id}`))]
}

/** The last blocks of a chain, the latest first. */
function lastBlocks({ store }: Pick<LedgerBackend, 'store'>, { family, networkId }: Network, count: number) {
  return store.chainBlocks.page('byNumber', [family, networkId], { descending: true, offset: 0, limit: count })
}

function undoWrites({ store }: Pick<LedgerBackend, 'store'>, { undo = [] }: ChainBlock): void {
  // All that the block wrote goes first, since it may have the keys of a record that comes back.
  for (const { table, id } of undo) store[table].delete(id)
  for (const { table, before } of undo) if (before) store[table].put(before as never)
}

/**
 * Runs work on the state that an EVM chain had when a block was its latest. What the work writes is undone at its end,
 * and its transactions are still listed.
 *
 * @param count - How many blocks came after that block.
 */
export function beforeLastBlocks<T>(
  backend: LedgerBackend & Pick<ChainBackend, 'attempt'>,
  { network, count }: { readonly network: Network; readonly count: number },
  work: () => T,
): T {
  return undone(backend, () => {
    for (const block of lastBlocks(backend, network, count)) {
      undoWrites(backend, block)
      backend.store.chainBlocks.delete(block.id)
    }
    return work()
  })
}

/** Undoes the last blocks of an EVM chain, and mines as many without transactions and one more. */
export function dropBlocks(backend: LedgerBackend, network: Network, count: number): void {
  const { store } = backend
  for (const block of lastBlocks(backend, network, count)) {
    undoWrites(backend, block)
    for (const transaction of transactionsIn(backend, network, block.number)) {
      for (const entry of store.chainEntries.scan('byTransaction', [transaction.id]))
        store.chainEntries.delete(entry.id)
      store.chainTransactions.delete(transaction.id)
    }
    store.chainBlocks.delete(block.id)
  }
  for (let mined = 0; mined <= count; mined++) mineBlock(backend, network)
}

/** Replaces the last blocks of an EVM chain by others with the same transactions, after one without any. */
export function replaceBlocks(backend: LedgerBackend, network: Network, count: number): void {
  const { store } = backend
  const blocks = lastBlocks(backend, network, count)
  const first = blocks.at(-1)
  if (!first) return
  for (const block of blocks) moveTransactions(backend, network, block.number)
  // The highest comes first, since no two blocks may have one number.
  for (const block of blocks) store.chainBlocks.put({ ...block, number: block.number + 1 })
  let parent: ChainBlock = store.chainBlocks.insert({
    ...newRecord(backend),
    family: network.family,
    networkId: network.networkId,
    number: first.number,
    createdAt: first.createdAt,
    parentHash: first.parentHash,
    hash: hashOfBlock(first.parentHash, first.number, backend.newId()),
  })
  for (const block of [...blocks].reverse()) {
    const number = block.number + 1
    const hash = hashOfBlock(parent.hash, number, backend.newId())
    parent = store.chainBlocks.put({ ...block, number, parentHash: parent.hash, hash })
  }
}

/** Moves the transactions of a block, and the user operations in them, into the block after it. */
function moveTransactions({ store }: LedgerBackend, network: Network, from: number): void {
  const blockNumber = from + 1
  for (const transaction of transactionsIn({ store }, network, from)) {
    store.chainTransactions.put({ ...transaction, blockNumber })
    for (const entry of store.chainEntries.scan('byTransaction', [transaction.id]))
      store.chainEntries.put({ ...entry, blockNumber })
  }
  for (const operation of store.userOperations.scan('byHash', [network.networkId]))
    if (operation.blockNumber === from) store.userOperations.put({ ...operation, blockNumber })
}
