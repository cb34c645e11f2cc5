import { isoOf } from '@latchkey/base/clock'
import { ColumnProbe } from '@latchkey/store/order'
import { OrderedSet } from '@latchkey/store/orderedSet'
import { TableReader } from '@latchkey/store/tableReader'
import type { OperationId } from '@latchkey/types'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestWorld } from '../../../../test/support/world.ts'
import { registry } from '../../../operations/registry.ts'
import { transact, type World } from '../../../world/world.ts'
import type { Backend } from '../../shared/backend.ts'

const environmentId = '00000000-0000-7000-8000-000000000004'
const userId = '00000000-0000-7000-8000-0000000000aa'
const webhookId = '00000000-0000-7000-8000-0000000000bb'
const total = 20_000

afterEach(() => vi.restoreAllMocks())

/** Returns the fields of every record. Each is made a second after the one before. */
const entity = (n: number) => ({
  id: `00000000-0000-7000-8001-${n.toString(16).padStart(12, '0')}`,
  createdAt: isoOf(1_700_000_000_000 + n * 1000),
  environmentId,
})

interface Case {
  readonly id: OperationId
  readonly insert: (backend: Pick<Backend, 'store'>, n: number) => void
  readonly params?: Readonly<Record<string, string>>
  /** Records that the page's own rows need beside themselves, each at most this often. @default 1 */
  readonly perRow?: number
}

const offsetLists: readonly Case[] = [
  // Each row shows the user's credentials, wallets, sessions and so on, all of them by index.
  {
    id: 'users.list',
    insert: ({ store }, n) => store.users.insert({ ...entity(n), updatedAt: entity(n).createdAt }),
    perRow: 2,
  },
  {
    id: 'wallets.list',
    insert: ({ store }, n) =>
      store.wallets.insert({
        ...entity(n),
        userId: `user ${n % 1000}`,
        name: 'metamask',
        chain: 'EVM',
        publicKey: `0x${n}`,
        key: `eip155:0x${n}`,
        provider: 'browserExtension',
      }),
  },
  {
    id: 'visits.listVisitors',
    insert: ({ store }, n) =>
      store.visitors.insert({
        ...entity(n),
        address: `0x${n}`,
        chain: 'EVM',
        walletName: 'metamask',
        key: `eip155:0x${n}:metamask`,
        provider: 'browserExtension',
      }),
  },
  {
    id: 'users.listSessions',
    params: { userId },
    insert: ({ store }, n) =>
      store.sessions.insert({ ...entity(n), userId, expiresAt: entity(n).createdAt, audience: '', tokenId: String(n) }),
  },
]

const cursorLists: readonly Case[] = [
  {
    id: 'events.list',
    insert: ({ store }, n) =>
      store.events.insert({
        ...entity(n),
        environmentName: 'sandbox',
        eventName: 'user.created',
        eventAction: 'created',
        resourceType: 'user',
        sequence: n,
        data: {},
      }),
  },
  {
    id: 'webhookMessages.list',
    params: { webhookId },
    perRow: 2,
    insert: ({ store }, n) =>
      store.webhookMessages.insert({
        ...entity(n),
        environmentName: 'sandbox',
        webhookId,
        eventId: entity(n).id,
        eventName: 'user.created',
        eventCreatedAt: entity(n).createdAt,
        data: {},
        status: 'delivered',
        latestAttemptId: 'attempt',
      }),
  },
]

async function worldOf({ insert }: Case): Promise<World> {
  const world = createTestWorld()
  const store = world.store.begin()
  const { createdAt } = entity(0)
  store.users.insert({ id: userId, createdAt, updatedAt: createdAt, environmentId })
  store.webhooks.insert({
    id: webhookId,
    createdAt,
    updatedAt: createdAt,
    environmentId,
    url: 'https://hooks.example.com',
    secret: '',
    version: '1',
    events: [],
    isEnabled: true,
  })
  for (let n = 0; n < total; n++) insert({ store }, n)
  store.commit()
  return world
}

const run = (world: World, { id, params }: Case, query: object) =>
  transact(world, async (backend) => registry.run(id, { params: { environmentId, ...params }, query, backend }))

