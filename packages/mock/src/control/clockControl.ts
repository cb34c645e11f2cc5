import { toEpoch } from '../effects/clock.ts'
import type { JobRunner } from '../jobs.ts'
import { assertKeys } from '../nearest.ts'
import type { World } from '../world.ts'

/** A span of time; the parts add up. */
interface Span {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  readonly milliseconds?: number
}

export interface ClockControl {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** ISO 8601 in UTC with milliseconds. */
  iso(): string
  /**
   * Moves time forward and runs what falls due on the way, in order, each at its time: expiry, webhook retries, hostname
   * checks, exports. Resolves when all of it is done.
   *
   * @param span - Milliseconds, or `{ days, hours, minutes, seconds, milliseconds }`; not negative.
   * @throws TypeError for a negative span, an unknown unit, and what leads beyond the year 9900
   */
  advance(span: number | Span): Promise<void>
  /** Sets the time. Forward, it is an `advance`; backward, nothing runs. */
  set(instant: string | number | Date): Promise<void>
  freeze(): void
  resume(): void
  /** Whether time passes by itself. */
  readonly isRunning: boolean
  /** Resolves when nothing is due any more: deliveries of what has just happened are through. */
  settle(): Promise<void>
}

const milliseconds = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000, milliseconds: 1 } as const

export function createClockControl({ clock }: Pick<World, 'clock'>, jobs: JobRunner): ClockControl {
  return {
    now: clock.now,
    iso: clock.iso,
    advance: (span) => jobs.advance(assertSpan(clock.now(), typeof span === 'number' ? span : sum(span))),
    async set(instant) {
      const target = toEpoch(instant)
      if (Number.isNaN(target))
        throw new TypeError('Failed to call "clock.set()": this is not an instant between 1970 and 9900.')
      if (target >= clock.now()) return jobs.advance(target - clock.now())
      clock.set(target)
    },
    freeze: clock.freeze,
    resume() {
      clock.resume()
      jobs.wake()
    },
    get isRunning() {
      return clock.running
    },
    settle: jobs.settle,
  }
}

function sum(span: Span): number {
  assertKeys('clock.advance()', 'unit', span, Object.keys(milliseconds))
  return (Object.keys(milliseconds) as (keyof Span)[]).reduce(
    (total, unit) => total + (span[unit] ?? 0) * milliseconds[unit],
    0,
  )
}

function assertSpan(now: number, value: number): number {
  if (!(value >= 0))
    throw new TypeError(`Failed to call "clock.advance()": time only moves forward, and ${value} is not a span.`)
  if (Number.isNaN(toEpoch(now + value)))
    throw new TypeError('Failed to call "clock.advance()": the clock ends with the year 9900.')
  return value
}
