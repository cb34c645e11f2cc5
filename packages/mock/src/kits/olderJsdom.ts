/** The classes of jsdom's window that are completed. */
type OlderWindow = Pick<typeof globalThis, 'AbortController' | 'AbortSignal' | 'DOMException' | 'setTimeout' | 'URL'>

/** The parts that the jsdom of Jest 29 lacks, by the classes of its window: objects, and the functions that belong to them. */
export function partsForOlderJsdom(
  window: OlderWindow,
): [target: object, functions: Readonly<Record<string, unknown>>][] {
  /** A signal that `begin` aborts. */
  const signalOf = (begin: (abort: (reason: unknown) => void) => void): AbortSignal => {
    const controller = new window.AbortController()
    begin((reason) => controller.abort(reason))
    return controller.signal
  }
  return [
    [
      window.URL,
      {
        canParse(url: string, base?: string) {
          try {
            return new window.URL(url, base).href !== ''
          } catch {
            return false
          }
        },
      },
    ],
    [
      window.AbortSignal,
      {
        timeout: (milliseconds: number) =>
          signalOf((abort) => {
            const reason = () => new window.DOMException('The operation was aborted due to timeout', 'TimeoutError')
            window.setTimeout(() => abort(reason()), milliseconds)
          }),
        any: (signals: Iterable<AbortSignal>) =>
          signalOf((abort) => {
            for (const signal of signals)
              if (signal.aborted) abort(signal.reason)
              else signal.addEventListener('abort', () => abort(signal.reason), { once: true })
          }),
      },
    ],
    [
      window.AbortSignal.prototype,
      {
        throwIfAborted(this: AbortSignal) {
          if (this.aborted) throw this.reason
        },
      },
    ],
  ]
}
