import { type NamesFile, readDeploymentNames } from '@latchkey/names'
import {
  type DeploymentNames,
  translateBody,
  translateClaims,
  translateCookies,
  translatePath,
  translateReply,
  translateSetCookie,
  translateTarget,
  translateWebhook,
} from '@latchkey/names/messages'
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
    wrap: (fetch = (url, init) => globalThis.fetch(url, init)) => createFetch(deployment, fetch),
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

/** Where the paths of the interface begin, after that of the base URL. */
const beginning = '/api/v0/'

function createFetch(deployment: DeploymentNames, fetch: Fetch): Fetch {
  const { spell, read } = deployment
  return async (url, init = {}) => {
    const { origin, pathname, search } = new URL(url)
    const start = pathname.indexOf(beginning)
    if (start === -1) return fetch(url, init)
    const { method = 'GET', body } = init
    const target = translateTarget(spell, method, { path: pathname.slice(start), query: search })
    const headers = new Headers(init.headers)
    const type = headers.get('content-type') ?? ''
    const sent = typeof body === 'string' ? translateBody(spell.plansOf(target.operation), type, body) : body
    const response = await fetch(`${origin}${pathname.slice(0, start)}${target.path}${target.query}`, {
      ...init,
      headers: spellHeaders(deployment, headers),
      ...(sent !== undefined && { body: sent }),
    })
    return readResponse(deployment, response, (reply) =>
      translateReply(read.plansOf(target.operation), response.status, reply),
    )
  }
}

/** The names of the headers of a request, and of the cookies that it has. */
function spellHeaders({ spell, hasHeaders }: DeploymentNames, headers: Headers): Record<string, string> {
  const entries = [...headers].map(([name, value]) => [
    spell.header(name),
    hasHeaders && name === 'cookie' ? translateCookies(spell, value) : value,
  ])
  return Object.fromEntries(entries) as Record<string, string>
}

/** The response with the names of the interface. One that has no other names is the same object. */
async function readResponse(
  { read, hasHeaders }: DeploymentNames,
  response: Response,
  translate: (reply: { readonly type: string; readonly text: string }) => string,
): Promise<Response> {
  // The constructor takes no status below, such as that of a redirect which a browser hides.
  if (response.status < 200) return response
  const type = response.headers.get('content-type') ?? ''
  const isJson = type.startsWith('application/json')
  if (!isJson && !hasHeaders) return response
  const headers = new Headers()
  for (const [name, value] of response.headers)
    headers.append(read.header(name), name === 'set-cookie' ? translateSetCookie(read, value) : value)
  const body = isJson ? translate({ type, text: await response.text() }) : response.body
  // A length of the text before, which fetch has checked.
  if (isJson) for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  const { status, statusText, url, redirected } = response
  const isBodiless = [204, 205, 304].includes(status)
  const translated = new Response(isBodiless ? null : body, { status, statusText, headers })
  return Object.defineProperties(translated, { url: { value: url }, redirected: { value: redirected } })
}
