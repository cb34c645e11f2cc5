/** All that follows one signal, as a single listener, for Node warns of a leak from eleven on. */
class Followers extends Set<() => void> {
  handleEvent(): void {
    for (const work of this) work()
  }
}

const bySignal = new WeakMap<AbortSignal, Followers>()

/** Calls a function when a signal is aborted. Returns a function that ends this. */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  const followers = bySignal.get(signal) ?? new Followers()
  bySignal.set(signal, followers.add(work))
  // The same listener is added once.
  signal.addEventListener('abort', followers)
  return () => {
    followers.delete(work)
    if (followers.size === 0) signal.removeEventListener('abort', followers)
  }
}
