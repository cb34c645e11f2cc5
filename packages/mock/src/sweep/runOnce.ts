import { defined } from '@latchkey/base/defined'
import type { WalletRequest } from '@latchkey/browser-wallet/person'
import type { InterceptedCall } from '../http/interceptors.ts'
import type { JournalEntry } from '../http/journal.ts'
import type { Mock } from '../mock/createMock.ts'
import type { AnyBrowserWallet } from '../world/browserWallets.ts'
import { type CallName, createCallNames } from './callNames.ts'
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

/** A call of the service as a run meets it. */
export interface MetCall extends CallName {
  readonly intercepted: InterceptedCall
}

/** A request to a browser wallet as a run meets it, open still. */
export interface MetRequest extends CallName {
  readonly asked: WalletRequest
  readonly wallet: AnyBrowserWallet
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
  /** Called for each request to a browser wallet, before the person answers. */
  readonly onAsked?: (request: MetRequest) => void
  /** Called after the body has ended, while its page is still there. */
  readonly after?: (run: RunRecord, context: Context, mock: Mock) => unknown
  /** The most calls of a target; one more ends the run. */
  readonly mostCalls?: (target: string) => number
}

/** A call of a run, or a request to a browser wallet. */
interface RunCall extends CallName {
  readonly intercepted?: InterceptedCall
  readonly asked?: WalletRequest
  /** Whether the person answers it by itself, and not the test. */
  readonly isAutomatic?: boolean
  /** Once it was answered. */
  readonly status?: number
  /** Its entry in the journal, which has calls of operations. */
  readonly entry?: JournalEntry
  /** How many calls had come when it was answered. */
  readonly callsAtReply?: number
}

/** The course of a run. */
export interface RunRecord {
  /** `loops` when it made more calls of one target than it may. */
  readonly end: 'settled' | 'hangs' | 'loops'
  /** The error of the body. */
  readonly thrown?: { readonly cause: unknown }
  readonly unhandled: readonly unknown[]
  /** The calls that came, in their order. */
  readonly calls: readonly RunCall[]
  /** The page at the end. */
  readonly page: string | undefined
}

/** Real time after which a run without held timers counts as one that hangs. */
const realLimitMs = 20_000

/** Runs the body of a test once, in a copy of the mock that it starts from. */
export async function runOnce<Context>(options: RunOptions<Context>): Promise<RunRecord> {
  const { origin, stage, body, before, onAsked, after, mostCalls = () => Number.POSITIVE_INFINITY } = options
  const mock = origin.fork()
  mock.clock.freeze()
  const calls: RunCall[] = []
  const names = createCallNames()
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
    const { requestId } = intercepted
    atWork.add(requestId)
    const name = await names.nameOf(intercepted)
    const call = name && { ...name, intercepted }
    void intercepted.answered.then((status) => {
      atWork.delete(requestId)
      if (call) Object.assign(call, { status, callsAtReply: calls.length })
    })
    if (!call) return
    calls.push(call)
    if (call.occurrence > mostCalls(call.target)) {
      isLooping = true
      breakOff('loops')
    }
    if (await before?.(call, mock)) atWork.delete(requestId)
  })
  const unwatch = mock.journal.watch((entry) => {
    const call = calls.find(({ intercepted }) => intercepted?.requestId === entry.requestId)
    if (call) Object.assign(call, { entry })
  })
  const endRequests = watchRequests(mock, (asked, wallet) => {
    const call = { ...names.nameOfAsked(asked.kind), asked }
    calls.push(call)
    onAsked?.({ ...call, wallet })
    // The person who answers by itself has done so by then.
    queueMicrotask(() => Object.assign(call, { isAutomatic: asked.status === 'approved' }))
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
    endRequests()
    mock.close()
  }
}

/** Calls a function with each request to a browser wallet of a mock. @returns A function that ends it */
function watchRequests(
  { browserWallets: { wallets } }: Mock,
  listener: (asked: WalletRequest, wallet: AnyBrowserWallet) => void,
): () => void {
  const seen = new Set<WalletRequest>()
  return wallets.watch(() => {
    for (const wallet of wallets.list()) {
      for (const asked of wallet.requests) {
        if (seen.has(asked)) continue
        seen.add(asked)
        if (asked.status === 'open') listener(asked, wallet)
      }
    }
  })
}
