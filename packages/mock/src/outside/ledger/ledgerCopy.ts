import type { Entity } from '../../store/records.ts'
import type { LedgerBackend } from './accounts.ts'

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

/** Whether a record is of the EVM: by its family, or by the account that it is about. Other records only the EVM has. */
const isEvm = ({ family, account, owner }: NetworkRow): boolean =>
  (family ?? account ?? owner ?? 'eip155').startsWith('eip155')

function rowsOf({ store }: Pick<LedgerBackend, 'store'>, table: CopiedTable, networkId: number): Map<string, Entity> {
  const rows = [...store[table].all()] as NetworkRow[]
  return new Map(rows.filter((row) => row.networkId === networkId && isEvm(row)).map((row) => [row.id, row]))
}

/** Copies what the ledger knows of one EVM chain: accounts, tokens, contracts, blocks, and what waits for a block. */
export function copyLedger(backend: Pick<LedgerBackend, 'store'>, networkId: number): LedgerCopy {
  return new Map(copiedTables.map((table) => [table, rowsOf(backend, table, networkId)]))
}

/** Makes the ledger of an EVM chain what it was when it was copied; empty without a copy. */
export function restoreLedger(
  backend: Pick<LedgerBackend, 'store'>,
  networkId: number,
  copy: LedgerCopy = new Map(),
): void {
  const { store } = backend
  for (const table of copiedTables) {
    const present = rowsOf(backend, table, networkId)
    const copied = copy.get(table) ?? new Map<string, Entity>()
    // All that changed goes first, since it may have the number or the hash of a record that comes back.
    for (const [id, row] of present) if (copied.get(id) !== row) store[table].delete(id)
    for (const [id, row] of copied) if (present.get(id) !== row) store[table].put(row as never)
  }
}
