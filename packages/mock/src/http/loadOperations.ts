import type { Operations } from './operations.ts'

let loaded: Operations | undefined

/** Loads schemas and handlers at the first request, since they take most of the time that an import would take. */
export async function loadOperations(): Promise<Operations> {
  return loaded ?? load()
}

/** Returns the result of {@link loadOperations}; `undefined` before the first request. */
export function loadedOperations(): Operations | undefined {
  return loaded
}

/** The platform loads a module once for several imports, and tries again after a failure. */
async function load(): Promise<Operations> {
  const { operations } = await import('./operations.ts')
  loaded = operations
  return loaded
}
