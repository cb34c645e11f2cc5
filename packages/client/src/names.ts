import { type NamesFile, readDeploymentNames } from '@latchkey/names'
import { createSpelledFetch } from '@latchkey/names/fetch'
import { translateClaims, translatePath, translateWebhook } from '@latchkey/names/messages'
import type { Fetch } from './policies/pipeline.ts'

export type { NamesFile } from '@latchkey/names'

/** How a deployment spells the interface. */
export interface Names {
  /** The same as {@link withNames}. */
  wrap(fetch?: Fetch): Fetch
  /** A path of the interface, `/api/v0/…`, as the deployment spells it. Any other stays as it is. */
  spellPath(path: string): string
  /** The payload of a verified token of the deployment, with the names of the interface. */
  readClaims(payload: object): Record<string, unknown>
  /** The JSON of a verified webhook message of the deployment, with the names of the interface. */
  readWebhook(message: unknown): unknown
}

/**
 * Reads how a deployment spells the interface.
 *
 * @param file - The content of a names file. Its JSON Schema is `@latchkey/mock/names.schema.json`.
 * @throws {@link TypeError} for a name that the interface does not have, with the nearest one, and for a spelling that two
 * names would share.
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
 * A `fetch` that speaks with a deployment under its own names. The client before it has the names of the interface: those
 * of its operations, types and errors.
 *
 * @param file - The content of a names file.
 * @param fetch - Sends the translated requests. By default the global one, looked up at each call.
 * @returns The option `fetch` of a client or transport.
 * @throws {@link TypeError} as {@link readNames} does.
 * @example const api = createTransport({ baseUrl, auth, fetch: withNames({ paths: { '/api/v0/*': '/v1/*' } }) })
 */
export function withNames(file: NamesFile, fetch?: Fetch): Fetch {
  return readNames(file).wrap(fetch)
}
