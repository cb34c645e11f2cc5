import { defined } from '@latchkey/base/defined'
import type { OperationId } from '@latchkey/types'
import type { InterceptedCall } from '../http/interceptors.ts'
import type { JournalEntry } from '../http/journal.ts'
import type { Mock } from '../mock/createMock.ts'
import { passRest, passTimeUntil, type SweptTimers, untilQuiet, waitFor } from './passTime.ts'
import { SweepError } from './sweepError.ts'
import { sweepHeader } from './sweptCall.ts'

/** Where a test runs: what a kit knows of its runner and its page. */
export interface Stage<Context> {
  /** Sets a test up with a mock of its own, does the work, and tears the test down. */
  run<T>(mock: Mock, work: (context: Context) => Promise<T>): Promise<T>
  /** @default timers run in real time */
  readonly timers?: SweptTimers | undefined
  /** The folder of the app, from which lines of its code are shown. */
  readonly folder?: string | undefined
  /** The command that runs a case again, by its name. */
  replayOf?(name: string): string
  /** The markup of the page; `undefined` where there is none. */
  page(): string | undefined | Promise<string | undefined>
  /** Gets rejections that nobody handles, and exceptions outside of the test. @returns A function that ends it */
  watchUnhandled(listener: (cause: unknown) => void): () => void
}

/** A call as a run meets it. */
export interface MetCall {
  readonly operation: OperationId
  /** Which call of the operation it is, from 1 on. */
  readonly occurrence: number
  readonly intercepted: InterceptedCall
}

interface RunOptions<Context> {
  readonly origin: Mock
  readonly stage: Stage<Context>
  readonly body: (context: Context) => unknown
  /**
   * Called before each call.
   *
   * @returns Whether the call itself waits for a timer, so that time has to pass for it
   */
  readonly before?: (call: MetCall, mock: Mock) => Promise<boolean | void> | undefined
  /** Called after the body has ended, while its page is still there. */
  readonly after?: (run: RunRecord, context: Context, mock: Mock) => unknown
  /** The most calls of an operation; one more ends the run. */
  readonly mostCalls?: (operation: OperationId) => number
}

/** A call of a run, once it was answered with its entry in the journal. */
interface RunCall extends MetCall {
  readonly entry?: JournalEntry
  /** How many calls had come when it was answered. */
  readonly callsAtReply?: number
}

/** The course of a run. */
export interface RunRecord {
  /** `loops` when it made more calls of one operation than it may. */
  readonly end: 'settled' | 'hangs' | 'loops'
  /** The error of the body. */
  readonly thrown?: { readonly cause: unknown }
  readonly unhandled: readonly unknown[]
  /** The calls that came, in their order, each with its entry in the journal once it was answered. */
  readonly calls: readonly RunCall[]
  /** The page at the end. */
  readonly page: string | undefined
}

/** Real time after which a run without held timers counts as one that hangs. */
const realLimitMs = 20_000

/** Runs the body of a test once, in a copy of the mock that it starts from. */
export async function runOnce<Context>(options: RunOptions<Context>): Promise<RunRecord> {
  const { origin, stage, body, before, after, mostCalls = () => Number.POSITIVE_INFINITY } = options
  const mock = origin.fork()
  mock.clock.freeze()
  const calls: (MetCall & { entry?: JournalEntry; callsAtReply?: number })[] = []
  const atWork = new Set<string>()
  const unhandled: unknown[] = []
  let isOver = false
  let isLooping = false
  let breakOff: (end: 'loops') => void = () => undefined
  const brokenOff = new Promise<'loops'>((resolve) => (breakOff = resolve))
  mock.intercept(async (intercepted) => {
    if (intercepted.request.headers.get(sweepHeader) !== null) return
    if (isOver) return undefined
    // Nothing is answered any more, or the app would go on beside the next run.
    if (isLooping) return new Promise(() => undefined)
    const { operation, requestId } = intercepted
    const occurrence = calls.filter((call) => call.operation === operation).length + 1
    const call = { operation, occurrence, intercepted }
    calls.push(call)
    if (occurrence > mostCalls(operation)) {
      isLooping = true
      breakOff('loops')
    }
    atWork.add(requestId)
    if (await before?.(call, mock)) atWork.delete(requestId)
  })
  const unwatch = mock.journal.watch((entry) => {
    atWork.delete(entry.requestId)
    const call = calls.find(({ intercepted }) => intercepted.requestId === entry.requestId)
    if (call) Object.assign(call, { entry, callsAtReply: calls.length })
  })
  const endUnhandled = stage.watchUnhandled((cause) => unhandled.push(cause))
  const { timers } = stage
  timers?.install(mock.clock.now())
  const endClock = mock.clock.watch(() => timers?.setNow(mock.clock.now()))
  const isBusy = () => atWork.size > 0
  const onStep = (milliseconds: number) => void mock.clock.advance(milliseconds)
  const passing = timers && { timers, isBusy, onStep, isBrokenOff: () => isOver || isLooping }
  const wait = (settled: Promise<unknown>) =>
    passing ? passTimeUntil(settled, passing) : waitFor(settled, realLimitMs)
  try {
    return await stage.run(mock, async (context) => {
      let thrown: RunRecord['thrown']
      const settled = Promise.resolve()
        .then(() => body(context))
        .catch((cause: unknown) => (thrown = { cause }))
      const end = await Promise.race([brokenOff, wait(settled)])
      await (passing ? passRest(passing) : untilQuiet())
      const record: RunRecord = { end, ...defined({ thrown }), unhandled, calls, page: await stage.page() }
      const judged = Promise.resolve(after?.(record, context, mock))
      if ((await wait(judged)) === 'hangs') throw new SweepError('what must hold after the failure does not end.')
      await judged
      return record
    })
  } finally {
    isOver = true
    endClock()
    timers?.uninstall()
    endUnhandled()
    unwatch()
    mock.close()
  }
}
