import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../mock/createMock.ts'

const now = '2026-01-15T09:30:00.000Z'

describe('a snapshot', () => {
  it('brings a clock back that stood still, at the instant where it stood', () => {
    const mock = createMock({ now, frozen: true })
    const snapshot = mock.snapshot()
    mock.clock.resume()
    mock.restore(snapshot)
    expect([mock.clock.isRunning, mock.clock.iso()]).toEqual([false, now])
  })

  it('brings a clock back that ran, and it runs on from the instant of the snapshot', async () => {
    const mock = createMock({ now, frozen: false })
    const snapshot = mock.snapshot()
    await mock.clock.advance({ days: 1 })
    mock.clock.freeze()
    mock.restore(snapshot)
    expect([mock.clock.isRunning, mock.clock.iso().slice(0, 10)]).toEqual([true, now.slice(0, 10)])
  })

  it('holds the clock as it was then, and not as it was at the start', () => {
    const mock = createMock()
    mock.clock.freeze()
    const frozen = mock.snapshot()
    mock.clock.resume()
    const running = mock.snapshot()
    mock.restore(frozen)
    expect(mock.clock.isRunning).toBe(false)
    mock.restore(running)
    expect(mock.clock.isRunning).toBe(true)
    mock.restore(frozen)
    mock.reset()
    expect(mock.clock.isRunning).toBe(true)
  })

  it('of the control interface brings the clock back, too', async () => {
    const mock = createMock({ now })
    const post = async (path: string, body: object = {}) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const text = await (await mock.fetchControl(`${mock.baseUrl}/__mock/v1/${path}`, init)).text()
      return text === '' ? undefined : JSON.parse(text)
    }
    const { snapshotId } = await post('snapshots')
    expect(await post('clock/resume')).toMatchObject({ isRunning: true })
    await post('snapshots/restore', { snapshotId })
    expect(mock.clock.isRunning).toBe(false)
  })

  it.each<[string, (mock: Mock) => () => void]>([
    ['a reset', (mock) => mock.reset],
    [
      'a restore',
      (mock) => {
        const snapshot = mock.snapshot()
        return () => mock.restore(snapshot)
      },
    ],
    [
      'an import',
      (mock) => {
        const state = mock.export()
        return () => mock.import(state)
      },
    ],
  ])('leads to the same clock as the others: %s', (_, save) => {
    const mock = createMock({ now })
    const goBack = save(mock)
    mock.clock.resume()
    goBack()
    expect([mock.clock.isRunning, mock.clock.iso()]).toEqual([false, now])
  })
})
