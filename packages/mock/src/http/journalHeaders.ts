import { readCookies } from './cookies.ts'
import { redacted, redactText } from './redact.ts'
import { isSecretName } from './secretNames.ts'
import type { RequestHeaders } from './serviceRequest.ts'
import { isNoToken, kindOfToken } from './tokenKinds.ts'

/** The headers that the service reads, for hosts that do not list those of a request. */
const readHeaders = [
  'accept',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'origin',
  'user-agent',
  'x-forwarded-for',
  'x-mfa-auth-token',
  'x-wallet-api-key',
] as const

/** Names of headers of others that have a credential: `x-api-key`. */
const secretHeader = /api-?key|auth|passw|secret|signature|token/

/** The headers of a request for the journal. Credentials are covered at once, since they would take much memory. */
export function keepHeaders(headers: RequestHeaders): Record<string, string> {
  const covered: Record<string, string> = {}
  for (const name of headers.keys?.() ?? readHeaders) {
    const value = headers.get(name)
    if (value !== null) covered[name] = cover(name, value)
  }
  return covered
}

function cover(name: string, value: string): string {
  if (name === 'authorization' || name === 'proxy-authorization') return coverAuthorization(value)
  if (name === 'cookie') return coverCookies(value)
  if (isSecretName(name) || secretHeader.test(name)) return coverToken(value)
  return redactText(value)
}

/** The scheme stays, and the kind of the credential says what a refusal is about. */
function coverAuthorization(value: string): string {
  const text = value.trim()
  if (text === '' || /^bearer$/i.test(text)) return value
  const [, scheme, token = ''] = /^([A-Za-z]\S*)\s+(.*)$/s.exec(text) ?? []
  return scheme === undefined ? coverToken(text) : `${scheme} ${coverToken(token)}`
}

const coverToken = (token: string) => (isNoToken(token) ? token : `${redacted.slice(0, -1)}: ${kindOfToken(token)}]`)

const coverCookies = (value: string) =>
  Object.entries(readCookies(value))
    .map(([name, token]) => `${name}=${coverToken(token)}`)
    .join('; ')
