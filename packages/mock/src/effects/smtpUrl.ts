import { defined } from '@latchkey/base/defined'
import { base64OfText, credentialsOf, readRealUrl } from '@latchkey/base/realUrl'

/** The URL of an SMTP server. */
export interface SmtpUrl {
  /** Where it is, for people: without credentials, path and query. */
  readonly origin: string
  readonly host: string
  readonly port: number
  /** Whether a connection begins with TLS. */
  readonly isSecure: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
  /** The sender's address. */
  readonly from?: string
  readonly acceptsAnyCertificate: boolean
  /** A text of the server without the credentials that it may repeat. */
  cover(text: string): string
}

const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 25, 'smtps:': 465 }

/**
 * Reads `smtp://user:password@host:1025?from=no-reply@example.com&tls.rejectUnauthorized=false`.
 *
 * @param what - What is there, for the message.
 * @throws TypeError for another URL; its message has no part of the URL
 */
export function readSmtpUrl(what: string, address: string | URL): SmtpUrl {
  const { origin } = readRealUrl(what, address, Object.keys(defaultPorts))
  const fail = (sentence: string) => new TypeError(`Failed to attach ${what}: ${sentence}`)
  const url = new URL(address)
  const { protocol, hostname, port, pathname, searchParams } = url
  if (hostname === '') throw fail('the URL names no host.')
  if (pathname !== '' && pathname !== '/') throw fail('an SMTP server has no path.')
  for (const name of searchParams.keys())
    if (name !== 'from' && name !== 'tls.rejectUnauthorized')
      throw fail('the query of the URL takes only "from" and "tls.rejectUnauthorized".')
  const from = searchParams.get('from')
  if (from !== null && !/^[^\s<>"@,;]+@[^\s<>"@,;]+$/.test(from))
    throw fail('from takes an e-mail address, such as no-reply@example.com.')
  const isVerified = searchParams.get('tls.rejectUnauthorized') ?? 'true'
  if (isVerified !== 'true' && isVerified !== 'false') throw fail('tls.rejectUnauthorized takes true or false.')
  const { user, password: pass } = credentialsOf(what, url)
  const secrets = [pass, base64OfText(pass), base64OfText(`\0${user}\0${pass}`)]
  return {
    origin,
    // The brackets of an IPv6 address belong to the URL.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (defaultPorts[protocol] ?? 25) : Number(port),
    isSecure: protocol === 'smtps:',
    ...defined({ auth: user === '' ? undefined : { user, pass }, from: from ?? undefined }),
    acceptsAnyCertificate: isVerified === 'false',
    cover: (text) => (pass === '' ? text : secrets.reduce((covered, secret) => covered.replaceAll(secret, '…'), text)),
  }
}
