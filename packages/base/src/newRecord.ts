import type { Time } from './clock.ts'

/** Id and creation instant of a new record. */
export function newRecord({ newId, clock }: { readonly newId: () => string; readonly clock: Time }): {
  id: string
  createdAt: string
} {
  return { id: newId(), createdAt: clock.iso() }
}
