import { describe, expect, it } from 'vitest'
import { createClock } from './clock.ts'

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
