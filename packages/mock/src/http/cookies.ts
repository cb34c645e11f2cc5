/** Reads a `Cookie` header (RFC 6265, section 5.4). The first of two cookies with the same name counts. */
export function readCookies(header: string | null): Readonly<Record<string, string>> {
  const cookies = Object.create(null) as Record<string, string>
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1) continue
    const name = pair.slice(0, equals).trim()
    cookies[name] ??= pair
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1')
  }
  return cookies
}
