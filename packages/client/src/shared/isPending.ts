/** Whether a value is a promise, even one of another realm or library, which is not an instance of this `Promise`. */
export function isPending<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | undefined | null)?.then === 'function'
}
