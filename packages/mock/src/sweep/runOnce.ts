import { sleep } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { WalletRequest } from '@latchkey/browser-wallet/person'
import type { InterceptedCall } from '../http/interceptors.ts'
import type { JournalEntry } from '../http/journal.ts'
import type { Mock } from '../mock/createMock.ts'
import type { AnyBrowserWallet } from '../world/browserWallets.ts'
import { type CallName, createCallNames } from './callNames.ts'
import { passPagesRest, passPagesUntil, type SweptPages } from './passPageTime.ts'
import { passRest, passTimeUntil, type SweptTimers, untilQuiet, waitFor } from './passTime.ts'
import { StillWaitingError } from './stillWaitingError.ts'
import { SweepError } from './sweepError.ts'
import { sweepHeader } from './sweptCall.ts'

/** Where a test runs: what a kit knows of its runner and its page. */
export interface Stage<Context> {
  /** Sets a test up with a mock of its own, does the work, and tears the test down. */
  run<T>(mock: Mock, work: (context: Context) => Promise<T>): Promise<T>
  /** @default timers run in real time */
  readonly timers?: SweptTimers | undefined
  /** The pages of an app in another process, in place of `timers`. @default the app runs in this process */
  readonly pages?: SweptPages | undefined
  /** The limits of an app whose time passes by itself, such as a command. @default the mock's clock stands still */
  readonly realTime?: RealTime | undefined
  /** How the app learns where the service is. @default `mock.baseUrl` */
  readonly address?: string | undefined
  /** The folder of the app, from which lines of its code are shown. */
  readonly folder?: string | undefined
  /** The command that runs a case again, by its name. */
  replayOf?(name: string): string
  /** The markup of the page; `undefined` where there is none. */
  page(): string | undefined | Promise<string | undefined>
  /** The same before the last event of the user. @default not looked at */
  pageBefore?(): string | undefined | Promise<string | undefined>
  /** Gets rejections that nobody handles, and exceptions outside of the test. @returns A function that ends it */
  watchUnhandled(listener: (cause: unknown) => void): () => void
}

/** Limits of real time, in milliseconds. */
interface RealTime {
  /** After which a run counts as one that hangs. */
  readonly limitMs: number
  /** How late a reply is that comes too late. */
  readonly longestDelayMs: number
}

/** A call of the service as a run meets it. */
export interface MetCall extends CallName {
  readonly intercepted: InterceptedCall
}

/** A request to a browser wallet as a run meets it, open still. */
interface MetRequest extends CallName {
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
   * @returns The milliseconds that the call waits for, if any
   */
  readonly before?: (call: MetCall, mock: Mock) => Promise<number | void> | undefined
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
  /** When it came, in epoch milliseconds. */
  readonly at?: number
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
  /** The page after the body and all that it has begun. */
  readonly page: string | undefined
  /** Where the mock was. */
  readonly baseUrl: string
}

/** Real time after which a run without held timers counts as one that hangs. */
const realLimitMs = 20_000
/** Real time in which what a test waits for fails, once its pages are closed. */
const closingMs = 1000
/** Time of the app in which too many calls count as calls without an end. What asks again and again asks less often. */
const loopMs = 30_000

