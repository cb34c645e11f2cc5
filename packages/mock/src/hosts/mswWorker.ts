import { createMock, type Mock } from '../createMock.ts'
import type { MockOptions } from '../mockOptions.ts'
import { createCookieJar } from './cookieJar.ts'
import { type Msw, mswHandlers } from './msw.ts'
import { hasNavigationApi, pretendNavigation } from './navigation.ts'
import { persist } from './persistence.ts'

/** What is used of a service worker of msw. */
interface MswWorker<StartOptions> {
  start(options?: StartOptions): Promise<unknown>
  stop(): void
}

/** What is used of the app's own copy of msw in a page, of either major version. */
export interface WorkerMsw<Handler, AnyHandler, Worker> extends Msw<Handler> {
  setupWorker(...handlers: AnyHandler[]): Worker
}

/** How a mock runs in a page. */
export interface WorkerMockOptions<AnyHandler, StartOptions> {
  /** Of the mock itself. */
  mock?: MockOptions
  /** Fills a new mock; not called where an earlier page's state was restored. */
  prepare?: (mock: Mock) => unknown
  /** Whether the state survives a reload: as long as the tab, or until it is cleared. @default false */
  persist?: 'session' | 'local' | false
  /** Whether the pages of the pretended identity providers are shown (`pretendNavigation`). @default where the browser can */
  navigation?: boolean
  /** The app's other handlers, which come first. */
  handlers?: readonly AnyHandler[]
  /** For `worker.start`. */
  start?: StartOptions
}

/** A mock that answers a page. */
export interface WorkerMock<Worker> {
  readonly mock: Mock
  /** msw's worker, for handlers of a single story or test. */
  readonly worker: Worker
  /** Whether the mock goes on where an earlier page ended. */
  readonly isRestored: boolean
  /** Removes what is kept, so that the next page begins anew. */
  clear(): void
  /** Ends it all; the page's requests go to the network again. */
  stop(): void
}

/**
 * Starts a mock that answers the page's requests in msw's service worker, shows the pages of the pretended identity
 * providers, and survives reloads where `persist` says so.
 *
 * @param msw - Parts of the app's own copy of msw, 2.12 or later and 3.
 * @throws TypeError as `createMock`, and as `pretendNavigation` when `navigation` is `true`.
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
  const mock = createMock(options.mock)
  const cookies = createCookieJar(mock.clock.now)
  const storage = { session: () => sessionStorage, local: () => localStorage }
  const persistence = options.persist
    ? await persist(mock, { storage: storage[options.persist](), cookies })
    : undefined
  const isRestored = persistence?.isRestored ?? false
  if (!isRestored) await options.prepare?.(mock)
  const worker = msw.setupWorker(...(options.handlers ?? []), ...mswHandlers(mock, msw, cookies))
  await worker.start(options.start)
  const release = (options.navigation ?? hasNavigationApi()) ? pretendNavigation(mock) : undefined
  return {
    mock,
    worker,
    isRestored,
    clear: () => persistence?.clear(),
    stop() {
      worker.stop()
      persistence?.stop()
      release?.()
    },
  }
}
