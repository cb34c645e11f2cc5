/** The listeners of events by name. */
export interface Listeners<Events> {
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  removeListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  /** Tells all listeners. What one of them throws does not keep the others from hearing it. */
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void
}

/** @param report - Hears what a listener threw. */
export function createListeners<Events>(report: (error: unknown) => void): Listeners<Events> {
  const listeners = new Map<keyof Events, Set<(event: never) => void>>()
  return {
    on(name, listener) {
      const existing = listeners.get(name) ?? new Set()
      listeners.set(name, existing.add(listener as (event: never) => void))
    },
    removeListener(name, listener) {
      listeners.get(name)?.delete(listener as (event: never) => void)
    },
    emit(name, event) {
      for (const listener of Array.from(listeners.get(name) ?? [])) {
        try {
          ;(listener as (event: unknown) => void)(event)
        } catch (error) {
          report(error)
        }
      }
    },
  }
}
