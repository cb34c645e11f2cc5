import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { mswHandlers } from '../../src/carriers/msw.ts'
import { toResponse, type WireReply } from '../../src/http/respond.ts'
import type { ServiceRequest } from '../../src/http/serviceRequest.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { callsOf, type HostOptions, mockOptions, type TestHost } from './harness.ts'

/**
 * Headers that a page cannot set: they travel under another name, and are put back before the mock sees the request.
 */
const forbidden = new Set([
  'cookie',
  'host',
  'origin',
  'access-control-request-headers',
  'access-control-request-method',
  'user-agent',
])
const prefix = 'x-test-header-'
const callHeader = 'x-test-call'

const worker = setupWorker()
let calls = 0
const replies = new Map<string, WireReply>()

/** A real page's `fetch`, through msw's service worker. All files of the page share it, and some stop it. */
export function createHost({ mockPer = 'test', mock: options }: HostOptions = {}) {
  let mock: Mock
  const host: TestHost = {
    name: 'browser',
    get mock() {
      return mock
    },
    async fetch(input, init) {
      const request = new Request(input, init)
      const headers = new Headers(init?.headers ?? request.headers)
      for (const [name, value] of Array.from(headers)) {
        if (!forbidden.has(name)) continue
        headers.delete(name)
        headers.set(prefix + name, value)
      }
      const call = String(++calls)
      headers.set(callHeader, call)
      const response = await fetch(new Request(request, { headers }))
      return seen(response, call)
    },
  }
  beforeAll(() =>
    worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker: { url: '/mockServiceWorker.js' } }),
  )
  afterAll(() => worker.stop())
  const begin = mockPer === 'file' ? beforeAll : beforeEach
  beforeEach(() => replies.clear())
  begin(() => {
    mock = createMock({ ...mockOptions, ...options })
    worker.resetHandlers(
      ...mswHandlers(
        { ...mock, baseUrl: mock.baseUrl, serve: (request) => serve(mock, request) },
        { http, HttpResponse },
      ),
    )
  })
  return Object.assign(host, callsOf(host))
}

/** Puts the hidden headers back, and keeps the reply for the caller. */
function serve(mock: Mock, request: ServiceRequest): Promise<WireReply> | undefined {
  const { method, url, headers } = request
  const get = (name: string) => headers.get(prefix + name) ?? headers.get(name)
  const call = headers.get(callHeader)
  const reply = mock.serve({ method, url, headers: { get }, text: () => request.text() })
  return reply?.then((value) => {
    if (call !== null) replies.set(call, value)
    return value
  })
}

/** A page may not see where a redirect leads, nor a cookie being set; a test may. */
function seen(response: Response, call: string): Response {
  const reply = replies.get(call)
  if (!reply) return response
  const shown = response.type === 'opaqueredirect' ? toResponse(reply) : response
  const headers = new Headers(shown.headers)
  for (const cookie of reply.cookies ?? []) headers.append('set-cookie', cookie)
  return Object.defineProperty(shown, 'headers', { value: headers })
}
