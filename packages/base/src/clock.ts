import { defined } from './defined.ts'

/** Reads the time. */
export interface Time {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** ISO 8601 in UTC with milliseconds. */
  iso(): string
  /** ISO 8601 instant that many milliseconds from now. */
  isoIn(milliseconds: number): string
}

/** A clock as JSON data. */
export interface ClockState {
  /** Milliseconds by which the clock is ahead of the machine's. */
  readonly offset: number
  /** Where it stands still, in epoch milliseconds; absent while it runs. */
  readonly stopped?: number
}

/** The mock's clock. Nothing else in the mock knows the time. */
export interface Clock extends Time {
  /** Whether the clock runs on its own. */
  readonly running: boolean
  /** Moves the clock forward. */
  advance(milliseconds: number): void
  /** Sets the time; a running clock runs on from it. */
  set(instant: number): void
  /** Stops the clock. */
  freeze(): void
  /** Lets the clock run again. */
  resume(): void
  /** Goes back to the start: to the first instant if the clock was frozen then, otherwise to the machine's time. */
  reset(): void
  /** Goes back to a state that it had. */
  restore(state: ClockState): void
  /** Its present state, and that at the start. */
  state(): ClockState
  beginning(): ClockState
  /** Calls a function after each call of a method that changes the clock. @returns A function that ends it */
  watch(listener: () => void): () => void
}

/**
 * Creates a clock that runs at an offset from the machine's clock, or stands still.
 *
 * @param options.now - Time at the start; the machine's time when absent.
 * @param options.frozen - Whether it stands still at the start. @default true when `now` is given
 * @param options.machine - The machine's time in epoch milliseconds. @default `Date.now`
 * @param options.states - The states of another clock from which this one goes on, instead of `now` and `frozen`.
 */