/** Runs the body of a test once, in a copy of the mock that it starts from. */
export async function runOnce<Context>(options: RunOptions<Context>): Promise<RunRecord> {
  const { origin, stage, body, before, onAsked, after, mostCalls = () => Number.POSITIVE_INFINITY } = options
  const mock = origin.fork()
  if (!stage.realTime) mock.clock.freeze()
  const calls: RunCall[] = []
  const names = createCallNames()
  const atWork = new Set<string>()
  const delays = new Set<{ readonly at: number; end(): void }>()
  const unhandled: unknown[] = []
  let isOver = false
  let isLooping = false
  let breakOff: (end: 'loops') => void = () => undefined
  const brokenOff = new Promise<'loops'>((resolve) => (breakOff = resolve))
  const { timers, pages } = stage
  /** On the time of the app, which held timers and pages have. */
  const delay = (milliseconds: number) =>
    pages
      ? new Promise<void>((end) => delays.add({ at: mock.clock.now() + milliseconds, end }))
      : sleep(Math.min(milliseconds, stage.realTime?.longestDelayMs ?? milliseconds))
  mock.intercept(async (intercepted) => {
    if (intercepted.request.headers.get(sweepHeader) !== null) return
    if (isOver) return undefined
    // Nothing is answered any more, or the app would go on beside the next run.
    if (isLooping) return new Promise(() => undefined)
    const { requestId } = intercepted
    atWork.add(requestId)
    const name = await names.nameOf(intercepted)
    const call = name && { ...name, intercepted, at: mock.clock.now() }
    void intercepted.answered.then((status) => {
      atWork.delete(requestId)
      if (call) Object.assign(call, { status, callsAtReply: calls.length })
    })
    if (!call) return
    const earlier = calls.filter(({ target }) => target === call.target)
    calls.push(call)
    const recent = pages ? earlier.filter(({ at = 0 }) => call.at - at <= loopMs) : earlier
    if (recent.length >= mostCalls(call.target)) {
      isLooping = true
      breakOff('loops')
    }
    const waitMs = await before?.(call, mock)
    if (!waitMs) return
    atWork.delete(requestId)
    await delay(waitMs)
    atWork.add(requestId)
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
  timers?.install(mock.clock.now())
  pages?.begin(mock.clock.now())
  let isStepping = false
  const endClock = mock.clock.watch(() => {
    if (!isStepping) (timers ?? pages)?.setNow(mock.clock.now())
  })
  const isBusy = () => atWork.size > 0
  const isBrokenOff = () => isOver || isLooping
  async function step(milliseconds: number): Promise<void> {
    isStepping = true
    await mock.clock.advance(milliseconds)
    isStepping = false
  }
  const onThrown = (cause: unknown) => void unhandled.push(cause)
  const passing = timers && { timers, isBusy, onStep: step, onThrown, isBrokenOff }
  const passingPages = pages && {
    pages,
    isBusy,
    isBrokenOff,
    now: mock.clock.now,
    nextReplyAt: () => (delays.size > 0 ? Math.min(...Array.from(delays, ({ at }) => at)) : undefined),
    async onStep(instant: number) {
      await step(instant - mock.clock.now())
      for (const each of delays) {
        if (each.at > instant) continue
        delays.delete(each)
        each.end()
      }
    },
  }
  const wait = async (settled: Promise<unknown>, options?: { readonly canRest: boolean }) => {
    if (passingPages) return passPagesUntil(settled, passingPages, options)
    return passing ? passTimeUntil(settled, passing) : waitFor(settled, stage.realTime?.limitMs ?? realLimitMs)
  }
  try {
    let settled: Promise<unknown> = Promise.resolve()
    const record = await stage.run(mock, async (context) => {
      let thrown: RunRecord['thrown']
      settled = Promise.resolve().then(() => body(context))
      const caught = settled.catch((cause: unknown) => (thrown = { cause }))
      const waited = await Promise.race([brokenOff, wait(caught)])
      const end = waited === 'rests' ? 'settled' : waited
      if (waited === 'rests') thrown = { cause: new StillWaitingError() }
      else if (!passingPages) await (passing ? passRest(passing) : untilQuiet())
      // Pages that hang would hang once more.
      else if (waited !== 'hangs') await passPagesRest(passingPages)
      const record: RunRecord = {
        end: isLooping ? 'loops' : end,
        ...defined({ thrown }),
        unhandled,
        calls,
        page: await stage.page(),
        baseUrl: mock.baseUrl,
      }
      const judged = Promise.resolve(after?.(record, context, mock))
      if ((await wait(judged, { canRest: false })) === 'hangs')
        throw new SweepError('what must hold after the failure does not end.')
      await judged
      return record
    })
    if (!(record.thrown?.cause instanceof StillWaitingError)) return record
    // The page is closed, so that what the test waits for fails, and says where it is.
    const waiting = settled.then(
      () => undefined,
      (cause: unknown) => cause,
    )
    return { ...record, thrown: { cause: new StillWaitingError(await Promise.race([waiting, sleep(closingMs)])) } }
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
