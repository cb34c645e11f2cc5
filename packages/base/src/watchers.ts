/** The functions that are called with each change of something. */
export interface Watchers<T extends readonly unknown[]> {
  /** @returns A function that removes the listener */
  watch(listener: (...change: T) => void): () => void
  tell(...change: T): void
  /** How many listeners there are. */
  readonly count: number
}

/** @param report - Receives what a listener throws. The others are called all the same. */
export function createWatchers<T extends readonly unknown[]>(report: (cause: unknown) => void): Watchers<T> {
  // An object for each, so that the same function may watch twice.
  const entries = new Set<{ readonly listener: (...change: T) => void }>()
  return {
    watch(listener) {
      const entry = { listener }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    tell(...change) {
      for (const { listener } of entries) {
        try {
          listener(...change)
        } catch (error) {
          report(error)
        }
      }
    },
    get count() {
      return entries.size
    },
  }
}
