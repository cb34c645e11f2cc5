/**
 * Calls a function repeatedly until it returns an answer.
 *
 * @param ask - Returns undefined while there is no answer.
 * @throws the signal's reason, or what `ask` throws.
 */
export async function poll<T>(ask: () => Promise<T | undefined>, intervalMs: number, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, intervalMs)
      signal?.addEventListener('abort', done)
    })
  }
}
