import type { Person } from './person.ts'

/** The metadata without the values of custom fields. */
export function otherMetadata({ user, customFields }: Person): Record<string, unknown> {
  const keys = new Set(customFields.map(({ key }) => key))
  return Object.fromEntries(Object.entries(user.metadata ?? {}).filter(([key]) => !keys.has(key)))
}