export function createClock({
  now,
  frozen = now !== undefined,
  machine = Date.now,
  states,
}: {
  now?: number | undefined
  frozen?: boolean | undefined
  machine?: () => number
  states?: { readonly beginning: ClockState; readonly present: ClockState }
} = {}): Clock {
  const beginning: ClockState = states?.beginning ?? {
    offset: now === undefined ? 0 : now - machine(),
    ...defined({ stopped: frozen ? (now ?? machine()) : undefined }),
  }
  let { offset, stopped } = states?.present ?? beginning
  const read = () => stopped ?? machine() + offset
  const restore = (state: ClockState) => {
    ;({ offset, stopped } = state)
    tell()
  }
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  return {
    now: read,
    iso: () => new Date(read()).toISOString(),
    isoIn: (milliseconds) => new Date(read() + milliseconds).toISOString(),
    get running() {
      return stopped === undefined
    },
    advance(milliseconds) {
      if (stopped === undefined) offset += milliseconds
      else stopped += milliseconds
      tell()
    },
    set(instant) {
      if (stopped === undefined) offset = instant - machine()
      else stopped = instant
      tell()
    },
    freeze() {
      stopped ??= read()
      tell()
    },
    resume() {
      if (stopped === undefined) return
      offset = stopped - machine()
      stopped = undefined
      tell()
    },
    reset: () => restore(beginning),
    restore,
    state: () => ({ offset, ...defined({ stopped }) }),
    beginning: () => beginning,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The time of one moment, so that a whole transaction has the same instant. */
export function momentOf(clock: Time): Time {
  const now = clock.now()
  let iso: string | undefined
  return {
    now: () => now,
    iso: () => (iso ??= new Date(now).toISOString()),
    isoIn: (milliseconds) => new Date(now + milliseconds).toISOString(),
  }
}

/** The longest delay of a timer, in milliseconds. A longer one would overflow and run at once. */
export const longestDelayMs = 2_147_483_647

/**
 * Runs `task` after that many milliseconds of real time, of any number. It does not keep a process alive: Node's, Bun's
 * or Deno's.
 *
 * @returns A function that cancels it
 */
export function setTimer(task: () => void, milliseconds: number): () => void {
  return runLater(task, milliseconds, release)
}

/**
 * Like {@link setTimer}, for the end of something that a caller awaits. It keeps the process alive: a program that only
 * waits would end without a word.
 */
export function setDeadline(task: () => void, milliseconds: number): () => void {
  return runLater(task, milliseconds, () => undefined)
}

/** @param started - Called with each timer: a long time takes several, one after another. */
function runLater(task: () => void, milliseconds: number, started: (timer: unknown) => void): () => void {
  let left = milliseconds
  let cancel = () => {}
  const startNext = () => {
    const part = Math.min(left, longestDelayMs)
    left -= part
    const timer = setTimeout(() => (left > 0 ? startNext() : task()), part)
    started(timer)
    cancel = () => clearTimeout(timer)
  }
  startNext()
  return () => cancel()
}

/** Browsers and older versions of Deno have numbers, the others objects. */
function release(timer: unknown): void {
  const { Deno } = globalThis as { Deno?: { unrefTimer(id: number): void } }
  if (typeof timer === 'number') Deno?.unrefTimer(timer)
  else (timer as { unref?(): void }).unref?.()
}

/** Starts to measure real time. @returns A function that gives the milliseconds since then */
export function startStopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}

/** Resolves after that many milliseconds of real time, of any number. The process stays alive meanwhile. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setDeadline(resolve, milliseconds))
}

// Taken now, so that the fake timers of a test do not hold it.
const { setTimeout: startTimer, setImmediate: startTask = (task: () => void) => startTimer(task, 0) } = globalThis

/** Lets the other tasks of the process run, such as requests that have come, before long work goes on. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => startTask(() => resolve()))
}

/** Milliseconds since the Unix epoch of an ISO 8601 instant or an HTTP date; `NaN` when it is neither. */
export function instantOf(iso: string): number {
  return Date.parse(iso)
}

/** The last instant of a clock: expiries a century later must still have a year of four digits. */
const lastInstant = Date.UTC(9900, 0, 1)

/** The texts that {@link toEpoch} takes, for the sentences that refuse another one. */
export const instantForm = 'an ISO 8601 instant between 1970 and 9900, such as 2026-01-15T09:30:00Z'

/**
 * Milliseconds since the Unix epoch of an instant: a number of them, a `Date`, or a text in ISO 8601 with its zone. A
 * date without a time is its midnight in UTC. `NaN` for any other text, and when it is not between 1970 and 9900.
 */
export function toEpoch(instant: string | number | Date): number {
  const epochMs = typeof instant === 'string' ? epochOf(instant) : new Date(instant).getTime()
  return epochMs >= 0 && epochMs <= lastInstant ? epochMs : Number.NaN
}

const partsOfInstant =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?))?$/i

/** By itself, `Date` reads many other texts, mostly in the machine's zone, and takes the 30th of February for March. */
function epochOf(text: string): number {
  const match = partsOfInstant.exec(text)
  if (!match) return Number.NaN
  const [, date = '', minute = '00:00', second = '00', fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] = match
  const inUtc = `${date}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const epochMs = Date.parse(inUtc)
  if (Number.isNaN(epochMs) || isoOf(epochMs) !== inUtc) return Number.NaN
  const zoneMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
  return sign === '-' ? epochMs + zoneMs : epochMs - zoneMs
}

/** An instant, in epoch milliseconds, in the form of HTTP headers (RFC 9110, section 5.6.7). */
export function httpDate(instant: number): string {
  return new Date(instant).toUTCString()
}

/** An instant, in epoch milliseconds, in the form of mail headers (RFC 5322, section 3.3). */
export function mailDate(instant: number): string {
  return httpDate(instant).replace('GMT', '+0000')
}

/** An instant as ISO 8601 in UTC with milliseconds. */
export function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
