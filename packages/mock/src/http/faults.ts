import { defined } from '@latchkey/base/defined'
import { assertKeys } from '@latchkey/base/nearest'
import type { SpoiledReply } from '@latchkey/base/reply'
import { createWatchers } from '@latchkey/base/watchers'
import { assertFaultTarget, type FaultTarget } from '@latchkey/contract/faultTargets'
import type { Fault } from './fault.ts'
import { problemOfFault } from './problemOfFault.ts'
import { createRandomFaults, problemOfRandomFaults, type RandomFaults } from './randomFaults.ts'

const names = Object.keys({
  status: 0,
  code: 0,
  body: 0,
  contentType: 0,
  retryAfterSeconds: 0,
  delayMs: 0,
  networkError: 0,
  loseReply: 0,
  truncate: 0,
  stall: 0,
  after: 0,
} satisfies Record<keyof Fault, 0>)

const randomNames = Object.keys({
  rate: 0,
  seed: 0,
  kinds: 0,
  operations: 0,
  delayMs: 0,
} satisfies Record<keyof RandomFaults, 0>)

/** A fault that happens to a request. */
export interface PlayedFault extends Fault {
  /** The id of the fault that was set, such as `fault-1`, or of a random one: `random-1`. An id is never used twice. */
  readonly id: string
}

/** A fault that is set. */
interface SetFault extends PlayedFault {
  readonly operation: FaultTarget
  /** How often it has happened. */
  readonly played: number
  /** How many times it will still happen; absent when it happens until it is cleared. */
  readonly times?: number
  /** How many calls it will let pass first. */
  readonly after?: number
}

export interface Faults {
  /**
   * Makes an operation fail.
   *
   * @param id - Operation id, `relay.join` or `relay.messages` for a step at the relay, or `*` for all of these.
   * @param times - How many times it happens; when absent, until the fault is cleared.
   * @throws TypeError for an operation or a fault that does not exist, for a value that a field cannot have, and for
   * fields that contradict each other
   */
  set(id: FaultTarget, fault: Fault, times?: number): void
  /**
   * Makes calls fail by chance, beside the faults that are set, the same calls for the same seed. Each call of this
   * function replaces the one before; `{ rate: 0 }` ends it.
   *
   * @throws TypeError for a rate, kind, operation or delay that cannot be
   * @example mock.faults.random({ rate: 0.1, seed: 'monday', kinds: ['connection', 'delay'] })
   */
  random(faults: RandomFaults): void
  /** Sets the random faults of a scenario. A fork begins with them as well, until they are cleared. */
  begin(faults: RandomFaults): void
  /** Those that `begin` has set. */
  readonly begun: RandomFaults | undefined
  /** The random faults; absent when there are none. */
  readonly chaos: RandomFaults | undefined
  /**
   * Clears the faults of a target, one that `list` has, or all with the random ones.
   *
   * @throws TypeError for an operation that does not exist, or a fault that is not set
   */
  clear(which?: FaultTarget | Pick<SetFault, 'id'>): void
  /** The faults that are set, in the order in which those of an operation happen. */
  list(): SetFault[]
  /** Calls a function after each change: a fault was set, happened, or was cleared. @returns A function that ends it */
  watch(listener: () => void): () => void
  /** Takes the fault of the next call, and counts it. */
  next(id: Exclude<FaultTarget, '*'>): PlayedFault | undefined
}

interface Entry {
  readonly id: string
  readonly fault: Fault
  remaining: number
  /** How many calls it still lets pass. */
  passing: number
  played: number
}

function shownFault(operation: FaultTarget, { id, fault, remaining, passing, played }: Entry): SetFault {
  const { after: _, ...rest } = fault
  const times = Number.isFinite(remaining) ? remaining : undefined
  return { ...rest, id, operation, played, ...defined({ times, after: passing || undefined }) }
}

/** A fault as the journal shows it. Its body is the reply's. */
export function withoutBody(fault: PlayedFault): Omit<PlayedFault, 'body'> {
  const { body: _, ...shown } = fault
  return shown
}

/**
 * @param report - Receives what a listener throws.
 * @param first - The random faults of the beginning, to which `clear` leads back.
 */
export function createFaults(report: (cause: unknown) => void, first?: RandomFaults): Faults {
  let chaos: RandomFaults | undefined
  let draw: ReturnType<typeof createRandomFaults> | undefined
  let begun: RandomFaults | undefined
  const beRandom = (faults: RandomFaults | undefined) => {
    chaos = faults && faults.rate > 0 ? faults : undefined
    draw = chaos && createRandomFaults(chaos)
  }
  beRandom(first)
  const active = new Map<FaultTarget, readonly Entry[]>()
  let count = 0
  let drawnCount = 0
  const { watch, tell } = createWatchers<[]>(report)

  function clearOne(id: string): void {
    for (const [target, faults] of active) {
      const others = faults.filter((entry) => entry.id !== id)
      if (others.length < faults.length) return void active.set(target, others)
    }
    throw new TypeError(`Failed to call "faults.clear()": the fault "${id}" is not set any more.`)
  }

  return {
    set(id, fault, times = Number.POSITIVE_INFINITY) {
      assertFaultTarget('faults.set()', id)
      assertKeys(fault, names, { call: 'faults.set()', what: 'fault' })
      if (!(times > 0)) throw new TypeError(`Failed to call "faults.set()": times must be 1 or more, not ${times}.`)
      const problem = problemOfFault(fault)
      if (problem !== undefined) throw new TypeError(`Failed to call "faults.set()": ${problem}`)
      const { after = 0 } = fault
      const entry = { id: `fault-${(count += 1)}`, fault, remaining: times, passing: after, played: 0 }
      active.set(id, [...(active.get(id) ?? []), entry])
      tell()
    },
    random(faults) {
      assertKeys(faults, randomNames, { call: 'faults.random()', what: 'option' })
      const problem = problemOfRandomFaults(faults)
      if (problem !== undefined) throw new TypeError(`Failed to call "faults.random()": ${problem}`)
      beRandom(faults)
      tell()
    },
    begin(faults) {
      begun = faults
      beRandom(faults)
      tell()
    },
    get begun() {
      return begun
    },
    get chaos() {
      return chaos
    },
    clear(which) {
      if (which === undefined) {
        active.clear()
        begun = undefined
        beRandom(first)
      } else if (typeof which === 'object') clearOne(which.id)
      else {
        assertFaultTarget('faults.clear()', which)
        active.delete(which)
      }
      tell()
    },
    list: () => [...active].flatMap(([operation, entries]) => entries.map((entry) => shownFault(operation, entry))),
    watch,
    next(id) {
      if (active.size === 0 && !draw) return undefined
      for (const key of [id, '*'] as const) {
        const [first, ...rest] = active.get(key) ?? []
        if (!first) continue
        if (first.passing > 0) {
          first.passing -= 1
          tell()
          continue
        }
        first.played += 1
        if (--first.remaining <= 0) active.set(key, rest)
        tell()
        return { ...first.fault, id: first.id }
      }
      const drawn = draw?.(id)
      return drawn && { ...drawn, id: `random-${(drawnCount += 1)}` }
    },
  }
}

/** How a fault spoils the reply of an operation that has run. */
export function spoiledBy(fault: Fault | undefined): SpoiledReply | undefined {
  if (fault?.loseReply) return 'lost'
  if (fault?.truncate) return 'cut'
  return fault?.stall ? 'stalled' : undefined
}
