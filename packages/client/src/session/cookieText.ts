import { decodeBase64url, encodeBase64url } from '@latchkey/device/base64url'
import { deflateSync, inflateSync } from 'fflate/browser'
import { tokenOfText } from './cookieToken.ts'

/**
 * The text that cookies have for a stored value. It is compressed, since a user with thirty wallets is 12 kB of JSON, and
 * many servers refuse more than 8 kB of cookies. A session's token stays in front of it as it is: a signature cannot be
 * compressed, and a server that only verifies the token need not read the rest.
 */
export function toCookieText(value: string): string {
  const [start = '', head = '', token = ''] = headWithToken.exec(value) ?? []
  const bytes = new TextEncoder().encode(head + value.slice(start.length))
  return `${token}~${encodeBase64url(deflateSync(bytes, { level: 9 }))}`
}

/** Reads what {@link toCookieText} has made. Any other text is an empty value, since anybody can set a cookie. */
export function fromCookieText(text: string): string {
  const token = tokenOfText(text)
  const packed = /~([\w-]+)$/.exec(text)?.[1]
  if (!packed) return ''
  try {
    const bytes = inflateSync(decodeBase64url(packed), { out: new Uint8Array(maxBytes) })
    const value = new TextDecoder().decode(bytes)
    return token ? value.replace(head, (start) => `${start}"token":"${token}",`) : value
  } catch {
    return ''
  }
}

/** The beginning of a `SessionRecord`, and that of one with a token. */
const head = /^\{"v":1,/
const headWithToken = /^(\{"v":1,)"token":"([\w.-]+)",/

/** A cookie that somebody has made to be large when it is read gets no more memory. */
const maxBytes = 262_144
