const percentEncoded = '%[\\da-fA-F]{2}'
const nameCharacter = `(?:[\\w.~!$&'()*+,;=-]|${percentEncoded})`
const userCharacter = `(?:[\\w.~!$&'()*+,;=:-]|${percentEncoded})`
const pathCharacter = `(?:[\\w.~!$&'()*+,;=:@-]|${percentEncoded})`
const queryCharacter = `(?:[\\w.~!$&'()*+,;=:@/?-]|${percentEncoded})`

const scheme = '[A-Za-z][A-Za-z\\d+.-]*'
const afterAuthority = `(?:/${pathCharacter}*)*`
const withoutAuthority = `/?(?:${pathCharacter}+${afterAuthority})?`

const schemeText = new RegExp(`^${scheme}$`)
const segmentText = new RegExp(`^${pathCharacter}*$`)
const authorityText = new RegExp(
  `^(?:${userCharacter}*@)?(?:\\[(?<literal>[^\\]]*)\\]|(?<name>${nameCharacter}*))(?::\\d*)?$`,
)
const uriText = new RegExp(
  `^${scheme}:(?://(?<authority>[^/?#]*)${afterAuthority}|${withoutAuthority})(?:\\?${queryCharacter}*)?(?:#${queryCharacter}*)?$`,
)

const hexGroup = /^[\da-fA-F]{1,4}$/
const futureAddress = /^[vV][\da-fA-F]+\.[\w.~!$&'()*+,;=:-]+$/
const decimalByte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4Address = new RegExp(`^${decimalByte}(?:\\.${decimalByte}){3}$`)

/** Whether a text is a URI scheme (RFC 3986, section 3.1). */
export function isUriScheme(text: string): boolean {
  return schemeText.test(text)
}

/** Whether a text is a URI, which always has a scheme and so is never relative (RFC 3986, section 3). */
export function isUri(text: string): boolean {
  const match = uriText.exec(text)
  if (!match) return false
  return hostOf(match.groups?.['authority'] ?? '') !== undefined
}

/** Whether a text is the authority of a URI: a host, with optional user and port (RFC 3986, section 3.2). */
export function isUriAuthority(text: string): boolean {
  return Boolean(hostOf(text))
}

/** Whether a text is one segment of a URI's path, which may be empty (RFC 3986, section 3.3). */
export function isPathSegment(text: string): boolean {
  return segmentText.test(text)
}

/**
 * The host of an authority; empty in URIs such as `file:///etc/hosts`. `undefined` for a text that is not an authority.
 */
function hostOf(text: string): string | undefined {
  const { literal, name } = authorityText.exec(text)?.groups ?? {}
  if (literal === undefined) return name
  return futureAddress.test(literal) || isIpv6Address(literal) ? literal : undefined
}

function isIpv6Address(text: string): boolean {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  if (halves.length > 2) return false
  const groups = halves.flat()
  // The last 32 bits may be written as an IPv4 address, unless `::` stands at the end.
  const last = halves.at(-1)?.at(-1)
  const hasIpv4 = last !== undefined && ipv4Address.test(last)
  const hexGroups = hasIpv4 ? groups.slice(0, -1) : groups
  const length = groups.length + (hasIpv4 ? 1 : 0)
  const isWhole = halves.length === 1 ? length === 8 : length <= 7
  return isWhole && hexGroups.every((group) => hexGroup.test(group))
}
