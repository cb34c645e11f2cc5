/**
 * Whether a value has to be waited for. Promises are recognized by their method, since some are of another realm: those
 * of `import()` in a test runner that gives each file a context of its own.
 */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
