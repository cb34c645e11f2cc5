import type { SiteVerdict } from '../../effects/outside.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'

/**
 * Returns the verdict on the site of a URL, which may lack its scheme.
 *
 * @throws {@link DomainError} `validationFailed` for a host that the platform refuses, as browsers do with broken
 * punycode
 */
export function verdictOnUrl({ outside }: Pick<Backend, 'outside'>, url: string): SiteVerdict {
  const host = hostOf(url)
  assert(host !== undefined, 'validationFailed', { message: 'url must have a host that a site can have.' })
  return outside.threats.verdictOnSite(host)
}

/** Name of the host of a URL or of a URL without its scheme, in lower case; `undefined` for other texts. */
export function hostOf(text: string): string | undefined {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  // A final dot ends the same name (RFC 1034, section 3.1).
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : ''
  return host === '' ? undefined : host
}
