/** Whether a value is still to come. A promise of another realm or library is no instance of this realm's `Promise`. */
export function isPending<T>(given: T | PromiseLike<T>): given is PromiseLike<T> {
  return typeof (given as Partial<PromiseLike<T>> | undefined | null)?.then === 'function'
}
