import type { StoredRecord } from '@latchkey/store/order'
import { beforeAll, describe, expect, it } from 'vitest'
import { createOwnedWorld, type OwnedWorld } from '../../../../test/people/ownedWorld.ts'
import { createTestWorld } from '../../../../test/support/world.ts'
import { tables } from '../../../store/tables.ts'
import { transact } from '../../../world/world.ts'
import type { Backend } from '../../shared/backend.ts'
import { deleteByRules, type TableName } from '../../shared/ownership.ts'
import { mergeUsers } from '../accounts/userMerge.ts'
import { deletionRules, deleteEnvironment, deleteProject, deleteUser } from './deletion.ts'

type Row = StoredRecord & Readonly<Record<string, unknown>>
type Rows = Readonly<Record<TableName, readonly Row[]>>

const names = Object.keys(tables) as TableName[]
const owned = names.filter((name) => tables[name].owners.length > 0)
const ofUsers = owned.filter((name) => tables[name].owners.some(({ table }) => table === 'users'))

let full: OwnedWorld
let before: Rows

beforeAll(async () => {
  full = await createOwnedWorld()
  before = full.mock.export().tables as object as Rows
})

/** The rows after a change of the full world. */
async function after(change: (backend: Backend) => unknown, rows: Rows = before): Promise<Rows> {
  const world = createTestWorld()
  world.store.import({ version: 1, tables: rows })
  await transact(world, async (backend) => void (await change(backend)))
  return world.store.export().tables as object as Rows
}

const find = <R>(record: R | undefined): R => {
  if (!record) throw new Error('The full world has no such record.')
  return record
}

/** Tables with rows that still mention an id, in any column but those that remember. */
const mentioning = (rows: Rows, id: string): TableName[] =>
  names.filter((name) =>
    rows[name].some((row) =>
      Object.entries(row).some(
        ([column, value]) => !tables[name].remembers.includes(column) && JSON.stringify(value ?? null).includes(id),
      ),
    ),
  )

/** Columns that name an owner who is gone. */
const orphaned = (rows: Rows): string[] =>
  owned.flatMap((name) =>
    tables[name].owners
      .filter(({ column }) => {
        const holders = tables[name].owners.filter((owner) => owner.column === column)
        const ids = new Set(holders.flatMap(({ table }) => rows[table as TableName].map(({ id }) => id)))
        return rows[name].some((row) => row[column] !== undefined && !ids.has(String(row[column])))
      })
      .map(({ column }) => `${name}.${column}`),
  )

/** Rows that went though none of their owners did, beside the one that was deleted. */
function goneWithoutOwner(rows: Rows, deletedId: string): string[] {
  const keptIds = new Set(names.flatMap((name) => rows[name].map(({ id }) => id)))
  return owned.flatMap((name) =>
    before[name]
      .filter(({ id }) => !keptIds.has(id) && id !== deletedId)
      .filter((row) => tables[name].owners.every(({ column }) => keptIds.has(String(row[column]))))
      .map((row) => `${name} ${row.id}`),
  )
}

/** Rows that are there and were written, though they are not of what went. */
const changed = (rows: Rows, name: TableName): Row[] => {
  const former = new Map(before[name].map((row) => [row.id, JSON.stringify(row)]))
  return rows[name].filter((row) => former.get(row.id) !== JSON.stringify(row))
}

describe('the full world', () => {
  it('has a record in every table whose records have an owner', () => {
    expect(owned.filter((name) => before[name].length === 0)).toEqual([])
    expect(orphaned(before)).toEqual([])
  })

  it('has a record of the user in every table that users own, by each column', () => {
    const without = ofUsers.flatMap((name) =>
      tables[name].owners
        .filter(({ table, column }) => table === 'users' && !before[name].some((row) => row[column] === full.userId))
        .map(({ column }) => `${name}.${column}`),
    )
    expect(without).toEqual([])
  })
})

describe('deleting a user', () => {
  const remove = () => after((backend) => deleteUser(backend, find(backend.store.users.get(full.userId))))

  it('leaves no reference to the deleted records, and only intended references to the user', async () => {
    const rows = await remove()
    expect(mentioning(rows, full.userId)).toEqual([])
    expect(orphaned(rows)).toEqual([])
    expect(before.mfaTokens.length - rows.mfaTokens.length).toBe(1)
    expect(before.chainNames.filter(({ walletId }) => walletId).length).toBe(1)
    expect(rows.chainNames.filter(({ walletId }) => walletId)).toEqual([])
  })

  it('deletes nothing of other users', async () => {
    const rows = await remove()
    expect(goneWithoutOwner(rows, full.userId)).toEqual([])
    // Codes end, the numbers of past days stay, and the event is told.
    const written = names.filter((name) => changed(rows, name).length > 0)
    expect(written).toEqual(['pastActivity', 'events', 'verifications'])
    expect(rows.verifications).toHaveLength(before.verifications.length)
  })
})

