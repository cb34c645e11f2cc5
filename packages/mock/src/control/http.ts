import * as z from 'zod'
import { assert, DomainError } from '../domain/shared/errors.ts'
import { signatureHeader } from '../domain/webhooks/webhookDelivery.ts'
import type { Mock } from '../createMock.ts'
import { replyToError, toWire, type WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { explain } from '../http/validators.ts'
import { nearest } from '../nearest.ts'
import type { Reply } from '../reply.ts'
import type { MockSnapshot } from './control.ts'
import { controlRoutes } from './routes.ts'

const prefix = '/__mock/v1/'

/**
 * Serves the control object to other processes, for hosts that listen on loopback.
 *
 * A page of another origin cannot use it: what names one in `Origin` is refused, and no answer allows one to read it.
 *
 * @returns What answers requests under `/__mock/v1`; `undefined` for paths that it neither knows nor takes for slips.
 */
export function createControlAnswer(mock: Mock): (request: ServiceRequest) => Promise<WireReply> | undefined {
  const kept = new Map<string, MockSnapshot>()
  return (request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(prefix)) return undefined
    const path = url.pathname.slice(prefix.length)
    if (path === 'openapi.json' && request.method === 'GET')
      return Promise.resolve(toWire({ status: 200, body: describe(mock.baseUrl) }, {}))
    const key = `${request.method} ${path}`
    const route = Object.hasOwn(controlRoutes, key) ? controlRoutes[key] : undefined
    if (route) return run(route)
    const refusal = refusalAt(path)
    return refusal && Promise.resolve(toWire(replyToError(refusal, undefined, report), {}))

    async function run({ input: schema, run: act }: NonNullable<typeof route>): Promise<WireReply> {
      let reply: Reply
      try {
        assertMaySteer(request, mock.baseUrl)
        const input = schema?.safeParse(await readInput(request, url))
        if (input && !input.success)
          throw new DomainError('validationFailed', { message: explain(input.error, schema) })
        const body = await act(mock, input?.data as never, kept)
        reply = body === undefined ? { status: 204 } : { status: 200, body }
      } catch (error) {
        // The control object says what was wrong with a call in a TypeError of its own.
        const known = error instanceof TypeError ? new DomainError('badRequest', { message: error.message }) : error
        reply = replyToError(known, undefined, report)
      }
      return toWire(reply, {})
    }
  }
}

const report = (cause: unknown) => console.error(cause)

/** Why nothing is done at a path, if it is served to another method or is much like one that is served. */
function refusalAt(path: string): DomainError | undefined {
  const keys = Object.keys(controlRoutes)
  const methodsAt = (wanted: string) =>
    keys.flatMap((key) => (key.endsWith(` ${wanted}`) ? [key.split(' ')[0] ?? ''] : []))
  const methods = methodsAt(path)
  if (methods.length > 0) return new DomainError('methodNotAllowed', { allow: methods.join(', ') })
  const meant = nearest(
    path,
    keys.map((key) => key.split(' ')[1] ?? ''),
  )
  if (meant === undefined) return undefined
  const urls = methodsAt(meant).map((method) => `${method} ${prefix}${meant}`)
  return new DomainError('notFound', { hint: `Did you mean ${urls.join(' or ')}?` })
}

/**
 * Keeps out what others could have the developer's browser or the mock itself send: a page's call names its origin, a
 * form has no JSON, and a webhook is signed.
 *
 * @throws {@link DomainError} `forbidden`, `unsupportedMediaType`
 */
function assertMaySteer({ method, headers }: ServiceRequest, baseUrl: string): void {
  const origin = headers.get('origin')
  assert(origin === null || origin === baseUrl, 'forbidden', {
    message: 'Pages of other origins may not steer the mock.',
  })
  assert(headers.get(signatureHeader) === null, 'forbidden', { message: 'Webhooks may not steer the mock.' })
  const isJson = /^application\/json *(;|$)/i.test(headers.get('content-type') ?? '')
  assert(method !== 'POST' || isJson, 'unsupportedMediaType', {
    message: 'Send every POST with `content-type: application/json`, also one without a body.',
  })
}

async function readInput(request: ServiceRequest, url: URL): Promise<unknown> {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams)
  try {
    return JSON.parse(await request.text())
  } catch {
    throw new DomainError('badRequest', { message: 'The body is not valid JSON.' })
  }
}

/** The control interface as a small OpenAPI document of its own. */
function describe(baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, { summary, input }] of Object.entries(controlRoutes)) {
    const [method = '', path = ''] = key.split(' ')
    const schema = input && z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    const properties = (schema?.properties ?? {}) as Record<string, object>
    paths[`/${path}`] = {
      ...paths[`/${path}`],
      [method.toLowerCase()]: {
        operationId: `${method.toLowerCase()} ${path}`,
        summary,
        ...(method === 'GET' &&
          schema && {
            parameters: Object.entries(properties).map(([name, inner]) => ({
              name,
              in: 'query',
              required: (schema.required ?? []).includes(name),
              schema: inner,
            })),
          }),
        // Also a POST without input says that it is JSON.
        ...(method === 'POST' && {
          requestBody: { required: schema !== undefined, content: { 'application/json': schema ? { schema } : {} } },
        }),
        responses: {
          200: { description: 'Done; the body is what the call gives, as JSON.' },
          204: { description: 'Done. There is no body.' },
          400: { description: 'The input does not fit; the body says why.' },
          403: { description: 'A page of another origin, or a webhook, may not steer the mock.' },
          ...(method === 'POST' && { 415: { description: 'The request does not say that it is application/json.' } }),
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Control interface of the mock', version: '1' },
    servers: [{ url: `${baseUrl}/__mock/v1` }],
    paths,
  }
}
