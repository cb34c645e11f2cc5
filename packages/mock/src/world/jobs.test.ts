import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsOf, mockOptions } from '../../test/hosts/harness.ts'
import { enableExchange, personAtExchange, recipient } from '../../test/people/exchangePeople.ts'
import { enableRamps, orderBody, personWithPhone } from '../../test/people/rampPeople.ts'
import { enableWaas, openAccount, signedIn } from '../../test/people/waasPeople.ts'
import { createFailingDatabase, type FailingDatabase } from '../../test/support/failingDatabase.ts'
import { createMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { type KeptState, StateNotKept } from '../store/persistence.ts'
import type { JobKind } from '../store/records.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const url = 'https://hooks.example.com/'

/** The bodies that receivers have got since the last run began. */
let sent: string[] = []
const deliver: MockOptions['deliver'] = async ({ body }) => ({ status: sent.push(body) === 1 ? 500 : 204, body: '' })

const hostOf = (mock: Mock) => {
  const host = { name: 'fetch', mock, fetch: mock.fetch }
  return Object.assign(host, callsOf(host))
}
type Host = ReturnType<typeof hostOf>

interface Scenario {
  /** Makes a world with a job of this kind in the queue. */
  prepare(host: Host): Promise<unknown>
  /** How long after that all is done. */
  readonly takesMs: number
}

async function listen({ mock }: Host) {
  const webhook = await mock.create.webhook({ url, events: ['user.created'] })
  await mock.clock.settle()
  return webhook
}

/** A kind without a line here does not compile. */
const scenarios: Record<JobKind, Scenario> = {
  'customHostnames.check': {
    async prepare({ call, mock }) {
      const { body } = await call('customHostnames.create', {
        body: { hostname: 'auth.example.com', usage: 'cookies' },
      })
      for (const { dnsRecordType: type, name, value } of body.verificationRecords)
        await mock.dns.set({ type, name, value } as never)
    },
    takesMs: 5 * minute,
  },
  'exchangeTransfers.settle': {
    async prepare(host) {
      await enableExchange(host)
      const { token, accountId } = await personAtExchange(host)
      const networkObject = { networkId: '84532', chainName: 'EVM' }
      await host.call('exchangeAccounts.transfer', {
        token,
        params: { exchangeKey: 'coinbase', accountId },
        body: { to: recipient, amount: 0.25, currency: 'ETH', networkObject },
      })
    },
    takesMs: minute,
  },
  'exports.run': {
    async prepare({ call, mock }) {
      await mock.create.user({ email: 'ada@example.com' })
      await call('exports.create', { body: { format: 'csv', model: 'users' } })
    },
    takesMs: 2 * second,
  },
  'rampOrders.continue': {
    async prepare(host) {
      await enableRamps(host)
      const { token } = await personWithPhone(host)
      const { order } = (await host.call('onramps.createOrder', { token, body: orderBody() })).body
      await host.mock.ramps.advance(order.orderId)
      await host.mock.ramps.advance(order.orderId)
    },
    takesMs: minute,
  },
  'rooms.expire': {
    async prepare(host) {
      await enableWaas(host)
      const { token } = await signedIn(host)
      await openAccount(host, token)
    },
    takesMs: hour,
  },
  'sessions.revokeAll': {
    async prepare({ call, mock }) {
      await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
      await call('sessions.revokeAll')
    },
    takesMs: 0,
  },
  'ssoProviders.check': {
    async prepare({ call, mock }) {
      const { body } = await call('ssoProviders.create', {
        body: {
          clientId: 'client',
          clientSecret: 'a-long-client-secret-x9Qf',
          ssoDomain: 'tidepool.okta.com',
          emailDomain: 'tidepool.example',
          provider: 'okta',
        },
      })
      const value = body.ssoDomainVerificationChallenge as string
      await mock.dns.set({ type: 'TXT', name: '_sso.tidepool.example', value })
    },
    takesMs: 5 * minute,
  },
  'webhookMessages.forget': {
    async prepare(host) {
      await listen(host)
      await host.mock.create.user()
      await host.mock.clock.advance(minute)
    },
    takesMs: 31 * day,
  },
  'webhooks.deliver': {
    async prepare(host) {
      await listen(host)
      await host.mock.create.user()
    },
    takesMs: minute,
  },
  'webhooks.redeliver': {
    async prepare(host) {
      const { webhookId } = await listen(host)
      const [message] = host.mock.webhooks.messages(webhookId)
      await host.call('webhookMessages.redeliver', { params: { webhookId, messageId: message?.id ?? '' } })
    },
    takesMs: minute,
  },
}
const cases = (Object.keys(scenarios) as JobKind[]).map((kind) => [kind, scenarios[kind]] as const)

/** No job runs by itself. */
const options = { ...mockOptions, deliver, schedule: () => undefined, onError: () => undefined } satisfies MockOptions

async function prepare({ prepare: fill }: Scenario): Promise<KeptState> {
  const database = createFailingDatabase()
  await fill(hostOf(createMock({ ...options, persistence: database.persistence })))
  return database.load()
}

/** Does what is due until an instant, and tries again as long as the state cannot be written. */
async function reach(mock: Mock, target: number): Promise<void> {
  try {
    await mock.clock.set(target)
  } catch (error) {
    if (!(error instanceof StateNotKept)) throw error
    await reach(mock, target)
  }
}

/** All records, without what differs from run to run: ids, keys, hashes. */
function recordsOf({ tables }: Pick<KeptState, 'tables'>): Record<string, string[]> {
  const plain = (record: object) => JSON.stringify(record).replace(/[\w-]{20,}|[\da-f]{12,}/g, '…')
  return Object.fromEntries(
    Object.entries(tables)
      .map(([name, records]) => [name, records.map(plain).sort()] as const)
      .filter(([, records]) => records.length > 0)
      .sort(),
  )
}

/** Runs the jobs of a prepared world while some writes fail, and compares what the process and its disk have then. */
async function run(state: KeptState, takesMs: number, fail: (database: FailingDatabase) => void) {
  const database = createFailingDatabase(state)
  const mock = createMock({ ...options, persistence: database.persistence })
  sent = []
  fail(database)
  await reach(mock, mock.clock.now() + takesMs)
  const tables = mock.export().tables as KeptState['tables']
  expect(recordsOf(database.load())).toEqual(recordsOf({ tables }))
  const { writes, failures } = database
  return { writes, failures, outcome: { sent: sent.length, records: recordsOf({ tables }) } }
}

describe('a job whose result cannot be written', () => {
  it.each(cases)('is done once, at whichever write it fails: %s', async (kind, scenario) => {
    const state = await prepare(scenario)
    expect(state.tables.jobs).toContainEqual(expect.objectContaining({ kind }))
    const undisturbed = await run(state, scenario.takesMs, () => undefined)
    expect(undisturbed.outcome.records).not.toEqual(recordsOf(state))
    expect(undisturbed.writes).toBeGreaterThan(1)
    for (let write = 0; write < undisturbed.writes; write++) {
      const disturbed = await run(state, scenario.takesMs, ({ fail }) => fail(1, write))
      expect(disturbed.failures).toBe(1)
      expect(disturbed.outcome, `write ${write}`).toEqual(undisturbed.outcome)
    }
  })

  /** A mock with a user who is signed in, and the log of what it reports. */
  async function createLogged(changes: MockOptions = {}) {
    const database = createFailingDatabase()
    const reported: unknown[] = []
    const onError = (cause: unknown) => reported.push(cause)
    const mock = createMock({ ...options, ...changes, persistence: database.persistence, onError })
    await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
    const openSessions = () =>
      (mock.export().tables.sessions as { revokedAt?: string }[]).filter(({ revokedAt }) => !revokedAt).length
    return { database, reported, mock, host: hostOf(mock), openSessions }
  }
  const isExported = (mock: Mock) =>
    (mock.export().tables.exports as { status: string }[]).every(({ status }) => status === 'completed')

  describe('by itself', () => {
    const running = { schedule: undefined, frozen: false }
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('runs again by itself after a second, then after two, four and so on, at most a minute', async () => {
      const { database, mock, host } = await createLogged(running)
      await host.call('exports.create', { body: { format: 'csv', model: 'users' } })
      database.fail(9)
      const waits: number[] = []
      for (let [wait, failures] = [0, 0]; failures < 9 && wait < 100; wait++) {
        await vi.advanceTimersByTimeAsync(1_000)
        if (database.failures === failures) continue
        waits.push(wait)
        ;[wait, failures] = [0, database.failures]
      }
      expect(waits.slice(1)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
      await vi.advanceTimersByTimeAsync(62_000)
      expect(isExported(mock)).toBe(true)
    })

    it('is reported once a minute, with what to do, however often it fails', async () => {
      const { database, host, reported } = await createLogged(running)
      await host.call('exports.create', { body: { format: 'csv', model: 'users' } })
      database.fail(Number.POSITIVE_INFINITY)
      await vi.advanceTimersByTimeAsync(50_000)
      expect(reported).toEqual([
        expect.objectContaining({
          message:
            'The state cannot be written: database or disk is full. Calls that change something fail with 500 and ' +
            'change nothing, and due jobs wait. Make room where the state is kept, and the mock goes on by itself.',
        }),
      ])
      await vi.advanceTimersByTimeAsync(200_000)
      expect(database.failures).toBeGreaterThan(8)
      expect(reported.length).toBeGreaterThan(2)
      expect(reported.length).toBeLessThan(6)
    })
  })

  it('runs at once for a caller who waits for it, who is told when it still fails', async () => {
    const { database, mock, host, openSessions } = await createLogged()
    await host.call('sessions.revokeAll')
    database.fail(2)
    await expect(mock.clock.settle()).rejects.toThrow(StateNotKept)
    expect(openSessions()).toBe(1)
    await expect(mock.clock.settle()).rejects.toThrow(StateNotKept)
    await mock.clock.settle()
    expect(openSessions()).toBe(0)
  })

  it('leaves the clock where it was last kept', async () => {
    const { database, mock } = await createLogged()
    const before = mock.clock.iso()
    database.fail(1)
    await expect(mock.clock.advance({ hours: 1 })).rejects.toThrow(StateNotKept)
    expect(mock.clock.iso()).toBe(before)
    database.fail(1)
    expect(() => mock.clock.resume()).toThrow(StateNotKept)
    expect(mock.clock.isRunning).toBe(false)
  })

  it('does not hold up other jobs', async () => {
    const { database, mock, host, openSessions } = await createLogged()
    await host.call('exports.create', { body: { format: 'csv', model: 'users' } })
    await host.call('sessions.revokeAll')
    database.fail(1)
    await expect(mock.clock.settle()).rejects.toThrow(StateNotKept)
    await mock.clock.advance({ seconds: 2 })
    expect(isExported(mock)).toBe(true)
    expect(openSessions()).toBe(0)
  })
})

describe('a job whose rule throws', () => {
  it('ends, is reported, and leaves the others alone', async () => {
    const reported: Error[] = []
    const mock = createMock({ ...options, onError: (cause) => reported.push(cause as Error) })
    const { call } = hostOf(mock)
    await mock.create.user({ email: 'ada@example.com' })
    await call('exports.create', { body: { format: 'csv', model: 'users' } })
    await call('exports.create', { body: { format: 'csv', model: 'users' } })
    const { tables, ...rest } = mock.export()
    const [first] = tables.exports as { id: string }[]
    // No export has such a model.
    const exports = (tables.exports as { id: string }[]).map((each) =>
      each.id === first?.id ? { ...each, model: 'ghosts' } : each,
    )
    mock.import({ ...rest, tables: { ...tables, exports } })
    await mock.clock.advance({ seconds: 2 })
    expect(mock.export().tables.exports).toMatchObject([{ status: 'pending' }, { status: 'completed' }])
    expect(mock.clock.due()).toEqual([])
    expect(reported).toEqual([
      expect.objectContaining({
        message: 'The job exports.run has failed. It has ended, and does not run again.',
        cause: expect.any(TypeError),
      }),
    ])
  })
})
