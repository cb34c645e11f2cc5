import { isSecretName } from '../http/secretNames.ts'

/** A JSON value without the fields that have the name of a secret. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name, field]) => typeof field !== 'string' || !isSecretName(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutSecrets(field)]))
}
