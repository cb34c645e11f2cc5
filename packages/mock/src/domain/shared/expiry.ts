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
