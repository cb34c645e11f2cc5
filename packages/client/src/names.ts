import { type NamesFile, readDeploymentNames } from '@latchkey/names'
import { createSpelledFetch } from '@latchkey/names/fetch'
import { translateClaims, translatePath, translateWebhook } from '@latchkey/names/messages'
import type { Fetch } from './policies/pipeline.ts'

export type { NamesFile } from '@latchkey/names'

/** The names of a deployment. {@link readNames} creates them. */
export interface Names {
  /** Creates a `fetch` that translates, like {@link withNames}. */
  wrap(fetch?: Fetch): Fetch
  /** Returns a path of the interface, `/api/v0/…`, as the deployment spells it. Any other path stays as it is. */
  spellPath(path: string): string
  /** Returns the payload of a verified token of the deployment, with the names of the interface. */
  readClaims(payload: object): Record<string, unknown>
  /** Returns the JSON of a verified webhook message of the deployment, with the names of the interface. */
  readWebhook(message: unknown): unknown
}

/**
 * Reads a names file, which says how a deployment spells the interface.
 *
 * @param file - The content of a names file. Its JSON Schema is `@latchkey/mock/names.schema.json`.
 * @throws {@link TypeError} when the interface does not have a name (the error suggests the nearest one), or two names
 *   have the same spelling.
 * @example const { environment_id } = readNames(file).readClaims(payload)
 */
export function readNames(file: NamesFile): Names {
  const deployment = readDeploymentNames(file)
  return {
    wrap: (fetch = (url, init) => globalThis.fetch(url, init)) => createSpelledFetch(deployment, fetch),
    spellPath: (path) => translatePath(deployment.spell, path) ?? path,
    readClaims: (payload) => ({ ...translateClaims(deployment.read, payload) }),
    readWebhook: (message) => translateWebhook(deployment.read, message),
  }
}

/**
 * Creates a `fetch` that talks to a deployment under its own names. The operations, types and errors of your code keep
 * the names of the interface.
 *
 * @param file - The content of a names file.
 * @param fetch - The function that sends the translated requests. By default the global one, looked up at each call.
 * @returns A function for the option `fetch` of a client or transport.
 * @throws {@link TypeError} as {@link readNames} does.
 * @example const api = createTransport({ baseUrl, auth, fetch: withNames({ paths: { '/api/v0/*': '/v1/*' } }) })
 */
export function withNames(file: NamesFile, fetch?: Fetch): Fetch {
  return readNames(file).wrap(fetch)
}
