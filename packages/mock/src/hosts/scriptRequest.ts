import type { ServiceRequest } from '../http/serviceRequest.ts'

/** What most calls of script are made of, and nothing that a `Request` would have to judge or change. */
const plainMembers = new Set(['method', 'headers', 'body', 'redirect'])
const methodsWithoutBody = new Set(['GET', 'HEAD', 'OPTIONS'])
const methodsWithBody = new Set(['POST', 'PUT', 'DELETE'])
/** Absolute, and without user and password, which no `Request` takes. */
const plainUrl = /^https?:\/\/[^@]*$/
/** A byte order mark, which is no part of a text that is read, and surrogates, of which a single one is replaced. */
const needsCoding = /^\ufeff|[\ud800-\udfff]/

/**
 * What `fetch(input, init)` asks for. A `Request` is made only where the call has something for it to judge, since making
 * one takes longer than all that the service does for a small call.
 *
 * @throws TypeError where `new Request(input, init)` does.
 */
export function toServiceRequest(input: Request | string | URL, init: RequestInit = {}): ServiceRequest {
  if (input instanceof Request) return Object.keys(init).length > 0 ? new Request(input, init) : input
  const { method = 'GET', headers: given, body, redirect = 'follow' } = init
  const url = String(input)
  const isPlain =
    plainUrl.test(url) && Object.keys(init).every((name) => plainMembers.has(name)) && (redirect === 'follow' || redirect === 'manual') &&
    (body == null ? methodsWithoutBody.has(method) || methodsWithBody.has(method) : methodsWithBody.has(method) && typeof body === 'string' && !needsCoding.test(body))
  if (!isPlain) return new Request(input, init)
  const headers = new Headers(given)
  if (body != null && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  return { method, url: new URL(url).href, headers, text: async () => (body == null ? '' : String(body)) }
}
