import { toOpenApi30 } from '@latchkey/types/openapi30'
import { version } from '../effects/version.ts'
import { toWire, type WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { loadDocument } from '../mcp/document.ts'

/** The reply to programs at the root of a server or world. */
const welcome = (baseUrl: string) => ({
  name: 'Latchkey mock',
  version,
  api: `${baseUrl}/api/v0`,
  openapi: `${baseUrl}/openapi.json`,
  openapi30: `${baseUrl}/openapi-3.0.json`,
  health: `${baseUrl}/__mock/health`,
  inspector: `${baseUrl}/__mock/`,
  control: `${baseUrl}/__mock/v1/openapi.json`,
})

/** The OpenAPI document with this server in the first place, so that generators and explorers call it. */
async function contract(baseUrl: string) {
  const { servers, ...document } = await loadDocument()
  return { ...document, servers: [{ url: baseUrl, description: 'This server.' }, ...servers] }
}

const bodies: Readonly<Record<string, (baseUrl: string) => unknown>> = {
  '': welcome,
  '/': welcome,
  '/__mock/health': () => ({ status: 'ok', version }),
  '/openapi.json': contract,
  '/openapi-3.0.json': async (baseUrl) => toOpenApi30(await contract(baseUrl)),
}

/** Whether a path below a base URL is one that {@link answerEntrance} answers. */
export const isEntrance = (path: string): boolean => Object.hasOwn(bodies, path)

/**
 * Answers programs that wait for a server or generate code from its contract: a list of URLs at `/`, `/__mock/health`,
 * `/openapi.json`, and `/openapi-3.0.json` for tools that do not read 3.1. Hosts of HTTP serve these; a page's worker does not, since there they are paths of the app.
 *
 * @param entrance.path - Below the base URL, without the query; {@link isEntrance}.
 */
export async function answerEntrance(
  request: Pick<ServiceRequest, 'method'>,
  { baseUrl, path }: { readonly baseUrl: string; readonly path: string },
): Promise<WireReply> {
  return answerReading(request, path || '/', await bodies[path]?.(baseUrl))
}

/** Answers GET and HEAD of a path with JSON that pages of any site may read, and refuses other methods. */
export function answerReading({ method }: Pick<ServiceRequest, 'method'>, path: string, body: unknown): WireReply {
  if (method !== 'GET' && method !== 'HEAD') {
    const error = `${path} answers GET and HEAD, not ${method}. The operations are below /api/v0.`
    return toWire({ status: 405, body: { error, code: 'method_not_allowed' }, headers: { allow: 'GET, HEAD' } }, {})
  }
  const reply = toWire({ status: 200, body }, { 'access-control-allow-origin': '*' })
  return method === 'HEAD' ? { ...reply, text: null } : reply
}
