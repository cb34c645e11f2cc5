import { describe, expect, it } from 'vitest'
import { createMock } from './createMock.ts'

describe('what a mock lets tests watch', () => {
  const sanction = (mock: ReturnType<typeof createMock>) =>
    mock.chain.sanction('0x8ba1f109551bd432803012645ac136ddd64dba72')

  it('is the state, with the names of the tables of each commit, until the watch is ended', async () => {
    const mock = createMock()
    const seen: unknown[] = []
    const end = mock.watch((tables) => seen.push(tables))
    await sanction(mock)
    end()
    await mock.create.gate({ name: 'Members' })
    expect(seen).toEqual([['sanctionedAddresses']])
  })

  it('is the clock, which a failing listener does not stop', async () => {
    const reported: unknown[] = []
    const mock = createMock({ now: 0, onError: (cause) => reported.push(cause) })
    const seen: number[] = []
    mock.clock.watch(() => {
      throw new Error('broken listener')
    })
    const end = mock.clock.watch(() => seen.push(mock.clock.now()))
    await mock.clock.advance(5)
    end()
    await mock.clock.advance(5)
    expect([mock.clock.now(), [...new Set(seen)]]).toEqual([10, [5]])
    expect(reported).not.toEqual([])
  })

  it('is the faults, of which a list has those that are still to happen', async () => {
    const mock = createMock()
    let changes = 0
    mock.faults.watch(() => (changes += 1))
    mock.faults.set('users.list', { status: 503 }, 1)
    mock.faults.set('users.list', { networkError: true })
    const lasting = { id: 'fault-2', operation: 'users.list', networkError: true, played: 0 }
    expect(mock.faults.list()).toEqual([
      { id: 'fault-1', operation: 'users.list', status: 503, times: 1, played: 0 },
      lasting,
    ])
    const { sandbox } = mock.defaults.environments
    const headers = { authorization: `Bearer ${sandbox.token}` }
    await mock.fetch(`${mock.baseUrl}/api/v0/environments/${sandbox.id}/users`, { headers })
    expect([mock.faults.list(), changes]).toEqual([[lasting], 3])
    mock.faults.clear('users.list')
    expect([mock.faults.list(), changes]).toEqual([[], 4])
  })
})
