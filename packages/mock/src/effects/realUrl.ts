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
  const { user, password } = credentialsOf(what, read)
  read.username = ''
  read.password = ''
  return {
    href: read.href,
    origin: `${read.protocol}//${read.host}`,
    ...((user !== '' || password !== '') && { authorization: `Basic ${base64OfText(`${user}:${password}`)}` }),
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
