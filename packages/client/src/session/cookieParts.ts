import type { CookieAttributes, CookieJar } from './cookieJar.ts'

/** The scope by which a browser keeps a cookie, besides its name (RFC 6265, section 5.3). */
export type CookieScope = Pick<CookieAttributes, 'domain' | 'path'>

/** A cookie that has a part of a value. */
interface Part {
  readonly name: string
  readonly value: string
  readonly scope: CookieScope
}

/** A value to write. */
interface PartsInput {
  /** An empty text deletes the cookies. */
  readonly text: string
  readonly attributes: CookieAttributes
}

/** Servers refuse requests with more cookies. */
const maxParts = 3
const partLength = 3800

/** The length of the longest value. */
export const maxLength = maxParts * partLength

/**
 * Reads a value that {@link writeParts} has split into cookies. A name is in a jar twice if another site of the domain
 * has set it, too. So the newest write counts of which all parts are there.
 *
 * @returns An empty text when there is none.
 */
export function readParts(jar: CookieJar, key: string, scope: CookieScope): string {
  const names = namesOf(key, scope)
  const writes = new Map<string, string[]>()
  for (const { name, value } of partsOf(jar, key, scope)) {
    const index = names.indexOf(name)
    const [, stamp, text = ''] = /^(\w+)\.(.+)$/.exec(value) ?? []
    if (stamp && index >= 0) writes.set(stamp, Object.assign(writes.get(stamp) ?? [], { [index]: text }))
  }
  const whole = Array.from(writes).filter(([stamp, parts]) => stamp.endsWith(`${Object.keys(parts).length}`))
  return whole.sort(([a], [b]) => (a < b ? 1 : -1))[0]?.[1].join('') ?? ''
}

/**
 * Writes a value into cookies, and deletes its cookies of other scopes that the jar shows.
 *
 * @returns Whether the jar now shows this value and no other.
 */
export function writeParts(jar: CookieJar, key: string, { text, attributes }: PartsInput): boolean {
  const { domain: _, ...others } = attributes
  const names = namesOf(key, attributes)
  const count = Math.ceil(text.length / partLength)
  // The instant of the write, and the number of its parts.
  const stamp = Date.now().toString(36) + count
  const written = names.slice(0, count).map((name, index) => {
    const value = `${stamp}.${text.slice(index * partLength, (index + 1) * partLength)}`
    jar.set?.(name, value, attributes)
    return value
  })
  for (const { name, scope } of partsOf(jar, key, attributes)) {
    const index = names.indexOf(name)
    if (index < 0) remove(jar, name, { ...others, ...scope })
    else if (index >= count) remove(jar, name, attributes)
  }
  const shown = partsOf(jar, key, attributes).filter(({ name }) => names.includes(name))
  return (
    shown
      .map(({ value }) => value)
      .sort()
      .join() === written.sort().join()
  )
}

/** Deletes the cookies of a value's names at every domain and path of a page's address. */
export function sweepParts(
  jar: CookieJar,
  key: string,
  { attributes, address }: { attributes: CookieAttributes; address: Pick<Location, 'hostname' | 'pathname'> },
): void {
  const { domain: _, ...others } = attributes
  for (const scope of scopesOf(address))
    for (const name of namesOf(key, attributes)) remove(jar, name, { ...others, ...scope })
}

/** The cookies of a value in the jar, of all scopes. */
function partsOf(jar: CookieJar, key: string, own: CookieScope): Part[] {
  const names = new Set([...namesOf(key, own), ...namesOf(key, { path: '/' })])
  const cookies = jar.getAll?.() ?? Array.from(names, (name) => ({ name, value: valueOf(jar.get(name)) }))
  return Array.from(cookies).flatMap(({ name, value }) => {
    const match = name.startsWith(key) && /^(?:\.[12])?(?:~([^|]*)(\|.*))?$/.exec(name.slice(key.length))
    if (!match || !value) return []
    const [, domain, path = '/'] = match
    return [{ name, value, scope: { ...(domain && { domain }), path: path.replaceAll('|', '/') } }]
  })
}

/**
 * The names of the cookies of a value. Requests show the names and values of cookies only. So a domain or path that was
 * chosen is in the names; otherwise a cookie from before it was chosen would be taken for the value.
 */
function namesOf(key: string, { domain = '', path }: CookieScope): string[] {
  // Different spellings of one domain are one scope. A name may not have slashes.
  const scope = (domain.toLowerCase().replace(/^\./, '') + path).replaceAll('/', '|')
  const suffix = scope === '|' ? '' : `~${scope}`
  return Array.from({ length: maxParts }, (_, index) => `${key}${index ? `.${index}` : ''}${suffix}`)
}

function remove(jar: CookieJar, name: string, attributes: CookieAttributes): void {
  jar.set?.(name, '', { ...attributes, maxAge: 0 })
}

function valueOf(cookie: ReturnType<CookieJar['get']>): string {
  return (typeof cookie === 'string' ? cookie : cookie?.value) ?? ''
}

/** The scopes of all cookies that the scripts of a page can see. */
function scopesOf({ hostname, pathname }: Pick<Location, 'hostname' | 'pathname'>): CookieScope[] {
  const labels = hostname.split('.')
  const domains = [undefined, ...labels.map((_, index) => labels.slice(index).join('.'))]
  const folders = pathname.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'))
  const paths = new Set(folders.flatMap((folder) => [folder, `${folder}/`]).filter(Boolean))
  return domains.flatMap((domain) => Array.from(paths, (path) => ({ ...(domain && { domain }), path })))
}
