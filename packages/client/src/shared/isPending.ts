/** Whether a value is a promise, even one of another realm or library, which is not an instance of this `Promise`. */
export function isPending<T>(given: T | PromiseLike<T>): given is PromiseLike<T> {
  return typeof (given as Partial<PromiseLike<T>> | undefined | null)?.then === 'function'
}
