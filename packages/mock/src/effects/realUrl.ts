/** The URL of a part of the world outside that is real, as a developer has named it. */
export interface RealUrl {
  /** Without credentials. */
  readonly href: string
  /** Where it is, for people: without credentials, path and query, which can have keys in them. */
  readonly origin: string
  /** The credentials of the URL, as the header that sends them (RFC 7617). */
  readonly authorization?: string
}

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
  const { username, password } = read
  read.username = ''
  read.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const bytes = String.fromCharCode(...new TextEncoder().encode(credentials))
  return {
    href: read.href,
    origin: `${read.protocol}//${read.host}`,
    ...(credentials !== ':' && { authorization: `Basic ${btoa(bytes)}` }),
  }
}