describe('deleting an environment', () => {
  const remove = () =>
    after((backend) => deleteEnvironment(backend, find(backend.store.environments.get(full.environmentId))))

  it('leaves no reference to the environment or to the records that were in it', async () => {
    const rows = await remove()
    expect(mentioning(rows, full.environmentId)).toEqual([])
    expect(mentioning(rows, full.userId)).toEqual([])
    expect(orphaned(rows)).toEqual([])
  })

  it('deletes nothing of another environment, and revokes the tokens of the deleted one', async () => {
    const rows = await remove()
    expect(goneWithoutOwner(rows, full.environmentId)).toEqual([])
    expect(names.filter((name) => changed(rows, name).length > 0)).toEqual(['revokedTokens'])
    const hashesOf = (list: readonly Row[]) => list.map(({ hash }) => hash).sort()
    expect(hashesOf(changed(rows, 'revokedTokens'))).toEqual(
      hashesOf(before.environmentTokens.filter(({ environmentId }) => environmentId === full.environmentId)),
    )
  })
})

describe('deleting a project', () => {
  it('deletes both environments', async () => {
    const { projectId } = find(before.environments.find(({ id }) => id === full.environmentId))
    const rows = await after((backend) => {
      const project = find(backend.store.projects.get(String(projectId)))
      backend.store.projects.insert({ ...project, id: 'another', name: 'Another' })
      deleteProject(backend, project)
    })
    expect(mentioning(rows, String(projectId))).toEqual([])
    expect(before.environments.length - rows.environments.length).toBe(2)
    expect(orphaned(rows)).toEqual([])
  })
})

describe('deleting an organization by its rules', () => {
  it('leaves no record with the id of it, its environments or their users', async () => {
    const rows = await after((backend) =>
      deleteByRules(backend, { table: 'organizations', id: full.organizationId }, deletionRules),
    )
    for (const id of [full.organizationId, full.environmentId, full.userId]) expect(mentioning(rows, id)).toEqual([])
    expect(orphaned(rows)).toEqual([])
    expect(goneWithoutOwner(rows, full.organizationId)).toEqual([])
    expect(rows.organizations).toHaveLength(before.organizations.length - 1)
  })
})

describe('merging users', () => {
  /** Without a second factor that is verified, since that would forbid the merge. */
  const mergeable = (): Rows => ({
    ...before,
    mfaDevices: before.mfaDevices.map((device) => ({ ...device, verifiedAt: undefined })),
  })

  const merge = () =>
    after(({ store, ...rest }) => {
      const pending = find(store.pendingMerges.find('byUser', [full.twinId]))
      const session = find(store.sessions.get(pending.sessionId))
      const user = find(store.users.get(full.twinId))
      return mergeUsers({ store, ...rest }, { kind: 'user', user, session }, [
        { userId: full.twinId, fieldKey: 'email', type: 'standard' },
      ])
    }, mergeable())

  it('leaves only intended references to the former user', async () => {
    const rows = await merge()
    expect(mentioning(rows, full.userId)).toEqual([])
    expect(orphaned(rows)).toEqual([])
    expect(rows.users.find(({ id }) => id === full.twinId)?.mergedUserIds).toEqual([full.userId])
  })

  it('moves, drops or keeps the records of each table as declared', async () => {
    const rows = await merge()
    const fate = (name: TableName) => {
      const { column } = find(tables[name].owners.find(({ table }) => table === 'users'))
      const ids = new Set(before[name].filter((row) => row[column] === full.userId).map(({ id }) => id))
      const left = rows[name].filter(({ id }) => ids.has(id))
      const moved = left.filter((row) => row[column] === full.twinId)
      if (left.length === 0) return 'goes'
      if (moved.length === ids.size) return 'moves'
      return moved.length === 0 ? 'stays, without a user' : 'moves in part'
    }
    expect(Object.fromEntries(ofUsers.map((name) => [name, fate(name)]))).toEqual({
      credentials: 'moves',
      delegations: 'goes',
      wallets: 'moves',
      deletedWallets: 'moves',
      embeddedSeeds: 'moves',
      vendorWallets: 'moves',
      walletSecrets: 'moves',
      screeningChecks: 'moves',
      passkeys: 'moves',
      cryptoPayments: 'moves',
      rampOrders: 'moves',
      sessions: 'goes',
      passkeyChallenges: 'goes',
      mfaDevices: 'goes',
      mfaAttempts: 'goes',
      recoveryCodes: 'goes',
      pendingMerges: 'goes',
      globalWalletConnections: 'goes',
      rooms: 'goes',
      verifications: 'stays, without a user',
    })
  })
})
