/** The operations' schemas and handlers. */
export interface Operations {
  readonly checks: typeof import('./validators.ts')
  readonly registry: typeof import('../operations/registry.ts').registry
}

let loaded: Operations | undefined

/** Loads what serves operations with the first request: it is most of what an import would cost. At once from then on. */
export function loadOperations(): Operations | Promise<Operations> {
  return loaded ?? load()
}

/** What {@link loadOperations} has loaded; `undefined` before the first request. */
export function loadedOperations(): Operations | undefined {
  return loaded
}

/** What is asked for twice is loaded once by the platform, and asked for again when it could not be loaded. */
async function load(): Promise<Operations> {
  const [checks, { registry }] = await Promise.all([import('./validators.ts'), import('../operations/registry.ts')])
  loaded = { checks, registry }
  return loaded
}
