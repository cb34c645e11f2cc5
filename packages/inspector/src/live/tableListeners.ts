/** Who hears that tables of the store have changed. */
interface TableListeners {
  /** @param changed - Names of tables; `undefined` when all may have changed. */
  tell(changed?: readonly string[]): void
  /** @returns A function that ends it. */
  onChange(tables: readonly string[] | undefined, listener: () => void): () => void
}

export function createTableListeners(): TableListeners {
  const listeners = new Set<{ tables: readonly string[] | undefined; listener: () => void }>()
  return {
    tell(changed) {
      for (const { tables, listener } of listeners)
        if (!changed || !tables || tables.some((table) => changed.includes(table))) listener()
    },
    onChange(tables, listener) {
      const entry = { tables, listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
}
