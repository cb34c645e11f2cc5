import { onAbort } from './onAbort.ts'

/** Lets a caller stop waiting. The work continues, since others may wait for it. */
export function abortable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work()
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) return stop()
    const unfollow = onAbort(signal, stop)
    void work().then(resolve, reject).finally(unfollow)
  })
}
