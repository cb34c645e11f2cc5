import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClock, longestDelayMs, setDeadline, setTimer, sleep, toEpoch } from './clock.ts'

/** A machine's clock that a test sets. */
function createMachine() {
  let instant = 1_000_000
  return { read: () => instant, pass: (milliseconds: number) => (instant += milliseconds) }
}

describe('clock.reset', () => {
  it("runs with the machine's time again, and undoes advance, set and freeze", () => {
    const machine = createMachine()
    const clock = createClock({ machine: machine.read })
    clock.advance(5_000)
    machine.pass(60_000)
    clock.freeze()
    clock.reset()
    expect(clock.now()).toBe(machine.read())
    machine.pass(1)
    expect(clock.now()).toBe(machine.read())
  })

  it("restores the first offset of a running clock from the machine's time", () => {
    const machine = createMachine()
    const clock = createClock({ now: 500_000, frozen: false, machine: machine.read })
    clock.set(7)
    machine.pass(60_000)
    clock.reset()
    expect(clock.now()).toBe(560_000)
  })

  it('sets a clock that was frozen at the start back to its first instant, and freezes it', () => {
    const machine = createMachine()
    const clock = createClock({ now: 500_000, machine: machine.read })
    clock.advance(5_000)
    clock.resume()
    machine.pass(60_000)
    clock.reset()
    machine.pass(1)
    expect([clock.now(), clock.running]).toEqual([500_000, false])
  })
})

describe('a wait in real time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const long = 2 * longestDelayMs + 10

  it.each([
    ['setTimer', setTimer],
    ['setDeadline', setDeadline],
  ])('of %s takes as long as it says, also longer than a timer of the platform can', (_, start) => {
    const task = vi.fn<() => void>()
    start(task, long)
    vi.advanceTimersByTime(long - 1)
    expect([task.mock.calls.length, vi.getTimerCount()]).toEqual([0, 1])
    vi.advanceTimersByTime(1)
    expect([task.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
  })

  it.each([
    ['setTimer', setTimer],
    ['setDeadline', setDeadline],
  ])('of %s leaves no timer when it is cancelled, also after a part of it has passed', (_, start) => {
    const task = vi.fn<() => void>()
    const cancel = start(task, long)
    vi.advanceTimersByTime(longestDelayMs + 5)
    cancel()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(long)
    expect(task).not.toHaveBeenCalled()
  })

  it('of sleep takes as long as it says, also longer than a timer of the platform can', async () => {
    const slept = vi.fn<() => void>()
    void sleep(long).then(slept)
    await vi.advanceTimersByTimeAsync(long - 1)
    expect(slept).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(slept).toHaveBeenCalledOnce()
  })
})

describe('an instant in epoch milliseconds', () => {
  it.each([
    ['2026-01-15T09:30:00Z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15T09:30:00.5Z', '2026-01-15T09:30:00.500Z'],
    ['2026-01-15T09:30:00.123999Z', '2026-01-15T09:30:00.123Z'],
    ['2026-01-15T09:30Z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15t09:30:00z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15 09:30:00Z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15T09:30:00+02:00', '2026-01-15T07:30:00.000Z'],
    ['2026-01-15T09:30:00-0530', '2026-01-15T15:00:00.000Z'],
    ['2026-01-15T09:30:00+02', '2026-01-15T07:30:00.000Z'],
    ['2026-01-15', '2026-01-15T00:00:00.000Z'],
    ['2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000Z'],
    [1_768_469_400_000, '2026-01-15T09:30:00.000Z'],
    [new Date(1_768_469_400_000), '2026-01-15T09:30:00.000Z'],
  ])('is read from ISO 8601 with a zone, a date, a number or a Date: %s', (read, instant) => {
    expect(new Date(toEpoch(read)).toISOString()).toBe(instant)
  })

  it.each([
    'tomorrow 1',
    '1',
    '1768469400000',
    '12/1/26',
    '2026-1-5',
    '2026-01-15 09:30',
    '2026-01-15T09:30:00',
    '2026-02-30T00:00:00Z',
    '2026-02-30',
    '2026-02-29',
    '2026-13-01T00:00:00Z',
    '2026-01-15T24:00:00Z',
    '2026-01-15T09:60:00Z',
    '2026-01-15T09:30:60Z',
    '2026-01-15T09:30:00+24:00',
    '2026-01-15T09:30:00+02:60',
    '2026-01-15T09:30:00 GMT',
    '2026-01-15T09:30:00Z ',
    'Thu, 15 Jan 2026 09:30:00 GMT',
    '1969-12-31T23:59:59Z',
    '9901-01-01T00:00:00Z',
    '',
  ])('is not read from a text without a zone, of another form, or of a day that does not exist: %j', (text) => {
    expect(toEpoch(text)).toBeNaN()
  })
})
