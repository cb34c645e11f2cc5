/**
 * Whether a value is a promise. It is recognized by its method, since some promises are of another realm: those of
 * `import()` in a test runner that runs each file in a separate context.
 */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
