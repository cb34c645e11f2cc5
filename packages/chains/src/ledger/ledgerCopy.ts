import type { Entity } from '@latchkey/store/entity'
import type { LedgerBackend } from './accounts.ts'
import type { Network } from './blocks.ts'
import { waitingTransactions } from './solana/solanaPending.ts'

/** The tables of the ledger of an EVM chain. */
export const copiedTables = [
  'chainAccounts',
  'chainAllowances',
  'chainBlocks',
  'chainContracts',
  'chainEntries',
  'chainTransactions',
  'contractDeployments',
  'contractValues',
  'heldNetworks',
  'pendingOperations',
  'pendingTransactions',
  'tokenBalances',
  'userOperations',
] as const

export type CopiedTable = (typeof copiedTables)[number]

/** The records of the ledger of one EVM chain, by table and id. */
export type LedgerCopy = ReadonlyMap<CopiedTable, ReadonlyMap<string, Entity>>

interface NetworkRow extends Entity {
  readonly networkId: number
  readonly family?: string
  readonly account?: string
  readonly owner?: string
}

/** The family of a record: its own, or that of the account that it is about. Other records only the EVM has. */
const familyOfRow = ({ family, account, owner }: NetworkRow): string =>
  (family ?? account ?? owner ?? 'eip155').replace(/:.*/s, '')

function rowsOf(
  { store }: Pick<LedgerBackend, 'store'>,
  table: CopiedTable,
  { family, networkId }: Network,
): Map<string, Entity> {
  const rows = [...store[table].all()] as NetworkRow[]
  return new Map(
    rows.filter((row) => row.networkId === networkId && familyOfRow(row) === family).map((row) => [row.id, row]),
  )
}

/** Copies what the ledger knows of one EVM chain: accounts, tokens, contracts, blocks, and what waits for a block. */
export function copyLedger(backend: Pick<LedgerBackend, 'store'>, networkId: number): LedgerCopy {
  return new Map(copiedTables.map((table) => [table, rowsOf(backend, table, { family: 'eip155', networkId })]))
}

/** Makes the ledger of an EVM chain what it was when it was copied; empty without a copy. */
export function restoreLedger(
  backend: Pick<LedgerBackend, 'store'>,
  networkId: number,
  copy: LedgerCopy = new Map(),
): void {
  const { store } = backend
  for (const table of copiedTables) {
    const present = rowsOf(backend, table, { family: 'eip155', networkId })
    const copied = copy.get(table) ?? new Map<string, Entity>()
    // All that changed goes first, since it may have the number or the hash of a record that comes back.
    for (const [id, row] of present) if (copied.get(id) !== row) store[table].delete(id)
    for (const [id, row] of copied) if (present.get(id) !== row) store[table].put(row as never)
  }
}

/** Makes the ledger of a chain as it was at the start. */
export function clearLedger(backend: Pick<LedgerBackend, 'store'>, network: Network): void {
  const { store } = backend
  for (const table of copiedTables) for (const id of rowsOf(backend, table, network).keys()) store[table].delete(id)
  if (network.family !== 'solana') return
  const { networkId } = network
  const accounts = [...store.solanaAccounts.scan('byAddress', [networkId])]
  for (const { id } of accounts) store.solanaAccounts.delete(id)
  for (const { id } of waitingTransactions(backend, networkId)) store.pendingSolanaTransactions.delete(id)
  const held = store.heldClusters.find('byNetwork', [networkId])
  if (held) store.heldClusters.delete(held.id)
}
