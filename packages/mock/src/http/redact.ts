import { coverForms } from './secretForms.ts'
import { isSecretName } from './secretNames.ts'

export const redacted = '[redacted]'

/**
 * The value with `[redacted]` in place of each secret: a text or list of texts under the name of a secret, values under
 * such a name in a URL or a page's form, and what is a secret by its form, also as a name.
 */
export function redact(value: unknown, isSecret = false): unknown {
  if (typeof value === 'string') return isSecret ? redacted : redactText(value)
  if (Array.isArray(value)) return value.map((inner) => redact(inner, isSecret && typeof inner === 'string'))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redactForms(name), redact(inner, isSecretName(name))]),
  )
}

/** The same without the names: only what is a secret by its form. */
export function redactForms<T>(value: T): T
export function redactForms(value: unknown): unknown {
  if (typeof value === 'string') return coverForms(value, redacted)
  if (Array.isArray(value)) return value.map((inner: unknown) => redactForms(inner))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redactForms(name), redactForms(inner)]))
}

/** In a page, `&` is written as `&amp;`, and the address ends with a quotation mark. */
const urlParameter = /([?&#]|&amp;)([\w-]+)=[^&#\s"]*/g
const formField = /(name="([\w-]+)" value=)"[^"]*"/g

/** A text without the secrets of URLs and forms in it, and without those that have the form of a secret. */
export function redactText(text: string): string {
  return redactForms(text)
    .replace(urlParameter, (all, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${redacted}` : all,
    )
    .replace(formField, (all, before: string, name: string) => (isSecretName(name) ? `${before}"${redacted}"` : all))
}
