/** Whether a domain is one under which different people register names, such as `co.uk` or `github.io`. */
export type IsPublicSuffix = (domain: string) => boolean

/**
 * The Public Suffix List with its private part: browsers refuse cookies for these domains. The list is loaded on
 * demand, since it is large and most mocks have no custom hostname.
 */
export async function loadPublicSuffixes(): Promise<IsPublicSuffix> {
  const { getPublicSuffix } = await import('tldts')
  return (domain) => getPublicSuffix(domain, { allowPrivateDomains: true }) === domain
}
