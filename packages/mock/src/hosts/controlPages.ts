import type { WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'

/** The path of the control interface. Its code is loaded at the first request. */
export const controlPrefix = '/__mock/v1/'

/** The path of the Model Context Protocol, by which coding agents control the mock. */
export const mcpPath = '/__mock/mcp'

/** Pages below the path of the control interface, whose links are signed. They are of an organization or a file. */
const signedPage = /^\/__mock\/v1\/(billing|downloads)\/[\da-f]{8}-/

/** The script that puts browser wallets into pages, with a query or without. */
const walletScript = /^\/__mock\/wallets\.js(\?|$)/

/** Whether a path below a base URL is of the control interface. */
export const isControlPath = (path: string): boolean =>
  (path.startsWith(controlPrefix) && !signedPage.test(path)) || walletScript.test(path)

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
