import { http, HttpResponse, type RequestHandler, type WebSocketHandler, ws } from 'msw'
import { setupServer } from 'msw/node'
import { createCookieJar } from '../carriers/cookieJar.ts'
import { mswHandlers } from '../carriers/msw.ts'
import { mswSocketHandler } from '../carriers/mswSockets.ts'
import type { Mock } from '../mock/createMock.ts'

export type MswHandler = RequestHandler

/** A server of msw in Node. */
export type MswServer = ReturnType<typeof setupServer>

/** How requests that nobody answers are treated. */
export type UnhandledRequests = 'error' | 'warn' | 'bypass'

/** A mock that answers what msw intercepts. */
interface MswMock {
  /** Keeps cookies as if a reply of the service had set them. */
  keepCookies(lines: readonly string[]): void
  /** Runs a function, whose requests this mock answers, also while other mocks answer other functions. */
  run<T>(work: () => T): T
  release(): void
}

export interface MswRouter {
  readonly server: MswServer
  listen(unhandled: UnhandledRequests): void
  /** Answers with this mock from now on. */
  attach(mock: Mock): MswMock
}

/**
 * A server of msw whose requests several mocks answer, each those of its own function.
 *
 * msw has one set of handlers per process. `server.boundary` gives each function its own, by Node's asynchronous
 * context. A request that has lost that context can only be answered while a single mock is attached.
 */
export function createMswRouter(handlers: readonly RequestHandler[] = []): MswRouter {
  const attached = new Set<(RequestHandler | WebSocketHandler)[]>()
  const server = setupServer(...handlers)
  const swap = () => {
    const [first, ...others] = attached
    server.resetHandlers(...handlers, ...(others.length > 0 ? [ambiguous] : (first ?? [])))
  }
  return {
    server,
    listen(unhandled) {
      // The option's name in msw 2 and in msw 3.
      const options = { onUnhandledRequest: unhandled, onUnhandledFrame: unhandled }
      server.listen(options)
    },
    attach(mock) {
      const jar = createCookieJar(mock.clock.now)
      const service = [
        ...mswHandlers(mock, { http, HttpResponse }, { jar, credentials: 'include' }),
        mswSocketHandler(mock, ws),
      ]
      attached.add(service)
      swap()
      return {
        keepCookies: jar.keep,
        run: (work) =>
          server.boundary(() => {
            server.resetHandlers(...handlers, ...service)
            return work()
          })(),
        release() {
          attached.delete(service)
          swap()
        },
      }
    },
  }
}

/** In the shape of the service's errors, so that clients show the sentence. */
const ambiguous = http.all('*', ({ request }) => {
  const error =
    `Failed to answer ${request.url}: several tests run at the same time, and it cannot be told which of them sent ` +
    'this request. Call "createTest()" in this test file, or do not run these tests concurrently.'
  return HttpResponse.json({ error, code: 'internal_server_error' }, { status: 500 })
})
