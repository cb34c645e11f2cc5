import { parseUrl } from './parseUrl.ts'

/** The answer of a provider in the URL of a page. */
export interface OAuthAnswer {
  readonly state: string
  readonly code?: string | undefined
  readonly error?: string | undefined
  readonly description?: string | undefined
}

/** The parameters of an answer (RFC 6749, section 4.1.2; RFC 9207). An app may have its own of the same name. */
const names = ['code', 'state', 'error', 'error_description', 'error_uri', 'iss']
/** Before the name of a parameter of the app, so that the answer does not replace it. */
const own = 'app.'

/** The form of the states that this package makes, which tells an answer from the app's own `state`. */
const ownState = /^[\w-]{43}$/

/** Reads an answer; undefined for any other URL. */
export function readOAuthAnswer(url: string | URL): OAuthAnswer | undefined {
  const { searchParams } = parseUrl(url)
  const [state = '', code, error, description] = ['state', 'code', 'error', 'error_description'].map(
    (name) => searchParams.get(name) ?? undefined,
  )
  return ownState.test(state) && (code || error) ? { state, code, error, description } : undefined
}

/**
 * Removes a provider's answer from a URL, for the address bar. A URL without an answer stays as it is, even if it has
 * the app's own `code` or `state`.
 *
 * @throws {@link TypeError} when `url` is not an absolute URL.
 * @example history.replaceState(null, '', withoutOAuthAnswer(location.href))
 */
export function withoutOAuthAnswer(url: string | URL): string {
  return readOAuthAnswer(url) ? renamed(url, (name) => [`${own}${name}`, name]) : new URL(url).href
}

/** A URL to return to, without an earlier answer, and with other names for parameters that an answer would replace. */
export function toRedirectUrl(url: string): string {
  // A service that takes the URL for a deep link may take more forms than `URL` does.
  if (!URL.canParse(url)) return url
  const page = withoutOAuthAnswer(url)
  const hasNames = names.some((name) => new URL(page).searchParams.has(name))
  if (hasNames) return renamed(page, (name) => [name, `${own}${name}`])
  return readOAuthAnswer(url) ? page : url
}

/** The URL whose parameters have other names. Those with the name of an answer that keep it are left out. */
function renamed(url: string | URL, namesOf: (name: string) => [from: string, to: string]): string {
  const changed = new URL(url)
  const to = new Map(names.map((name) => namesOf(name)))
  const parameters = Array.from(changed.searchParams, ([name, value]) => [to.get(name) ?? name, value, name] as const)
  for (const name of new Set(changed.searchParams.keys())) changed.searchParams.delete(name)
  for (const [name, value, former] of parameters)
    if (!names.includes(name) || name !== former) changed.searchParams.append(name, value)
  return changed.href
}
