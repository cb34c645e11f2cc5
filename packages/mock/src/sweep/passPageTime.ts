import { sleep, startStopwatch } from '@latchkey/base/clock'

/** The pages of an app in another process, such as a browser. Their timers are held. */
export interface SweptPages {
  /** Sets where dates begin, in epoch milliseconds, before the first page is opened. */
  begin(now: number): void
  /** Sets what dates read, without running timers: the device slept meanwhile. */
  setNow(now: number): void
  /** @returns `undefined` while a page is loading or busy */
  look(): Promise<PagesLook | undefined>
  /** Moves the pages to an instant, in epoch milliseconds, and runs the timers on the way, of many only the first. */
  passTo(instant: number): Promise<void>
  /** How long a run waits in pages that do nothing. Runs of a sweep share it. */
  readonly patience: PagesPatience
}

/** The pages at one moment. */
interface PagesLook {
  /** Whether a document was opened. */
  readonly isOpen: boolean
  /** Another text after a new document, an event of the user, or a request. */
  readonly activity: string
  /** Another number after a change of a document. */
  readonly changes: number
  /** When the next timer is due, in epoch milliseconds. */
  readonly nextAt: number | undefined
  /** The same for timers that do not repeat, and that take longer than a wait between tries. */
  readonly nextLimitAt: number | undefined
}

/** Learns from runs without a failure how long the pages do nothing while the test goes on. */
export interface PagesPatience {
  /** Whether it learns, so that no run ends because its pages do nothing. */
  isLearning: boolean
  /** The longest time without a change in the last of these runs, in milliseconds. The first also loads the service. */
  longestMs: number
}

interface PassingPages {
  readonly pages: SweptPages
  /** Whether the service is at work. */
  isBusy(): boolean
  now(): number
  /** When the next delayed reply is due, in epoch milliseconds. */
  nextReplyAt(): number | undefined
  /** Moves the service to an instant, before the pages. */
  onStep(instant: number): Promise<void>
  /** Whether the run was broken off. */
  isBrokenOff(): boolean
}

/** `rests` when the pages do nothing any more, and the test still waits. */
type End = 'settled' | 'rests' | 'hangs'

/** Time that passes for the app while its test waits. Longer than a reply that comes too late. */
const longestMs = 150_000
/** Time that passes for the app after its test, in which its own time limits run out. */
const restMs = 120_000
/** Waits up to this long are those between tries. Longer ones are time limits. */
export const shortWaitMs = 2000
/** Real time without a change, before a short wait and before a time limit pass. */
const [idleMs, idleBeforeLimitMs] = [40, 150]
/** Steps without an event or a request, after which those of timers that repeat go on without a look at each. */
const mostSteps = 20
/** Real time between two looks. */
const lookEveryMs = 15
/** Expectations of Playwright look at a page once a second. */
const leastPatienceMs = 1100
/** Real time in which a page may be busy without an end. */
const realLimitMs = 120_000
/** Real time that counts at once, at most. While this process is held up, it does not see what pages do. */
const mostAtOnceMs = 100
/** A page that only changes, such as one that moves, is at rest after this many times its patience. */
const movingFactor = 3

/** Waits for a run in pages. Whenever nothing else goes on, it lets time pass for the app and the service. */
export async function passPagesUntil(
  settled: Promise<unknown>,
  passing: PassingPages,
  { canRest = true }: { readonly canRest?: boolean } = {},
): Promise<End> {
  let isSettled = false
  const note = () => (isSettled = true)
  void settled.then(note, note)
  const { patience } = passing.pages
  const patienceMs =
    patience.isLearning || !canRest ? realLimitMs : Math.max(leastPatienceMs, 2 * patience.longestMs + 300)
  const end = await passPages(() => isSettled, passing, { longestMs, patienceMs })
  return end === 'rests' && (patience.isLearning || !canRest) ? 'hangs' : end
}

/** Lets what the app has begun come to its end after the test, as far as it takes no longer than its time limits. */
export async function passPagesRest(passing: PassingPages): Promise<void> {
  await passPages(() => false, passing, { longestMs: restMs, patienceMs: idleBeforeLimitMs })
}

async function passPages(
  isEnded: () => boolean,
  { pages, isBusy, now, nextReplyAt, onStep, isBrokenOff }: PassingPages,
  { longestMs, patienceMs }: { readonly longestMs: number; readonly patienceMs: number },
): Promise<End> {
  const startAt = now()
  const elapsed = startStopwatch()
  const quiet = createQuiet(startSeeing())
  let slowestMs = 0
  let steps = 0
  for (;;) {
    const before = elapsed()
    const look = await pages.look()
    const quietMs = isEnded() ? quiet.ms() : quiet.note(isBusy() ? undefined : look)
    if (pages.patience.isLearning && look?.isOpen && quietMs !== undefined)
      pages.patience.longestMs = Math.max(pages.patience.longestMs, quietMs)
    if (isEnded() || isBrokenOff()) return 'settled'
    if (quiet.busyMs() > realLimitMs) return 'hangs'
    if (look && !isBusy()) {
      slowestMs = Math.max(slowestMs, elapsed() - before)
      if (quiet.isActive()) steps = 0
      const nextAt = earliest(look.nextAt, nextReplyAt())
      const target = steps < mostSteps ? nextAt : (earliest(look.nextLimitAt, nextReplyAt()) ?? nextAt)
      // On a busy machine all takes longer: what the page waits for, too.
      const margin = 5 * slowestMs
      if (target !== undefined && target - startAt <= longestMs) {
        const isLong = target - now() > shortWaitMs
        if (!quiet.isFor(isLong ? idleBeforeLimitMs + margin : idleMs)) {
          await sleep(lookEveryMs)
          continue
        }
        steps += 1
        await onStep(Math.max(target, now()))
        await pages.passTo(target)
        // A request that its timers have sent may not be seen yet.
        quiet.restart()
        continue
      }
      if (quiet.isFor(patienceMs + margin)) return 'rests'
    }
    await sleep(lookEveryMs)
  }
}

/** Starts to measure the real time in which this process is not held up. */
function startSeeing(): () => number {
  const elapsed = startStopwatch()
  let last = 0
  let seen = 0
  return () => {
    const now = elapsed()
    seen += Math.min(now - last, mostAtOnceMs)
    last = now
    return seen
  }
}

/** Follows for how long pages have been quiet. */
function createQuiet(elapsed: () => number) {
  let last: PagesLook | undefined
  let busySince: number | undefined
  let activeAt = elapsed()
  let changedAt = elapsed()
  let isActive = false
  const ms = () => elapsed() - Math.max(activeAt, changedAt)
  return {
    ms,
    /** @returns How long the pages were quiet, if they are not any more */
    note(look: PagesLook | undefined): number | undefined {
      const quietMs = ms()
      isActive = look === undefined || look.activity !== last?.activity
      const isChanged = look?.changes !== last?.changes
      busySince = look === undefined ? (busySince ?? elapsed()) : undefined
      if (look) last = look
      if (isActive) activeAt = elapsed()
      if (isActive || isChanged) changedAt = elapsed()
      return isActive || isChanged ? quietMs : undefined
    },
    isActive: () => isActive,
    restart() {
      activeAt = elapsed()
    },
    busyMs: () => (busySince === undefined ? 0 : elapsed() - busySince),
    isFor: (wantedMs: number) => ms() >= wantedMs || elapsed() - activeAt >= movingFactor * wantedMs,
  }
}

function earliest(...instants: readonly (number | undefined)[]): number | undefined {
  const set = instants.filter((instant) => instant !== undefined)
  return set.length > 0 ? Math.min(...set) : undefined
}
