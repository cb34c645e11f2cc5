import type { WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'

/** A shorter token could be guessed by a page that tries one after the other. */
const minimumTokenLength = 16

/** Whether pages of other origins may use the control interface by this token. */
export const opensToPages = (controlToken: string | undefined): boolean =>
  controlToken !== undefined && controlToken.length >= minimumTokenLength

/**
 * A reply of the control interface that pages of every origin may read. The token, which no browser sends by itself,
 * decides who may call it.
 */
export function forPages(reply: WireReply): WireReply {
  return { ...reply, headers: { ...reply.headers, 'access-control-allow-origin': '*' } }
}

/** The reply to the preflight of such a page, which has no token yet. */
export const preflightOfPage: WireReply = forPages({
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '600',
  },
  text: null,
})

/** The request without the headers that name another page as its sender, for a page that has shown the token. */
export function withoutPage(request: ServiceRequest): ServiceRequest {
  const hidden = new Set(['origin', 'sec-fetch-site'])
  const get = (name: string) => (hidden.has(name.toLowerCase()) ? null : request.headers.get(name))
  return {
    method: request.method,
    url: request.url,
    headers: { get },
    text: (maximumBytes) => request.text(maximumBytes),
    get body() {
      return request.body ?? null
    },
  }
}
