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
 * one takes longer than all that the service does for a small call. What is read without one keeps its `cookie` and `origin`
 * headers in browsers, too, where `new Request` drops them.
 *
 * @throws TypeError where `new Request(input, init)` does.
 */
export function toServiceRequest(input: Request | string | URL, given?: RequestInit | null): ServiceRequest {
  const init = given ?? {}
  const names = ownNames(init)
  if (input instanceof Request) return names?.length === 0 ? input : new Request(input, init)
  const { method = 'GET', headers: fields, body, redirect = 'follow' } = init
  const url = String(input)
  const isPlain =
    plainUrl.test(url) &&
    names?.every((name) => plainMembers.has(name)) === true &&
    (redirect === 'follow' || redirect === 'manual') &&
    (body == null
      ? methodsWithoutBody.has(method) || methodsWithBody.has(method)
      : methodsWithBody.has(method) && typeof body === 'string' && !needsCoding.test(body))
  if (!isPlain) return new Request(input, init)
  const headers = new Headers(fields)
  if (body != null && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  return { method, url: new URL(url).href, headers, text: async () => (body == null ? '' : String(body)) }
}

/** The members of an object that has no others than its own; `undefined` for one of a class, such as a `Request`, which inherits some. */
function ownNames(init: RequestInit): string[] | undefined {
  const prototype: unknown = Object.getPrototypeOf(init)
  return prototype === Object.prototype || prototype === null ? Object.keys(init) : undefined
}
