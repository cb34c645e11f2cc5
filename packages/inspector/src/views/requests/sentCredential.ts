import type { Entry } from '../../live/control.ts'

/** Says in a sentence which credential a request had: what a developer asks first about a 401. */
export function sentCredential({ authorization, cookie }: NonNullable<Entry['headers']>): string {
  if (authorization === undefined && cookie === undefined)
    return 'No credential was sent: the request has neither a header `authorization` nor cookies.'
  if (authorization === undefined) return `No header \`authorization\` was sent. Cookies: ${cookie}.`
  const [scheme = '', rest] = authorization.split('[redacted: ')
  const kind = rest?.slice(0, -1)
  if (kind !== undefined && /^bearer $/i.test(scheme)) return `Sent as a bearer token: ${kind}.`
  if (kind !== undefined) return `Sent, but not as a bearer token: \`${authorization}\`.`
  return `No token was sent: the header is \`authorization: ${authorization}\`.`
}
