import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { refreshAtMs, type SessionRecord } from './record.ts'
import { createSchedule, type Schedule } from './schedule.ts'

const start = Date.parse('2026-01-15T09:30:00.000Z')
const minute = 60_000
const longestTimerMs = 2 ** 31 - 1

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
})

const record = (lifetimeMs: number): SessionRecord => ({
  v: 1,
  user: {} as SessionRecord['user'],
  issuedAtMs: start,
  expiresAtMs: start + lifetimeMs,
  serial: 1,
})

function open({ isTimed = true } = {}): { schedule: Schedule; rings: () => number } {
  let rings = 0
  const schedule = createSchedule(isTimed, () => void rings++)
  onTestFinished(() => schedule.close())
  return { schedule, rings: () => rings }
}

describe('the instant of the next refresh', () => {
  it.each([
    ['six minutes before the end of a long session', 120 * minute, 114 * minute],
    ['at half of a short one', 10 * minute, 5 * minute],
    ['at half of one of twelve minutes, where both are the same', 12 * minute, 6 * minute],
    ['at half of two seconds', 2000, 1000],
    ['half a minute later where a refresh does not extend the session', 1999, 30_000],
    ['half a minute later where it has ended', -1, 30_000],
  ])('is %s', (_, lifetimeMs, afterMs) => {
    expect(refreshAtMs(record(lifetimeMs)) - start).toBe(afterMs)
  })
})

describe('the schedule of refreshes', () => {
  it('rings at the planned instant, once', () => {
    const { schedule, rings } = open()
    schedule.plan(record(10 * minute))
    vi.advanceTimersByTime(5 * minute - 1)
    expect([rings(), schedule.isDue()]).toEqual([0, false])
    vi.advanceTimersByTime(1)
    expect([rings(), schedule.isDue()]).toEqual([1, true])
    vi.advanceTimersByTime(60 * minute)
    expect(rings()).toBe(1)
  })

  it.each([
    ['back', -60 * minute],
    ['forward', 60 * minute],
  ])('rings after the time that was planned, also if the clock is set %s meanwhile', (_, jumpMs) => {
    const { schedule, rings } = open()
    schedule.plan(record(10 * minute))
    vi.advanceTimersByTime(minute)
    vi.setSystemTime(Date.now() + jumpMs)
    vi.advanceTimersByTime(4 * minute - 1)
    expect(rings()).toBe(0)
    vi.advanceTimersByTime(1)
    expect(rings()).toBe(1)
  })

  it('rings at once for a record of a time to come, since the clock was set back', () => {
    const { schedule, rings } = open()
    vi.setSystemTime(start - 6 * minute)
    schedule.plan(record(120 * minute))
    vi.advanceTimersByTime(0)
    expect(rings()).toBe(1)
  })

  it('keeps the plan of a record that a clock within the tolerated five minutes has written', () => {
    const { schedule, rings } = open()
    vi.setSystemTime(start - 4 * minute)
    schedule.plan(record(120 * minute))
    vi.advanceTimersByTime(110 * minute)
    expect(rings()).toBe(0)
    vi.advanceTimersByTime(8 * minute)
    expect(rings()).toBe(1)
  })

  it('does not hold a process that has nothing else to do', () => {
    const unref = vi.fn()
    const started = vi.spyOn(globalThis, 'setTimeout').mockReturnValue({ unref } as never)
    onTestFinished(() => started.mockRestore())
    open().schedule.plan(record(10 * minute))
    expect(unref).toHaveBeenCalledOnce()
  })

  it('follows the latest plan', () => {
    const { schedule, rings } = open()
    schedule.plan(record(10 * minute))
    schedule.plan(record(20 * minute))
    vi.advanceTimersByTime(13 * minute)
    expect([rings(), schedule.isDue()]).toEqual([0, false])
    vi.advanceTimersByTime(minute)
    expect(rings()).toBe(1)
  })

  it('does not ring without a record', () => {
    const { schedule, rings } = open()
    schedule.plan(record(10 * minute))
    schedule.plan(undefined)
    vi.advanceTimersByTime(60 * minute)
    expect(rings()).toBe(0)
  })

  it('only tells that it is due where calls start the refresh', () => {
    const { schedule, rings } = open({ isTimed: false })
    schedule.plan(record(10 * minute))
    expect(schedule.isDue()).toBe(false)
    vi.advanceTimersByTime(5 * minute)
    expect([rings(), schedule.isDue(), vi.getTimerCount()]).toEqual([0, true, 0])
  })

  it('waits for an instant that is further away than the longest timer', () => {
    const started = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => started.mockRestore())
    const { schedule, rings } = open()
    schedule.plan(record(3 * longestTimerMs))
    // A longer timer would ring at once, again and again.
    expect(started.mock.calls.map(([, ms]) => ms)).toEqual([longestTimerMs])
    vi.advanceTimersByTime(3 * longestTimerMs - 6 * minute - 1)
    expect(rings()).toBe(0)
    vi.advanceTimersByTime(1)
    expect(rings()).toBe(1)
  })

  it.each([
    ['the shortest', 0, [1000, 2000, 4000, 8000]],
    ['the longest', 1, [2000, 4000, 8000, 16_000]],
  ])('tries again after a failure, each time later: by %s pauses', (_, chance, pauses) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    onTestFinished(() => void vi.restoreAllMocks())
    const { schedule, rings } = open()
    for (const [index, pause] of pauses.entries()) {
      schedule.retry()
      vi.advanceTimersByTime(pause - 1)
      expect(rings()).toBe(index)
      vi.advanceTimersByTime(1)
      expect(rings()).toBe(index + 1)
    }
  })

  it('never pauses for more than five minutes, and begins anew after a plan', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    onTestFinished(() => void vi.restoreAllMocks())
    const { schedule, rings } = open()
    for (let failures = 0; failures < 20; failures++) schedule.retry()
    vi.advanceTimersByTime(5 * minute - 1)
    expect(rings()).toBe(0)
    vi.advanceTimersByTime(1)
    expect(rings()).toBe(1)
    schedule.plan(record(120 * minute))
    schedule.retry()
    vi.advanceTimersByTime(2000)
    expect(rings()).toBe(2)
  })

  it('is silent once it is closed, whatever is planned', () => {
    const { schedule, rings } = open()
    schedule.plan(record(10 * minute))
    schedule.close()
    vi.advanceTimersByTime(10 * minute)
    schedule.plan(record(20 * minute))
    schedule.retry()
    vi.advanceTimersByTime(60 * minute)
    expect([rings(), vi.getTimerCount()]).toEqual([0, 0])
  })
})
