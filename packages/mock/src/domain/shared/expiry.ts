import type { Backend } from './backend.ts'
import { assert } from './errors.ts'

interface ExpiringTable {
  scan(index: 'byExpiry', values: readonly []): Iterable<{ readonly id: string; readonly expiresAt: string }>
  delete(id: string): unknown
}

/** Deletes the records that have expired at an instant, without reading any others. */
export function forgetExpired(table: ExpiringTable, until: string): void {
  for (const { id, expiresAt } of table.scan('byExpiry', [])) {
    if (expiresAt > until) return
    table.delete(id)
  }
}

/**
 * Refuses a token from the instant on at which it expires. The sentence has both instants, since a test that turns the
 * clock signs people out.
 *
 * @param expiresAt - In milliseconds since 1970.
 * @throws {@link DomainError} `tokenExpired`
 */
export function assertUnexpired(clock: Backend['clock'], expiresAt: number): void {
  assert(expiresAt > clock.now(), 'tokenExpired', {
    hint: `It was valid until ${clock.isoIn(expiresAt - clock.now())}, and the clock of the service says ${clock.iso()}.`,
  })
}
