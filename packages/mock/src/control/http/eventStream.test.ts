import { streamEvents } from '@latchkey/contract/streamEvents'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventReader } from '../../../test/support/eventReader.ts'
import { exampleReport } from '../../../test/support/sweepReport.ts'
import { createMock, type Mock } from '../../mock/createMock.ts'
import { createEventStream } from './eventStream.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { createWorlds, type Worlds } from './worlds.ts'

let mock: Mock
let worlds: Worlds
let snapshots: Snapshots
const open = () => createEventReader(createEventStream(mock, { worlds, snapshots }))
const getUsers = () => {
  const { id, token } = mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  return mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users`, { headers })
}

beforeEach(() => {
  mock = createMock({
    seed: 'stream',
    now: '2026-01-15T09:30:00.000Z',
    deliver: async () => ({ status: 200 }) as never,
  })
  snapshots = createSnapshots()
  worlds = createWorlds(mock, { createDeliver: () => async () => ({ status: 200 }) as never })
})
afterEach(() => vi.useRealTimers())

describe('the stream of events', () => {
  it('begins with the clock', async () => {
    expect(await open().next()).toEqual({
      name: 'clock',
      id: '1',
      data: { now: '2026-01-15T09:30:00.000Z', isRunning: false },
    })
  })

  it('has the entries of the journal as they are recorded, and says when it was emptied', async () => {
    const events = open()
    await getUsers()
    mock.journal.clear()
    await mock.fetch(`${mock.baseUrl}/nowhere`)
    const [first, cleared, second] = [await events.nextOf('journal'), await events.next(), await events.next()]
    expect(first.data).toMatchObject({ operation: 'users.list', status: 200 })
    expect(cleared).toMatchObject({ name: 'journalCleared', data: {} })
    expect(second?.data).toEqual(JSON.parse(JSON.stringify(mock.journal.list()[0])))
  })

  it('names the tables of all commits of a turn once', async () => {
    const events = open()
    await mock.create.user({ email: 'ada@example.com' })
    mock.create.user({ email: 'grace@example.com' })
    const state = await events.nextOf('state')
    expect(state.data.tables).toEqual(expect.arrayContaining(['credentials', 'events', 'users']))
    expect(state.data.tables).not.toContain('organizations')
    await mock.chain.sanction('0x8ba1f109551bd432803012645ac136ddd64dba72')
    expect((await events.next())?.data).toEqual({ tables: ['sanctionedAddresses'] })
  })

  it('tells of a restore, and not of a commit that wrote nothing', async () => {
    const before = mock.snapshot()
    const user = await mock.create.user({ email: 'ada@example.com' })
    const events = open()
    await mock.signIn(user.id)
    const { tables } = (await events.nextOf('state')).data
    mock.restore(before)
    const { data } = await events.nextOf('state')
    expect(tables).not.toContain('wallets')
    expect(data.tables).toEqual(expect.arrayContaining(['sessions', 'users']))
    await getUsers()
    expect((await events.nextOf('journal')).name).toBe('journal')
    mock.clock.freeze()
    expect((await events.next())?.name).toBe('clock')
  })

  it('tells of each change of the clock, and not of a clock that only runs', async () => {
    const events = open()
    await events.next()
    await mock.clock.advance({ minutes: 5 })
    expect((await events.nextOf('clock')).data).toEqual({ now: '2026-01-15T09:35:00.000Z', isRunning: false })
    mock.clock.resume()
    expect((await events.nextOf('clock')).data.isRunning).toBe(true)
    mock.reset()
    expect((await events.nextOf('clock')).data).toEqual({ now: '2026-01-15T09:30:00.000Z', isRunning: false })
  })

  it('tells which faults are set after each change', async () => {
    const events = open()
    mock.faults.set('users.list', { status: 503 }, 2)
    mock.faults.set('*', { delayMs: 1 })
    expect((await events.nextOf('faults')).data.faults).toEqual([
      { id: 'fault-1', operation: 'users.list', status: 503, times: 2, played: 0 },
      { id: 'fault-2', operation: '*', delayMs: 1, played: 0 },
    ])
    await getUsers()
    expect((await events.nextOf('faults')).data.faults[0]).toMatchObject({ operation: 'users.list', times: 1 })
    mock.faults.clear()
    expect((await events.nextOf('faults')).data.faults).toEqual([])
  })

  it('tells of created and dropped worlds', async () => {
    const events = open()
    worlds.create('ada')
    expect(await events.nextOf('worlds')).toMatchObject({ data: {} })
    worlds.drop('nobody')
    worlds.drop('ada')
    expect(await events.nextOf('worlds')).toMatchObject({ data: {} })
  })

  it('tells of snapshots that were taken or dropped', async () => {
    const events = open()
    const { snapshotId } = snapshots.take(mock)
    expect(await events.nextOf('snapshots')).toMatchObject({ data: {} })
    expect(() => snapshots.drop('snapshot-9')).toThrow(TypeError)
    snapshots.drop(snapshotId)
    expect(await events.nextOf('snapshots')).toMatchObject({ data: {} })
  })

  it('tells of reports of sweeps that were added or dropped', async () => {
    const events = open()
    const { id } = mock.sweeps.add(exampleReport)
    expect(await events.nextOf('sweeps')).toMatchObject({ data: {} })
    mock.sweeps.drop(id)
    expect(await events.nextOf('sweeps')).toMatchObject({ data: {} })
  })

  it('numbers the events', async () => {
    const events = open()
    for (const id of ['1', '2', '3']) {
      expect((await events.next())?.id).toBe(id)
      await getUsers()
    }
  })

  it('sends a comment every 15 seconds', async () => {
    vi.useFakeTimers()
    const events = open()
    await events.next()
    vi.advanceTimersByTime(30_000)
    expect([await events.nextPart(), await events.nextPart()]).toEqual([':', ':'])
  })

  it('drops events for a reader that does not read, and says how many', async () => {
    mock.faults.set('users.list', { status: 503, body: { error: 'x'.repeat(100_000) } })
    const events = open()
    for (let sent = 0; sent < 40; sent += 1) await getUsers()
    let entries = 0
    let event = await events.next()
    for (; event?.name !== 'dropped'; event = await events.next()) if (event?.name === 'journal') entries += 1
    // A mebibyte of entries, each with 64 kB of its reply.
    expect([entries, event.data]).toEqual([16, { count: 24 }])
    await getUsers()
    expect(await events.next()).toMatchObject({ name: 'journal', id: String(Number(event.id) + 1) })
  })

  it('ends everything that it watches when it is cancelled', async () => {
    vi.useFakeTimers()
    const spies = watchSpies()
    const events = open()
    mock.faults.set('*', { delayMs: 1 })
    expect([spies.open(), vi.getTimerCount()]).toEqual([7, 2])
    await events.cancel()
    expect([spies.open(), vi.getTimerCount()]).toEqual([0, 0])
  })

  it.each<[string, () => Mock, () => void]>([
    ['the mock is closed', () => mock, () => mock.close()],
    ['its world is dropped', () => worlds.create('ada'), () => worlds.drop('ada')],
    ['its world leaves the memory', () => worlds.create('ada'), () => worlds.close()],
  ])('ends, with everything that it watches, when %s', async (_, create, close) => {
    mock = create()
    vi.useFakeTimers()
    const spies = watchSpies()
    const events = open()
    await events.next()
    expect([spies.open(), vi.getTimerCount()]).toEqual([7, 1])
    close()
    expect([await events.next(), spies.open(), vi.getTimerCount()]).toEqual([undefined, 0, 0])
  })

  it('ends at once for a mock that is closed already', async () => {
    mock.close()
    const events = open()
    expect(await events.next()).toMatchObject({ name: 'clock' })
    expect(await events.next()).toBeUndefined()
  })

  it('has a schema for each of its events, and sends what fits it', async () => {
    const events = open()
    mock.faults.set('users.list', { status: 503 }, 1)
    await getUsers()
    mock.journal.clear()
    worlds.create('ada')
    snapshots.take(mock)
    mock.sweeps.add(exampleReport)
    await mock.create.user({ email: 'ada@example.com' })
    await mock.wallets.browser()
    const read = await Promise.all(Array.from({ length: 9 }, () => events.next()))
    expect(new Set(read.map((event) => event?.name))).toEqual(
      new Set(Object.keys(streamEvents).filter((name) => name !== 'dropped')),
    )
    for (const event of read) {
      const schema = streamEvents[event?.name as keyof typeof streamEvents]
      expect(schema.safeParse(event?.data).error).toBeUndefined()
    }
  })
})

/** Counts the listeners that are not removed. */
function watchSpies() {
  let count = 0
  for (const watched of [mock, mock.clock, mock.faults, mock.journal, mock.sweeps, worlds, snapshots] as {
    watch(listener: unknown): () => void
  }[]) {
    const watch = watched.watch.bind(watched)
    vi.spyOn(watched, 'watch').mockImplementation((...listeners: unknown[]) => {
      const end = (watch as (...all: unknown[]) => () => void)(...listeners)
      count += 1
      return () => {
        count -= 1
        end()
      }
    })
  }
  return { open: () => count }
}