/** How many records the indexes hand out for a call, and how many comparisons it takes to find them. */
async function costOf(work: () => Promise<unknown>): Promise<{ records: number; comparisons: number }> {
  let records = 0
  let comparisons = 0
  const { slice, runs, groups } = OrderedSet.prototype
  const { compare } = ColumnProbe.prototype
  vi.spyOn(OrderedSet.prototype, 'slice').mockImplementation(function (this: OrderedSet<unknown>, from, to) {
    const slicedRecords = slice.call(this, from, to)
    records += slicedRecords.length
    return slicedRecords
  })
  vi.spyOn(OrderedSet.prototype, 'runs').mockImplementation(function (this: OrderedSet<unknown>, from, to) {
    const recordRuns = runs.call(this, from, to)
    records += recordRuns.flat().length
    return recordRuns
  })
  vi.spyOn(OrderedSet.prototype, 'groups').mockImplementation(function (this: OrderedSet<unknown>, from, to) {
    return groups.call(this, from, to).map((group) => ({
      ...group,
      runs() {
        const recordRuns = group.runs()
        records += recordRuns.flat().length
        return recordRuns
      },
    }))
  })
  vi.spyOn(ColumnProbe.prototype, 'compare').mockImplementation(function (this: ColumnProbe, ...input) {
    comparisons += 1
    return compare.apply(this, input)
  })
  // Reading a whole table goes by no index.
  const { all } = TableReader.prototype
  vi.spyOn(TableReader.prototype, 'all').mockImplementation(function (this: TableReader) {
    records += this.size
    return all.call(this)
  })
  await work()
  vi.restoreAllMocks()
  return { records, comparisons }
}

describe.each(offsetLists)('$id over 20 000 records', (list) => {
  it('reads as many records for the last page of an offset list as for the first, hardly more than the page itself', async () => {
    const world = await worldOf(list)
    const first = await costOf(async () => run(world, list, { offset: 0, limit: 50 }))
    const last = await costOf(async () => run(world, list, { offset: total - 50, limit: 50 }))
    expect(first.records).toBeGreaterThanOrEqual(50)
    for (const { records } of [first, last]) expect(records).toBeLessThanOrEqual(50 * (list.perRow ?? 1) + 10)
    expect(Math.abs(last.comparisons - first.comparisons)).toBeLessThanOrEqual(100)
    expect(last.comparisons).toBeLessThan(50 * 200)
  })
})

describe.each(cursorLists)('$id over 20 000 records', (list) => {
  it('reads as many records for the last page of a cursor list as for the first, hardly more than the page itself', async () => {
    const world = await worldOf(list)
    let cursor: string | undefined
    const next = async () => {
      const { headers, body } = await run(world, list, { cursor })
      cursor = headers?.['x-next-cursor'] ?? (body as { cursor?: string }).cursor
    }
    const first = await costOf(next)
    let pages = 1
    for (; pages < total / 50 - 1; pages++) await next()
    const last = await costOf(next)
    expect(cursor ?? '').toBe('')
    for (const { records } of [first, last]) {
      expect(records).toBeGreaterThanOrEqual(50)
      expect(records).toBeLessThanOrEqual(50 * (list.perRow ?? 1) + 10)
    }
    expect(Math.abs(last.comparisons - first.comparisons)).toBeLessThanOrEqual(100)
  })
})

describe('users.list', () => {
  it('reads only the two latest of many sessions of a user, unless it shows all of them', async () => {
    const world = await worldOf({
      id: 'users.listSessions',
      insert: ({ store }, n) =>
        n < 5_000 &&
        store.sessions.insert({
          ...entity(n),
          userId,
          expiresAt: entity(n).createdAt,
          audience: '',
          tokenId: String(n),
        }),
    })
    const read = async (query: object) =>
      (await costOf(async () => run(world, { id: 'users.list', insert: () => undefined }, query))).records
    expect(await read({})).toBeLessThanOrEqual(10)
    expect(
      (await run(world, { id: 'users.list', insert: () => undefined }, { includeSessions: true })).body,
    ).toMatchObject({ users: [{ sessions: { length: 5_000 } }] })
  })

  it('searches all columns for a text without reading each user', async () => {
    const world = await worldOf({
      id: 'users.list',
      insert({ store }, n) {
        store.users.insert({ ...entity(n), updatedAt: entity(n).createdAt })
        store.wallets.insert({
          ...entity(n),
          userId: entity(n).id,
          name: 'metamask',
          chain: 'EVM',
          publicKey: `0x${n}`,
          key: `eip155:0x${n}`,
          provider: 'browserExtension',
        })
      },
    })
    const filters = [
      { filterValue: 'nobody' },
      { filterColumn: 'walletPublicKey', filterValue: '0x19999' },
      { chain: 'SOL' },
      { filterSocialProvider: 'google' },
    ]
    for (const filter of filters)
      expect(
        (await costOf(async () => run(world, { id: 'users.list', insert: () => undefined }, { filter }))).comparisons,
        JSON.stringify(filter),
      ).toBeLessThan(1_000)
  })
})

describe('the measure', () => {
  it('counts every record that is read, as a filter on text shows', async () => {
    const [users] = offsetLists
    if (!users) throw new TypeError('There is no list of users.')
    const world = await worldOf(users)
    const { records } = await costOf(async () =>
      run(world, users, { offset: 0, limit: 50, filter: { filterColumn: 'alias', filterValue: 'nobody' } }),
    )
    expect(records).toBeGreaterThanOrEqual(total)
  })
})
