/** Listeners by the name of the event, and how they are called. */
interface Listeners<Events> {
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  removeListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void
}

export function listenersOf<Events>(): Listeners<Events> {
  const listeners = new Map<keyof Events, Set<(event: never) => void>>()
  return {
    on(name, listener) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    removeListener(name, listener) {
      listeners.get(name)?.delete(listener)
    },
    emit(name, event) {
      for (const listener of listeners.get(name) ?? []) listener(event as never)
    },
  }
}
