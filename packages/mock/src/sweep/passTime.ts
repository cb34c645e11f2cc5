/** The timers of a test runner, which a sweep moves forward whenever the app only waits. */
export interface SweptTimers {
  /** Holds timers and dates from an instant on, in epoch milliseconds. */
  install(now: number): void
  uninstall(): void
  /** Sets what dates read, without running timers: the device slept meanwhile. */
  setNow(now: number): void
  /** Waits for the modules that the app is loading. @returns Whether there were none */
  isLoaded(): Promise<boolean>
  /**
   * Waits in real time.
   *
   * @returns Whether the app was at no work meanwhile, on other threads either, such as a key from a password
   */
  isAtRest(milliseconds: number): Promise<boolean>
  /** Milliseconds until the next timer; `undefined` when none is set. */
  next(): number | undefined
  /** Runs the next timer. */
  runNext(): Promise<void>
}

interface PassingTime {
  readonly timers: SweptTimers
  /** Whether the service is at work, so that no timer may run before its answer. */
  isBusy(): boolean
  /** Moves the service before each step. */
  onStep(milliseconds: number): Promise<void>
  /** Gets what a timer has thrown. */
  onThrown(cause: unknown): void
  /** Whether the run was broken off. */
  isBrokenOff(): boolean
}

/** How a run ends: by itself, or because nothing more happens, or no end is in sight. */
type End = 'settled' | 'hangs'

/** Time that passes for the app until a run counts as one without an end. */
const longestMs = 10 * 60_000
/** Time that passes for the app after its test, in which its own time limits run out. */
const restMs = 2 * 60_000
/** Waits up to this long are those between tries. Longer ones are time limits, which run out only if nothing else happens. */
const shortWaitMs = 2000
/** So many short waits pass without a look whether the app is loading modules. */
const shortWaitsAtOnce = 5
/** Real time without a call before a long wait passes: locks and messages between tabs take their way through the platform. */
const idleMs = 20
/** The same after the test, when what is still under way can only fail unseen. */
const restIdleMs = 5
/** On a busy machine all that the app waits for takes longer, as turns do. */
const idleTurnsMore = 10
/** Real time that a run waits for a process to be at rest. Something beside the app may be at work without an end. */
const longestWorkMs = 10_000
/** Real time in which calls or modules are under way, after which a run counts as one without an end. */
const longestBusyMs = 120_000
/** Real time without a timer, a call or an end, after which nothing more is to be expected. */
const patienceMs = 500
/** The least turns of the process in that time, which take longer on a busy machine. */
const patienceTurns = 15

// Taken now, before any timers are held.
const { setTimeout: startTimer, clearTimeout: stopTimer, performance } = globalThis
/** A page of jsdom in Jest has none. Libraries take timers there as well. */
const { setImmediate: startTask }: { setImmediate?: (work: () => void) => unknown } = globalThis

/**
 * Waits for a run whose timers are held. Whenever nothing else goes on, it runs the next timer, so that waits between
 * tries, time limits and polls cost no time.
 */
export async function passTimeUntil(settled: Promise<unknown>, passing: PassingTime): Promise<End> {
  let isSettled = false
  const note = () => (isSettled = true)
  void settled.then(note, note)
  return passTime(() => isSettled, passing, { longestMs, idleMs, patienceMs, patienceTurns })
}

/** Lets what the app has begun come to its end after the test, as far as it takes no longer than its time limits. */
export async function passRest(passing: PassingTime): Promise<void> {
  await passTime(() => false, passing, { longestMs: restMs, idleMs: restIdleMs, patienceMs: 0, patienceTurns: 0 })
}

interface Patience {
  /** How long time may pass for the app. */
  readonly longestMs: number
  /** Real time without a call before a long wait passes. */
  readonly idleMs: number
  /** Real time, and turns of the process, without a timer, a call or an end. 0 does not wait for the app's work. */
  readonly patienceMs: number
  readonly patienceTurns: number
}

async function passTime(
  isEnded: () => boolean,
  { timers, isBusy, onStep, onThrown, isBrokenOff }: PassingTime,
  { longestMs, idleMs, patienceMs, patienceTurns }: Patience,
): Promise<End> {
  let passedMs = 0
  let idleSince: number | undefined
  let idleTurns = 0
  let shortWaits = 0
  let busySince: number | undefined
  /** How long turns take lately. */
  let turnMs = 0
  /** Real time in which the process was at work although no call was. */
  let workMs = 0
  async function isAtRest(): Promise<boolean> {
    if (!(await timers.isLoaded())) return patienceMs === 0
    const before = performance.now()
    const isAtWork = !(await timers.isAtRest(idleMs + idleTurnsMore * turnMs))
    if (isAtWork) workMs += performance.now() - before
    return !isAtWork || patienceMs === 0 || workMs > longestWorkMs
  }
  /** A test that polls lets its time run out in short waits, as well. */
  async function isReady(isLong: boolean): Promise<boolean> {
    if (isLong) return isAtRest()
    shortWaits += 1
    return shortWaits % shortWaitsAtOnce !== 0 || timers.isLoaded()
  }
  for (;;) {
    const before = performance.now()
    await untilQuiet(() => isEnded() || isBusy())
    turnMs += (performance.now() - before - turnMs) / 5
    if (isEnded() || isBrokenOff()) return 'settled'
    const stepMs = timers.next()
    const isLast = stepMs === undefined || passedMs + stepMs > longestMs
    const isLong = isLast || stepMs > shortWaitMs
    if (isLast && patienceMs === 0 && !isBusy()) return 'hangs'
    idleSince ??= before
    const isStill = !isBusy() && (await isReady(isLong)) && !isBusy() && timers.next() === stepMs
    if (isEnded()) return 'settled'
    if (!isStill) {
      busySince ??= before
      if (performance.now() - busySince > longestBusyMs) return 'hangs'
      shortWaits = 0
      idleSince = undefined
      idleTurns = 0
      continue
    }
    busySince = undefined
    if (isLast) {
      idleTurns += 1
      if (performance.now() - idleSince >= patienceMs && idleTurns >= patienceTurns) return 'hangs'
      continue
    }
    idleSince = undefined
    idleTurns = 0
    passedMs += stepMs
    // The service first: what a timer asks it happens after the step. Its own jobs may take longer than that.
    await Promise.race([onStep(stepMs), untilQuiet()])
    await timers.runNext().catch(onThrown)
  }
}

/** Waits until what has begun has gone as far as it goes without a timer. */
export async function untilQuiet(isOver: () => boolean = () => false): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    if (isOver()) return void (await nextTask())
    await nextTask()
    // Signatures and digests run on the threads of the platform, whose queue this passes.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    await nextTask()
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => void (startTask ? startTask(resolve) : startTimer(resolve, 0)))
}

/** Waits in real time, for a run whose timers are not held. @returns Whether it has ended by then */
export async function waitFor(settled: Promise<unknown>, milliseconds: number): Promise<End> {
  let timer: ReturnType<typeof startTimer> | undefined
  const limit = new Promise<End>((resolve) => {
    timer = startTimer(resolve, milliseconds, 'hangs')
  })
  const end = settled.then(
    (): End => 'settled',
    (): End => 'settled',
  )
  return Promise.race([end, limit]).finally(() => stopTimer(timer))
}
