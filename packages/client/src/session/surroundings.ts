/** Ends the wait and not the work, which others may wait for, too. */
export function abortable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work()
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    void work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Tells the other tabs; there may be no such thing, and pages without an origin may not use it. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}

/** Node ends when only this is left. */
export function release(handle: unknown): void {
  ;(handle as { unref?(): void } | undefined)?.unref?.()
}

/** What a listener throws is the page's to see, and changes nothing here. */
export function report(error: unknown): void {
  const tellPage = globalThis.reportError ?? console.error
  tellPage(error)
}
