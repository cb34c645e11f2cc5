import { instantForm, toEpoch } from '@latchkey/base/clock'
import { assertKeys } from '@latchkey/base/nearest'
import { createWatchers } from '@latchkey/base/watchers'
import type { JobRunner } from '../../world/jobs.ts'
import type { World } from '../../world/world.ts'
import { createDueJobs, type DueJob } from '../views/dueJobs.ts'
import { createExpiries, type Expiries } from '../views/expiries.ts'

/** A span of time: the sum of its parts. */
interface Span {
  readonly days?: number | undefined
  readonly hours?: number | undefined
  readonly minutes?: number | undefined
  readonly seconds?: number | undefined
  readonly milliseconds?: number | undefined
}

/** The clock of the mock, by which everything expires and runs. */
export interface ClockControl {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** ISO 8601 in UTC with milliseconds. */
  iso(): string
  /**
   * Moves the clock forward. Jobs that become due on the way run in order, each at its time: expiry, webhook retries,
   * hostname checks, exports. Resolves when all of them have ended.
   *
   * @param span - Milliseconds, or `{ days, hours, minutes, seconds, milliseconds }`; not negative.
   * @throws TypeError for a negative span, an unknown unit, or a time after the year 9900
   */
  advance(span: number | Span): Promise<void>
  /**
   * Sets the time. A later time is reached as by `advance`; an earlier time is set without running anything.
   *
   * @param instant - In epoch milliseconds, a `Date`, or ISO 8601 with its zone: `2026-01-15T09:30:00Z`. A date without a
   * time is its midnight in UTC.
   * @throws TypeError for any other text, and for a time that is not between 1970 and 9900
   */
  set(instant: string | number | Date): Promise<void>
  /** Stops the clock. */
  freeze(): void
  /** Lets the clock run again. */
  resume(): void
  /** Whether the clock runs on its own. */
  readonly isRunning: boolean
  /** Resolves when no job is due any more, such as the delivery of a webhook message. */
  settle(): Promise<void>
  /**
   * When the next job is due, in epoch milliseconds of this clock. `undefined` if there is none, or if it is in the
   * future and the clock stands still.
   */
  nextDueAt(): number | undefined
  /** The mock's scheduled work, in the order in which it becomes due. */
  due(): DueJob[]
  /**
   * The expiries after the present time, in order: sessions, codes, API tokens, former signing keys, global wallets'
   * connections, and locks of second factors.
   *
   * @param limit - How many are listed. `count` counts all. @default 100
   */
  expiries(limit?: number): Expiries
  /**
   * Calls a function after each change of the clock: moved, set, frozen, resumed, or set back with the state. A clock
   * that only runs does not change.
   *
   * @returns A function that ends it.
   */
  watch(listener: () => void): () => void
}

const milliseconds = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000, milliseconds: 1 } as const

export function createClockControl(world: World, jobs: JobRunner): ClockControl {
  const { clock } = world
  const keep = () => world.keeper?.keepClock()
  /** If a job on the way cannot be kept, the clock goes back to where it was last kept. */
  const move = async (forward: () => Promise<void>) => {
    try {
      await forward()
    } finally {
      keep()
    }
  }
  const watchers = createWatchers<[]>(world.report)
  clock.watch(() => watchers.tell())
  return {
    now: clock.now,
    iso: clock.iso,
    advance(span) {
      const forward = assertSpan(clock.now(), typeof span === 'number' ? span : sum(span))
      return move(() => jobs.advance(forward))
    },
    async set(instant) {
      const target = toEpoch(instant)
      if (Number.isNaN(target)) throw new TypeError(`Failed to call "clock.set()": the instant must be ${instantForm}.`)
      if (target >= clock.now()) return move(() => jobs.advance(target - clock.now()))
      clock.set(target)
      keep()
      jobs.wake()
    },
    freeze() {
      clock.freeze()
      keep()
      jobs.wake()
    },
    resume() {
      clock.resume()
      keep()
      jobs.wake()
    },
    get isRunning() {
      return clock.running
    },
    settle: jobs.settle,
    nextDueAt: jobs.nextDueAt,
    due: createDueJobs(world),
    expiries: createExpiries(world),
    watch: watchers.watch,
  }
}

function sum(span: Span): number {
  assertKeys(span, Object.keys(milliseconds), { call: 'clock.advance()', what: 'unit' })
  return (Object.keys(milliseconds) as (keyof Span)[]).reduce(
    (total, unit) => total + (span[unit] ?? 0) * milliseconds[unit],
    0,
  )
}

function assertSpan(now: number, value: number): number {
  if (!(value >= 0)) throw new TypeError(`Failed to call "clock.advance()": the span must be 0 or more, not ${value}.`)
  if (Number.isNaN(toEpoch(now + value)))
    throw new TypeError('Failed to call "clock.advance()": the clock cannot pass the year 9900.')
  return value
}
