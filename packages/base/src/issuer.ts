/**
 * Whether a text can be the `iss` of tokens: a URL of http or https without a query, fragment or credentials, or such a
 * URL without its scheme. `{environmentId}` stands for a part of it.
 */
export function isIssuer(text: unknown): boolean {
  if (typeof text !== 'string' || /[\s\\]/.test(text) || text.length > 255) return false
  const filled = text.replaceAll('{environmentId}', 'id')
  if (/[{}]/.test(filled)) return false
  const url = readUrl(/^https?:\/\//.test(filled) ? filled : `https://${filled}`)
  return url !== undefined && url.username === '' && url.password === '' && !/[?#]/.test(filled)
}

function readUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
