/** The operations' schemas and handlers. */
export interface Operations {
  readonly checks: Pick<typeof import('./validators.ts'), 'validate' | 'assertReply' | 'assertRefusal'>
  readonly registry: typeof import('../operations/registry.ts').registry
}

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
  const [validators, { registry }] = await Promise.all([import('./validators.ts'), import('../operations/registry.ts')])
  const { validate, assertReply, assertRefusal } = validators
  loaded = { checks: { validate, assertReply, assertRefusal }, registry }
  return loaded
}
