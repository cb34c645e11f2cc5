import { assertArgument } from '../shared/assertArgument.ts'

/** @throws {@link TypeError} for a URL that is not absolute, such as `location.search`. */
export function parseUrl(url: string | URL): URL {
  assertArgument(URL.canParse(url), 'url', 'absolute, such as location.href')
  return new URL(url)
}
