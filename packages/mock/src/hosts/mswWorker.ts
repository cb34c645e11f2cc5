import { createCookieJar } from '../carriers/cookieJar.ts'
import { type Msw, mswHandlers } from '../carriers/msw.ts'
import { missedCallHandler } from '../carriers/mswMissedCalls.ts'
import { mswSocketHandler, type MswSockets } from '../carriers/mswSockets.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import type { MockOptions } from '../mock/mockOptions.ts'
import { hasNavigationApi, simulateNavigation } from './navigation.ts'
import { persist } from './persistence.ts'
import { watchMessages } from './watchMessages.ts'

/** The parts of msw's worker that the mock uses. */
export interface MswWorker<StartOptions> {
  start(options?: StartOptions): Promise<unknown>
  stop(): void
}

/** The parts of the app's copy of msw that the mock uses in a page, of either major version. */
export interface WorkerMsw<Handler, AnyHandler, Worker> extends Msw<Handler> {
  setupWorker(...handlers: AnyHandler[]): Worker
  /** The part for WebSockets. With it the page has those of the chains. */
  readonly ws?: MswSockets<AnyHandler> | undefined
}

/** How a mock runs in a page. */
export interface WorkerMockOptions<AnyHandler, StartOptions> {
  /** Options of the mock. */
  mock?: MockOptions | undefined
  /** Prepares a new mock. Not called when the state of an earlier page was restored. */
  prepare?: ((mock: Mock) => unknown) | undefined
  /**
   * Whether the state survives a reload: as long as the tab (`'session'`), or until it is cleared (`'local'`).
   *
   * @default false
   */
  persist?: 'session' | 'local' | false | undefined
  /**
   * Whether the pages of the simulated identity providers are shown (`simulateNavigation`).
   *
   * @default true if the browser has the Navigation API
   */
  navigation?: boolean | undefined
  /** Whether to keep the codes and links of e-mails and text messages out of the console. @default false */
  quiet?: boolean | undefined
  /** Other handlers of the app, which have precedence. */
  handlers?: readonly AnyHandler[] | undefined
  /** Options of `worker.start`. */
  start?: StartOptions | undefined
}

/** A mock that answers a page. */
export interface WorkerMock<Worker> {
  readonly mock: Mock
  /** The worker of msw, for handlers of a single story or test. */
  readonly worker: Worker
  /** Whether the mock has the state of an earlier page. */
  readonly isRestored: boolean
  /** Removes the stored state, so that the next page starts with a new one. */
  clear(): void
  /** Stops the mock. The page's requests go to the network again. */
  stop(): void
}

/**
 * Starts a mock that answers the page's requests in msw's service worker, shows the pages of the simulated identity
 * providers, and keeps its state over reloads if `persist` is set.
 *
 * Calls of the service at another URL than the mock's go to the network, and the console says so.
 *
 * @param msw - Parts of the app's own copy of msw, 2.12 or later and 3.
 * @throws TypeError like `createMock`, like `simulateNavigation` when `navigation` is `true`, and while another mock
 * answers the page
 * @throws Error when the page cannot load msw's service worker
 * @example
 * import { http, HttpResponse } from 'msw'
 * import { setupWorker } from 'msw/browser'
 * const { mock } = await startWorkerMock({ http, HttpResponse, setupWorker }, { persist: 'session' })
 */
export async function startWorkerMock<
  Handler extends AnyHandler,
  AnyHandler,
  StartOptions,
  Worker extends MswWorker<StartOptions>,
>(
  msw: WorkerMsw<Handler, AnyHandler, Worker & MswWorker<StartOptions>>,
  options: WorkerMockOptions<AnyHandler, StartOptions> = {},
): Promise<WorkerMock<Worker>> {
  if (isAnswered)
    throw new TypeError(
      'Failed to call "startWorkerMock()": a mock answers this page already. Use that one, or call its `stop()` first.',
    )
  isAnswered = true
  try {
    return await start(msw, options)
  } catch (error) {
    isAnswered = false
    throw error
  }
}

/** Whether a mock answers the page, which has one service worker. */
let isAnswered = false

async function start<Handler extends AnyHandler, AnyHandler, StartOptions, Worker extends MswWorker<StartOptions>>(
  msw: WorkerMsw<Handler, AnyHandler, Worker & MswWorker<StartOptions>>,
  options: WorkerMockOptions<AnyHandler, StartOptions>,
): Promise<WorkerMock<Worker>> {
  const mock = createMock(options.mock)
  const cookies = createCookieJar(mock.clock.now)
  const storage = { session: () => sessionStorage, local: () => localStorage }
  const persistence = options.persist
    ? await persist(mock, { storage: storage[options.persist](), cookies })
    : undefined
  const isRestored = persistence?.isRestored ?? false
  if (!isRestored) await options.prepare?.(mock)
  const sockets = msw.ws ? [mswSocketHandler(mock, msw.ws)] : []
  const service = mswHandlers(mock, msw, { jar: cookies })
  const missed = missedCallHandler(msw, { baseUrl: mock.baseUrl, remedy, onMissed: reportOnce() })
  const worker = msw.setupWorker(...(options.handlers ?? []), ...service, missed, ...sockets)
  await worker.start(options.start).catch((cause: unknown) => {
    throw new Error(
      `Failed to call "startWorkerMock()": the page cannot load the service worker of msw. Create its file in the folder that the page is served from: npx msw init public. ${String(cause)}`,
      { cause },
    )
  })
  const releaseMessages = options.quiet ? undefined : watchMessages(mock, (line) => console.info(`[latchkey] ${line}`))
  const releaseNavigation = (options.navigation ?? hasNavigationApi()) ? simulateNavigation(mock) : undefined
  return {
    mock,
    worker,
    isRestored,
    clear: () => persistence?.clear(),
    stop() {
      isAnswered = false
      worker.stop()
      persistence?.stop()
      releaseNavigation?.()
      releaseMessages?.()
    },
  }
}

const remedy = 'Set `mock: { baseUrl }` of `startWorkerMock()` to where the app calls it.'

/** The first missed call says all. The request goes on to where it is sent. */
function reportOnce() {
  let isReported = false
  return (error: Error): undefined => {
    if (!isReported) console.error(`[latchkey] ${error.message}`)
    isReported = true
  }
}
