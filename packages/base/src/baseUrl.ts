/** The origin of a base URL, such as `https://api.latchkey.test`. */
export function originOf(baseUrl: string): string {
  const path = basePathOf(baseUrl)
  return path === '' ? baseUrl : baseUrl.slice(0, -path.length)
}

/** The path of a base URL, such as `/w/ada`; empty for one that is an origin. */
export function basePathOf(baseUrl: string): string {
  const slash = baseUrl.indexOf('/', baseUrl.indexOf('://') + 3)
  return slash === -1 ? '' : baseUrl.slice(slash)
}

/**
 * The URL of a path and query below a base URL. A path that begins with two slashes stays a path, and names no other
 * host.
 */
export function urlAt({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>, path: string): URL {
  return new URL(origin + pathname.replace(/\/$/, '') + path)
}

/** A base URL for reading a path and query whose host does not matter. */
export const anyHost = new URL('http://localhost')

/** A request's URL without the path of the base URL; `undefined` for a URL that is not below the base URL. */
export function urlBelow(baseUrl: string, requestUrl: string): URL | undefined {
  const url = new URL(requestUrl)
  const path = basePathOf(baseUrl)
  if (url.origin !== originOf(baseUrl) || !(url.pathname === path || url.pathname.startsWith(`${path}/`)))
    return undefined
  if (path !== '') url.pathname = url.pathname.slice(path.length)
  return url
}

/**
 * Reads a base URL: an origin, and a path if the service does not answer at the root.
 *
 * @param call - The call with this argument, for messages.
 * @returns Without a slash at the end
 * @throws TypeError
 */
export function readBaseUrl(call: string, baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(`Failed to call "${call}": \`baseUrl\` must be an http or https URL.`)
  const { origin, search, hash } = url
  const path = url.pathname.replace(/\/$/, '')
  const meant = origin + path.replace(/\/api(\/v0)?$/, '')
  if (meant !== origin + path)
    throw new TypeError(
      `Failed to call "${call}": \`baseUrl\` must end before /api/v0, which requests add. Did you mean "${meant}"?`,
    )
  if (!/^(\/[\w.~-]+)*$/.test(path) || search !== '' || hash !== '')
    throw new TypeError(
      `Failed to call "${call}": \`baseUrl\` takes an origin and a path of letters, digits, "-", "..", "_" and "~".`,
    )
  return origin + path
}
