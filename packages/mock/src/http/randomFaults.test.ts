import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMock, type Mock } from '../mock/createMock.ts'
import type { RandomFaultKind, RandomFaults } from './randomFaults.ts'

const host = createHost()

/** The statuses of calls, 0 for one without a reply. */
async function statusesOf(mock: Mock, count: number, path = 'gates'): Promise<number[]> {
  const { id, token } = mock.defaults.environments.sandbox
  const statuses: number[] = []
  for (let call = 0; call < count; call += 1) {
    const sent = mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    statuses.push(await sent.then(({ status }) => status).catch(() => 0))
  }
  return statuses
}

const chaosOf = (faults: RandomFaults) => createMock({ seed: 'test', chaos: faults })

describe('faults by chance', () => {
  it('happen to the given share of calls, and to the same ones for the same seed', async () => {
    const faults = { seed: 'monday', rate: 0.25, kinds: ['outage', 'connection'] } as const
    const statuses = await statusesOf(chaosOf(faults), 400)
    const failed = statuses.filter((status) => status !== 200)
    expect(failed.length / 400).toBeGreaterThan(0.17)
    expect(failed.length / 400).toBeLessThan(0.33)
    expect(new Set(failed)).toEqual(new Set([0, 503]))
    expect(await statusesOf(chaosOf(faults), 400)).toEqual(statuses)
    expect(await statusesOf(chaosOf({ ...faults, seed: 'tuesday' }), 400)).not.toEqual(statuses)
  })

  it('do not depend on the calls of other operations', async () => {
    const faults = { rate: 0.5, kinds: ['outage'] } as const
    const mock = chaosOf(faults)
    const mixed: number[] = []
    for (let call = 0; call < 20; call += 1) {
      mixed.push(...(await statusesOf(mock, 1)))
      await statusesOf(mock, 1, 'allowlists')
    }
    expect(mixed).toEqual(await statusesOf(chaosOf(faults), 20))
  })

  it.each<[RandomFaultKind, object]>([
    ['outage', { status: 503 }],
    ['connection', { networkError: true }],
    ['lost', { loseReply: true }],
    ['cut', { truncate: true }],
    ['stall', { stall: true }],
    ['delay', { delayMs: 3 }],
  ])('can be of the kind %s', async (kind, fault) => {
    host.mock.faults.random({ rate: 1, kinds: [kind], delayMs: [3, 3] })
    await statusesOf(host.mock, 1)
    expect(host.mock.journal.list('gates.list')).toMatchObject([{ fault: { id: 'random-1', ...fault } }])
  })

  it('refuse with statuses that the operation documents', async () => {
    host.mock.faults.random({ rate: 1, kinds: ['refusal'] })
    expect(new Set(await statusesOf(host.mock, 60))).toEqual(new Set([401, 403, 429]))
  })

  it('happen only to the given operations, after the faults that are set, and until they end', async () => {
    const { faults } = host.mock
    faults.random({ rate: 1, kinds: ['outage'], operations: ['gates.list'] })
    faults.set('gates.list', { status: 500 }, 1)
    expect(await statusesOf(host.mock, 2)).toEqual([500, 503])
    expect(await statusesOf(host.mock, 1, 'allowlists')).toEqual([200])
    expect(faults.chaos).toEqual({ rate: 1, kinds: ['outage'], operations: ['gates.list'] })
    faults.random({ rate: 0 })
    expect([faults.chaos, await statusesOf(host.mock, 1)]).toEqual([undefined, [200]])
  })

  it('of the option begin anew with a reset', async () => {
    const mock = chaosOf({ rate: 0.5, kinds: ['outage'] })
    const statuses = await statusesOf(mock, 20)
    mock.faults.random({ rate: 0 })
    expect(new Set(await statusesOf(mock, 20))).toEqual(new Set([200]))
    mock.reset()
    expect(await statusesOf(mock, 20)).toEqual(statuses)
  })

  it.each<[object, string]>([
    [{ rate: 2 }, 'rate takes a share from 0 to 1, not 2.'],
    [{}, 'rate takes a share from 0 to 1, not undefined.'],
    [{ rate: 1, kinds: ['storm'] }, 'there is no kind "storm". The kinds are refusal, outage, connection,'],
    [{ rate: 1, operations: ['gates.lst'] }, 'there is no operation "gates.lst". Did you mean "gates.list"?'],
    [{ rate: 1, delayMs: [5, 1] }, 'delayMs takes the shortest and the longest delay in milliseconds.'],
    [{ rate: 1, delayMs: [0, 1e12] }, 'delayMs takes milliseconds up to 2147483647, not 1000000000000.'],
    [{ rate: 1, sed: 'x' }, 'there is no option "sed". Did you mean "seed"?'],
  ])('refuse %j', async (faults, reason) => {
    expect(() => host.mock.faults.random(faults as RandomFaults)).toThrow(`Failed to call "faults.random()": ${reason}`)
    expect(await statusesOf(host.mock, 3)).toEqual([200, 200, 200])
    if (!('sed' in faults)) expect(() => createMock({ chaos: faults as RandomFaults })).toThrow(`\`chaos\`: ${reason}`)
  })
})
