import { decodeBase64url } from '@latchkey/base/base64url'
import type { RequestHeaders } from '../http/serviceRequest.ts'

/** The payloads of the JWTs that a request sends as a bearer token or in cookies. */
function payloadsIn(headers: RequestHeaders): { readonly exp?: unknown; readonly sub?: unknown }[] {
  const sent = `${headers.get('authorization') ?? ''} ${headers.get('cookie') ?? ''}`
  return sent.split(/[\s;=]/).flatMap((word) => {
    const [, payload = '', signature] = word.split('.')
    if (signature === undefined) return []
    try {
      return [Object(JSON.parse(new TextDecoder().decode(decodeBase64url(payload) ?? new Uint8Array()))) as object]
    } catch {
      return []
    }
  })
}

/** The user whose token a request sends; `undefined` without one. */
export const userIn = (headers: RequestHeaders): string | undefined =>
  payloadsIn(headers)
    .map(({ sub }) => sub)
    .find((sub) => typeof sub === 'string')

/** When the last token of a request expires, in epoch milliseconds; `undefined` without a token that expires. */
export function latestExpiryIn(headers: RequestHeaders): number | undefined {
  const expiries = payloadsIn(headers).flatMap(({ exp }) => (typeof exp === 'number' ? exp * 1000 : []))
  return expiries.length > 0 ? Math.max(...expiries) : undefined
}
