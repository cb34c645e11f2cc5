import { type KeptState, StateNotKept } from '@latchkey/store/persistence'
import { createFailingDatabase, type FailingDatabase } from '@latchkey/store/test/failingDatabase'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mockOptions } from '../../test/hosts/harness.ts'
import { hostOf, type JobScenario, jobScenarios } from '../../test/people/jobScenarios.ts'
import { createMock, type Mock, type MockOptions } from '../mock/createMock.ts'

/** The bodies that receivers have got since the last run began. */
let sent: string[] = []
const deliver: MockOptions['deliver'] = async ({ body }) => ({ status: sent.push(body) === 1 ? 500 : 204, body: '' })

/** No job runs by itself. */
const options = { ...mockOptions, deliver, schedule: () => undefined, onError: () => undefined } satisfies MockOptions

async function prepare({ prepare: fill }: JobScenario): Promise<KeptState> {
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
  it.each(jobScenarios)('is done once, at whichever write it fails: %s', async (kind, scenario) => {
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
