type Listener = (...data: unknown[]) => void

/** The functions of a provider that add and remove listeners, as those of Node's EventEmitter, which apps expect. */
export interface Emitter {
  on(name: string, listener: Listener): this
  addListener(name: string, listener: Listener): this
  once(name: string, listener: Listener): this
  off(name: string, listener: Listener): this
  removeListener(name: string, listener: Listener): this
  removeAllListeners(name?: string): this
}

/** Tells listeners of an event. */
type Emit = (name: string, ...data: readonly unknown[]) => void

export function createEmitter(): { readonly emitter: Emitter; readonly emit: Emit } {
  const listeners = new Map<string, Listener[]>()

  function on(this: Emitter, name: string, listener: Listener): Emitter {
    listeners.set(name, [...(listeners.get(name) ?? []), listener])
    return this
  }
  function off(this: Emitter, name: string, listener: Listener): Emitter {
    listeners.set(
      name,
      (listeners.get(name) ?? []).filter((each) => each !== listener),
    )
    return this
  }
  const emitter: Emitter = {
    on,
    off,
    addListener: on,
    removeListener: off,
    once(name, listener) {
      const heard: Listener = (...data) => {
        this.off(name, heard)
        listener(...data)
      }
      return this.on(name, heard)
    },
    removeAllListeners(name) {
      if (name === undefined) listeners.clear()
      else listeners.delete(name)
      return this
    },
  } as Emitter

  return {
    emitter,
    emit(name, ...data) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(...data)
        } catch (error) {
          // Shown as a page shows its own errors, and the next listener hears the event.
          void Promise.reject(error)
        }
      }
    },
  }
}
