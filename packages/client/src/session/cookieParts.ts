import type { CookieAttributes, CookieJar } from './cookieJar.ts'

/** What a browser keeps a cookie by, besides its name (RFC 6265, section 5.3). */
export type CookieScope = Pick<CookieAttributes, 'domain' | 'path'>

/** A value in the cookies of a jar. */
interface CookieParts {
  /**
   * The value of the newest write of which all parts are there; empty when there is none. A name is there twice if
   * another site of the domain has set it, too.
   */
  read(): string
  /**
   * Writes the value, and deletes its cookies of other scopes that the jar shows. An empty text deletes all of them.
   *
   * @returns Whether the jar now shows this value and no other.
   */
  write(text: string, maxAge: number): boolean
  /** Deletes the cookies of the value's names in these scopes. */
  sweep(scopes: readonly CookieScope[]): void
}

/** A cookie that has a part of the value. */
interface Part {
  readonly name: string
  readonly value: string
  readonly scope: CookieScope
}

/** Servers refuse requests with more cookies. */
const maxParts = 3
const partLength = 3800

/** The length of the longest value. */
export const maxLength = maxParts * partLength

/**
 * A value that is split into cookies. Requests show the names and values of cookies only. So a domain or path that was
 * chosen is in the names; otherwise a cookie from before it was chosen would be taken for the value.
 */
export function createCookieParts(
  jar: CookieJar,
  key: string,
  attributes: Omit<CookieAttributes, 'maxAge'>,
): CookieParts {
  const scope = scopeText(attributes)
  const hostNames = Array.from({ length: maxParts }, (_, index) => key + (index ? `.${index}` : ''))
  const ownNames = hostNames.map((name) => (scope === '/' ? name : `${name}~${scope}`))

  const all = (): Part[] => {
    const names = Array.from(new Set([...ownNames, ...hostNames]))
    const cookies = jar.getAll?.() ?? names.map((name) => ({ name, value: valueOf(jar.get(name)) }))
    return Array.from(cookies).flatMap(({ name, value }) => {
      const match = name.startsWith(key) && /^(?:\.[12])?(?:~([^|]*)(\|.*))?$/.exec(name.slice(key.length))
      if (!match || !value) return []
      const [, domain, path = '/'] = match
      return [{ name, value, scope: { ...(domain && { domain }), path: path.replaceAll('|', '/') } }]
    })
  }
  const own = (): Part[] => all().filter(({ name }) => ownNames.includes(name))
  const remove = (name: string, { domain, path }: CookieScope): void => {
    const { domain: _, ...others } = attributes
    jar.set?.(name, '', { ...others, ...(domain && { domain }), path, maxAge: 0 })
  }

  return {
    read() {
      const writes = new Map<string, string[]>()
      for (const { name, value } of own()) {
        const [, stamp, text = ''] = /^(\w+)\.(.+)$/.exec(value) ?? []
        if (stamp) writes.set(stamp, Object.assign(writes.get(stamp) ?? [], { [ownNames.indexOf(name)]: text }))
      }
      const whole = Array.from(writes).filter(([stamp, parts]) => stamp.endsWith(`${Object.keys(parts).length}`))
      return whole.sort(([a], [b]) => (a < b ? 1 : -1))[0]?.[1].join('') ?? ''
    },
    write(text, maxAge) {
      const count = Math.ceil(text.length / partLength)
      // The instant of the write, and the number of its parts.
      const stamp = Date.now().toString(36) + count
      const written = ownNames.slice(0, count).map((name, index) => {
        const value = `${stamp}.${text.slice(index * partLength, (index + 1) * partLength)}`
        jar.set?.(name, value, { ...attributes, maxAge })
        return value
      })
      for (const { name, scope: theirs } of all()) {
        const index = ownNames.indexOf(name)
        if (index < 0 || index >= count) remove(name, index < 0 ? theirs : attributes)
      }
      const shown = own().map(({ value }) => value)
      return shown.sort().join() === written.sort().join()
    },
    sweep(scopes) {
      for (const theirs of scopes) for (const name of ownNames) remove(name, theirs)
    },
  }
}

/** The domain and path as a part of a name; different spellings of one domain are the same text. */
function scopeText({ domain = '', path }: CookieScope): string {
  // A name may not have slashes.
  return (domain.toLowerCase().replace(/^\./, '') + path).replaceAll('/', '|').replace(/^\|$/, '/')
}

function valueOf(cookie: ReturnType<CookieJar['get']>): string {
  return (typeof cookie === 'string' ? cookie : cookie?.value) ?? ''
}

/** The scopes of all cookies that a page may have set: those that its scripts can see. */
export function pageScopes({ hostname, pathname }: Pick<Location, 'hostname' | 'pathname'>): CookieScope[] {
  const labels = hostname.split('.')
  const domains = [undefined, ...labels.map((_, index) => labels.slice(index).join('.'))]
  const folders = pathname.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'))
  const paths = new Set(folders.flatMap((folder) => [folder, `${folder}/`]).filter(Boolean))
  return domains.flatMap((domain) => Array.from(paths, (path) => ({ ...(domain && { domain }), path })))
}
