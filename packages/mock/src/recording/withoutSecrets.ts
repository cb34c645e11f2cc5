import { isSecretName } from '../http/secretNames.ts'

/** Parts of addresses that are keys rather than words: 16 characters and more, with digits in them. */
const isKey = (text: string): boolean => text.length >= 16 && /\d/.test(text)

/**
 * A JSON value without its secrets: fields with the name of a secret are left out, and users, keys and secret parameters
 * of URLs are replaced.
 */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? cleanUrl(value) : value
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name, field]) => typeof field !== 'string' || !isSecretName(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutSecrets(field)]))
}

function cleanUrl(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  const segments = url.pathname.split('/')
  const parameters = [...url.searchParams]
  const hasKeyInPath = segments.some(isKey)
  const isClean =
    url.username === '' &&
    url.password === '' &&
    !hasKeyInPath &&
    !parameters.some(([name, value]) => isSecretName(name) || isKey(value))
  if (isClean) return text
  url.username = ''
  url.password = ''
  if (hasKeyInPath) url.pathname = segments.map((segment) => (isKey(segment) ? 'key' : segment)).join('/')
  for (const [name, value] of parameters) if (isSecretName(name) || isKey(value)) url.searchParams.set(name, 'key')
  return url.href
}
