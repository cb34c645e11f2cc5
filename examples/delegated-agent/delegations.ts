import { DatabaseSync } from 'node:sqlite'
import type { DelegationGrant } from '@latchkey/client/wallets'

/** The delegation of a user's wallet to the backend. Without a grant, it has ended. */
interface Delegation {
  readonly walletId: string
  /** When it began or ended, as an ISO 8601 instant in UTC. */
  readonly changedAt: string
  readonly grant?: DelegationGrant
}

export interface Delegations {
  get(walletId: string): Delegation | undefined
  /** Stores a delegation, unless a later change is stored already: webhooks may arrive twice and in any order. */
  put(delegation: Delegation): void
  close(): void
}

interface Row {
  readonly changedAt: string
  readonly sealedGrant: string | null
}

/**
 * Opens the database of the backend. It stores grants as they arrived: the envelopes in them are sealed, so a copy of
 * the file is of no use without the RSA key.
 *
 * @param file - Path of the file, or `:memory:`.
 */
export function openDelegations(file: string): Delegations {
  const database = new DatabaseSync(file)
  database.exec(
    `CREATE TABLE IF NOT EXISTS delegations (
       walletId TEXT PRIMARY KEY, changedAt TEXT NOT NULL, sealedGrant TEXT
     ) STRICT`,
  )
  const select = database.prepare('SELECT changedAt, sealedGrant FROM delegations WHERE walletId = ?')
  const upsert = database.prepare(
    `INSERT INTO delegations VALUES (?, ?, ?)
     ON CONFLICT (walletId) DO UPDATE SET changedAt = excluded.changedAt, sealedGrant = excluded.sealedGrant
     WHERE excluded.changedAt >= delegations.changedAt`,
  )
  return {
    get(walletId) {
      const row = select.get(walletId) as Row | undefined
      if (!row) return undefined
      const { changedAt, sealedGrant } = row
      return { walletId, changedAt, ...(sealedGrant !== null && { grant: JSON.parse(sealedGrant) as DelegationGrant }) }
    },
    put({ walletId, changedAt, grant }) {
      upsert.run(walletId, changedAt, grant ? JSON.stringify(grant) : null)
    },
    close: () => database.close(),
  }
}
