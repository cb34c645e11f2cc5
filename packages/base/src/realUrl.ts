import { defined } from './defined.ts'

/** The URL of a part of the world outside that is real, as a developer has named it. */
export interface RealUrl {
  /** Without credentials. */
  readonly href: string
  /** Where it is, for people: without credentials, path and query, which can have keys in them. */
  readonly origin: string
  /** The credentials of the URL, as the header that sends them (RFC 7617). */
  readonly authorization?: string
  /** For clients that take no headers. */
  readonly hrefWithCredentials: string
  /** A text of what is there without the credentials and keys of the URL, which it may repeat. */
  cover(text: string): string
}

/** Parts of a path that are keys rather than words. */
const isKey = (segment: string) => segment.length >= 16

/**
 * Reads such a URL.
 *
 * @param what - What is there, for the message.
 * @throws TypeError for anything but an absolute URL with one of the schemes; its message has no part of the URL
 */
export function readRealUrl(what: string, url: string | URL, schemes: readonly string[]): RealUrl {
  const read = URL.canParse(String(url)) ? new URL(url) : undefined
  if (!read || !schemes.includes(read.protocol))
    throw new TypeError(`Failed to attach ${what}: write an absolute URL that begins with ${schemes.join('// or ')}//.`)
  const { user, password } = credentialsOf(what, read)
  const basic = base64OfText(`${user}:${password}`)
  const keys = [...read.pathname.split('/').filter(isKey), ...read.searchParams.values()]
  // With an encoded form each, and the longest first, of which another one may be a part.
  const secrets = [basic, read.password, password, ...keys, ...keys.map(encodeURIComponent)]
    .filter((secret) => secret.length >= 4)
    .sort((one, other) => other.length - one.length)
  const hrefWithCredentials = read.href
  read.username = ''
  read.password = ''
  return {
    href: read.href,
    hrefWithCredentials,
    origin: `${read.protocol}//${read.host}`,
    ...defined({ authorization: user !== '' || password !== '' ? `Basic ${basic}` : undefined }),
    cover: (text) => secrets.reduce((covered, secret) => covered.replaceAll(secret, '…'), text),
  }
}

/** The credentials of a URL; empty where it has none. @throws TypeError for ones with a stray percent sign */
export function credentialsOf(
  what: string,
  { username, password }: URL,
): { readonly user: string; readonly password: string } {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    throw new TypeError(`Failed to attach ${what}: write the special characters of its credentials percent-encoded.`)
  }
}

/** The UTF-8 bytes of a text in base64. */
export const base64OfText = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
