import type { ServiceRequest } from '../http/serviceRequest.ts'

/** The usual options of `fetch`, which a `Request` neither checks nor changes. */
const plainMembers = new Set(['method', 'headers', 'body', 'redirect', 'signal'])
const methodsWithoutBody = new Set(['GET', 'HEAD', 'OPTIONS'])
const methodsWithBody = new Set(['POST', 'PUT', 'DELETE'])
/** Absolute, and without user and password, which `Request` refuses. */
const plainUrl = /^https?:\/\/[^@]*$/
/** A byte order mark, which reading removes, and surrogates, of which reading replaces single ones. */
const needsCoding = /^\ufeff|[\ud800-\udfff]/

/**
 * The request of `fetch(input, init)`. It makes a `Request` only if the call is unusual, since that takes longer than a
 * small call to the service. Without a `Request`, the headers `cookie` and `origin` stay, which `new Request` drops in
 * browsers.
 *
 * @throws TypeError when `new Request(input, init)` does
 */
export function toServiceRequest(input: Request | string | URL, options?: RequestInit | null): ServiceRequest {
  const init = options ?? {}
  const names = ownNames(init)
  if (input instanceof Request) {
    // As with the platform's, the body is the call's from now on.
    if (names?.length !== 0 || input.body) return new Request(input, init)
    if (input.bodyUsed) throw new TypeError('Failed to fetch: the body of this Request has already been read.')
    return input
  }
  const { method = 'GET', headers: fields, body, redirect = 'follow', signal } = init
  const url = String(input)
  const isPlain =
    plainUrl.test(url) &&
    names?.every((name) => plainMembers.has(name)) === true &&
    (redirect === 'follow' || redirect === 'manual') &&
    (signal == null || signal instanceof AbortSignal) &&
    (body == null
      ? methodsWithoutBody.has(method) || methodsWithBody.has(method)
      : methodsWithBody.has(method) && typeof body === 'string' && !needsCoding.test(body))
  if (!isPlain) return new Request(input, init)
  const headers = new Headers(fields)
  if (body != null && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  return { method, url: new URL(url).href, headers, text: async () => (body == null ? '' : String(body)) }
}

/** The members of a plain object; `undefined` for an object that inherits members, such as a `Request`. */
function ownNames(init: RequestInit): string[] | undefined {
  const prototype: unknown = Object.getPrototypeOf(init)
  return prototype === Object.prototype || prototype === null ? Object.keys(init) : undefined
}
