import { http, HttpResponse, type RequestHandler, type WebSocketHandler, ws } from 'msw'
import { setupServer } from 'msw/node'
import { createCookieJar } from '../carriers/cookieJar.ts'
import { mswHandlers } from '../carriers/msw.ts'
import { missedCallHandler } from '../carriers/mswMissedCalls.ts'
import { mswSocketHandler } from '../carriers/mswSockets.ts'
import type { MissedCallError } from '../carriers/serviceCall.ts'
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
  /** @throws MissedCallError when the service was called at another URL than the mock's */
  assertReached(): void
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
 *
 * Where unhandled requests are errors, a call of the service at another URL than the mock's is refused.
 *
 * @param remedy - Advice for an app that calls the service at another URL.
 */
export function createMswRouter(handlers: readonly RequestHandler[], remedy: string): MswRouter {
  const attached = new Set<(RequestHandler | WebSocketHandler)[]>()
  const server = setupServer(...handlers)
  let refusesMissed = false
  const swap = () => {
    const [first, ...others] = attached
    server.resetHandlers(...handlers, ...(others.length > 0 ? [ambiguous] : (first ?? [])))
  }
  return {
    server,
    listen(unhandled) {
      refusesMissed = unhandled === 'error'
      // The option's name in msw 2 and in msw 3.
      const options = { onUnhandledRequest: unhandled, onUnhandledFrame: unhandled }
      server.listen(options)
    },
    attach(mock) {
      const jar = createCookieJar(mock.clock.now)
      let missed: MissedCallError | undefined
      const onMissed = (error: MissedCallError) => {
        missed ??= error
        return refusal(error.message)
      }
      const service = [
        ...mswHandlers(mock, { http, HttpResponse }, { jar, credentials: 'include' }),
        mswSocketHandler(mock, ws),
        ...(refusesMissed ? [missedCallHandler({ http }, { baseUrl: mock.baseUrl, remedy, onMissed })] : []),
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
        assertReached() {
          if (missed) throw missed
        },
        release() {
          attached.delete(service)
          swap()
        },
      }
    },
  }
}

/** In the shape of the service's errors, so that clients show the sentence. */
const refusal = (error: string) => HttpResponse.json({ error, code: 'internal_server_error' }, { status: 500 })

const ambiguous = http.all('*', ({ request }) => {
  const error =
    `Failed to answer ${request.url}: several tests run at the same time, and it cannot be told which of them sent ` +
    'this request. Call "createTest()" in this test file, or do not run these tests concurrently.'
  return refusal(error)
})
