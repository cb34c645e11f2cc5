/** The operations' schemas and handlers. */
export interface Operations {
  readonly checks: Pick<typeof import('./validators.ts'), 'validate' | 'assertReply' | 'assertRefusal'>
  readonly registry: typeof import('../operations/registry.ts').registry
}

let loaded: Operations | undefined

/** Loads what serves operations with the first request: it is most of what an import would cost. */
export async function loadOperations(): Promise<Operations> {
  return loaded ?? load()
}

/** What {@link loadOperations} has loaded; `undefined` before the first request. */
export function loadedOperations(): Operations | undefined {
  return loaded
}

/** What is asked for twice is loaded once by the platform, and asked for again when it could not be loaded. */
async function load(): Promise<Operations> {
  const [validators, { registry }] = await Promise.all([import('./validators.ts'), import('../operations/registry.ts')])
  const { validate, assertReply, assertRefusal } = validators
  loaded = { checks: { validate, assertReply, assertRefusal }, registry }
  return loaded
}
