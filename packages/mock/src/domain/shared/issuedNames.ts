/** How a deployment spells what the service itself writes: tokens, their claims, its own URLs and webhook messages. */
export interface IssuedNames {
  /** @param prefix - As the mock has it without other names: `lk_sandbox_`. */
  tokenPrefix(prefix: string): string
  spellClaims(claims: object): object
  readClaims(payload: object): object
  spellPath(path: string): string
  /** @returns `undefined` for a path that is not the interface's */
  readPath(path: string): string | undefined
  /** The body of a webhook message. */
  spellWebhook(body: object): object
  readWebhook(body: object): object
  header(name: string): string
}

/** The parts of a backend that say how it spells what it writes. */
interface Issuer {
  readonly settings: { readonly issuedNames?: IssuedNames | undefined }
}

interface Service extends Issuer {
  readonly baseUrl: string
}

/** The beginning of a token, which is of the document's spelling without other names. */
export function issuedPrefix({ settings }: Issuer, prefix: string): string {
  return settings.issuedNames?.tokenPrefix(prefix) ?? prefix
}

/** A URL of the service. @param path - As the document has it: `/api/v0/…`. */
export function issuedUrl({ settings, baseUrl }: Service, path: string): string {
  return baseUrl + (settings.issuedNames?.spellPath(path) ?? path)
}

/** The document's path of a URL of the service; `undefined` for another URL. */
export function documentedPath({ settings, baseUrl }: Service, url: string): string | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return undefined
  const path = url.slice(baseUrl.length)
  return settings.issuedNames ? settings.issuedNames.readPath(path) : path
}
