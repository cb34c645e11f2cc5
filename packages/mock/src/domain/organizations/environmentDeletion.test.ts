import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/world.ts'
import { defaultIds } from '../../control/seedDefaults.ts'
import type { RecordOf } from '../../store/table.ts'
import { tables } from '../../store/tables.ts'
import { transact } from '../../world.ts'
import { deleteEnvironment } from './environmentDeletion.ts'

type EnvironmentTable = {
  [K in keyof typeof tables]: 'environmentId' extends keyof RecordOf<(typeof tables)[K]> ? K : never
}[keyof typeof tables]

/** Every table whose records can belong to an environment; one too few or too many does not compile. */
const environmentTables: Record<EnvironmentTable, true> = {
  allowlistEntries: true,
  allowlists: true,
  chainNames: true,
  credentials: true,
  customFields: true,
  customHostnames: true,
  deeplinkUrls: true,
  deletedWallets: true,
  embeddedSeeds: true,
  environmentTokens: true,
  events: true,
  exchanges: true,
  exports: true,
  gates: true,
  globalWalletAccess: true,
  globalWalletConnections: true,
  globalWalletDomains: true,
  globalWallets: true,
  messengerAttempts: true,
  mfaAttempts: true,
  mfaDevices: true,
  mfaTokens: true,
  nameServiceMessages: true,
  nameServices: true,
  nonces: true,
  oauthAttempts: true,
  origins: true,
  outbox: true,
  passkeyChallenges: true,
  passkeys: true,
  pastActivity: true,
  pendingMerges: true,
  providers: true,
  recoveryCodes: true,
  reportedSettings: true,
  screeningChecks: true,
  screenings: true,
  sessions: true,
  signingKeys: true,
  testAccounts: true,
  trackedEvents: true,
  users: true,
  verifications: true,
  visitors: true,
  visitsOfDays: true,
  walletConnectProjects: true,
  wallets: true,
  webhookAttempts: true,
  webhookDeliveries: true,
  webhookMessages: true,
  webhooks: true,
  wrongCodes: true,
}

const names = Object.keys(environmentTables) as EnvironmentTable[]

/** A record with whatever the indexes of its table look at. */
function recordOf(name: EnvironmentTable, environmentId: string, id: string): { id: string } {
  const columns = tables[name].indexes.flatMap((index) => index.columns).map((column) => [column, `${column}-${id}`])
  return { ...Object.fromEntries(columns), id, environmentId, createdAt: '2026-01-15T09:30:00.000Z' }
}

/** A world with a record in each of these tables for either environment, and a job for each of those. */
function createFilledWorld() {
  const world = createTestWorld()
  const before = world.store.export().tables
  const filled = Object.fromEntries(
    names.map((name) => [
      name,
      [
        ...before[name],
        recordOf(name, defaultIds.sandbox, `sandbox-${name}`),
        recordOf(name, defaultIds.live, `live-${name}`),
      ],
    ]),
  )
  const jobs = ['sandbox', 'live'].flatMap((environment) =>
    names.map((name) => ({
      id: `job-${environment}-${name}`,
      createdAt: '2026-01-15T09:30:00.000Z',
      dueAt: '2026-01-15T10:30:00.000Z',
      kind: 'exports.run',
      subjectId: `${environment}-${name}`,
      attempt: 1,
    })),
  )
  world.store.import({ version: 1, tables: { ...before, ...filled, jobs } })
  return world
}

describe('deleting an environment', () => {
  it('forgets the records of no table that has some, nor the work that waits for them', async () => {
    const world = createFilledWorld()
    await transact(world, (backend) => deleteEnvironment(backend, backend.store.environments.get(defaultIds.sandbox)!))
    const { revokedTokens: _, ...after } = world.store.export().tables
    const left = Object.values(after)
      .flat()
      .map((row) => JSON.stringify(row))
      .filter((row) => row.includes(defaultIds.sandbox) || row.includes('sandbox-'))
    expect(left).toEqual([])
  })

  it('leaves what is of another environment, or of none, as it was', async () => {
    const world = createFilledWorld()
    const before = world.store.export().tables
    await transact(world, (backend) => deleteEnvironment(backend, backend.store.environments.get(defaultIds.sandbox)!))
    const { revokedTokens, ...after } = world.store.export().tables
    const isElsewhere = (row: object) =>
      !JSON.stringify(row).includes(defaultIds.sandbox) && !JSON.stringify(row).includes('sandbox-')
    const { revokedTokens: _, ...expected } = Object.fromEntries(
      Object.entries(before).map(([name, rows]) => [name, rows.filter(isElsewhere)]),
    )
    expect(after).toEqual(expected)
    const hashes = before.environmentTokens
      .filter(({ environmentId }) => environmentId === defaultIds.sandbox)
      .map(({ hash }) => hash)
    expect(revokedTokens.map(({ hash }) => hash).sort()).toEqual(hashes.sort())
  })

  it('forgets the codes of pretended providers that lead back to it', async () => {
    const world = createTestWorld()
    await transact(world, (backend) => {
      const { store, clock } = backend
      for (const environmentId of [defaultIds.sandbox, defaultIds.live]) {
        store.idpCodes.put({
          id: backend.newId(),
          createdAt: clock.iso(),
          expiresAt: clock.isoIn(60_000),
          provider: 'google',
          code: environmentId,
          accountId: 'ada',
          clientId: 'client',
          redirectUri: `${backend.baseUrl}/api/v0/sdk/${environmentId}/providers/google/redirect`,
        })
      }
      deleteEnvironment(backend, store.environments.get(defaultIds.sandbox)!)
    })
    expect(world.store.export().tables.idpCodes.map(({ code }) => code)).toEqual([defaultIds.live])
  })
})
