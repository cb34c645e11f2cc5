import { defined } from './defined.ts'

/** How a real part has answered so far. */
export interface PartUse {
  /** How often it was asked or sent something. */
  readonly uses: number
  readonly failures: number
  /** Milliseconds of real time that it took last. */
  readonly lastMs?: number
  /** The median of the latest hundred times, in milliseconds. */
  readonly medianMs?: number
  /** Why it has failed last; absent if it has answered since. */
  readonly problem?: string
}

/** One time that a real part was asked or sent something. */
export interface NewUse {
  readonly durationMs: number
  readonly problem?: string | undefined
}

/** Counts and times the uses of the real parts of one mock. */
export interface PartUses {
  note(name: string, use: NewUse): void
  of(name: string): PartUse
  forget(name: string): void
}

/** How many times a median is of. */
const latestTimes = 100

interface Tally {
  uses: number
  failures: number
  problem?: string | undefined
  /** The latest last, in milliseconds. */
  readonly times: number[]
}

export function createPartUses(): PartUses {
  const tallies = new Map<string, Tally>()
  return {
    note(name, { durationMs, problem }) {
      const tally = tallies.get(name) ?? { uses: 0, failures: 0, times: [] }
      tallies.set(name, tally)
      tally.uses += 1
      if (problem !== undefined) tally.failures += 1
      tally.problem = problem
      tally.times.push(durationMs)
      if (tally.times.length > latestTimes) tally.times.shift()
    },
    of(name) {
      const { uses = 0, failures = 0, problem, times = [] } = tallies.get(name) ?? {}
      const lastMs = times.at(-1)
      const medianMs = medianOf(times)
      return {
        uses,
        failures,
        ...defined({ lastMs, medianMs, problem }),
      }
    },
    forget: (name) => void tallies.delete(name),
  }
}

/** The lower one of the two in the middle, so that it is a time that was measured. */
function medianOf(times: readonly number[]): number | undefined {
  return times.toSorted((left, right) => left - right)[Math.floor((times.length - 1) / 2)]
}
