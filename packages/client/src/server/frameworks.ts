import type { UserJwtClaims } from '../verification/userJwt.ts'
import type { RawDelivery } from '../verification/webhook.ts'
import { headerOf, type IncomingRequest } from './incomingRequest.ts'
import { RequestRefused } from './requestRefused.ts'
import type { RequestVerifier } from './verifyRequest.ts'
import type { WebhookHandler } from './webhookHandler.ts'

const users = new WeakMap<object, UserJwtClaims>()

/**
 * The claims of the user who has sent a request that {@link expressUser} or {@link fastifyUser} has let pass.
 *
 * @throws {@link TypeError} when neither has seen the request.
 * @example app.get('/me', (request, response) => response.json({ id: userOf(request).sub }))
 */
export function userOf(request: object): UserJwtClaims {
  const user = users.get(request)
  if (user) return user
  throw new TypeError('Failed to call "userOf()": expressUser() or fastifyUser() has to come before this route.')
}

/** A request of Express or `node:http`, whose body may have been read. */
interface NodeRequest extends IncomingRequest, AsyncIterable<Uint8Array> {
  readonly readableEnded?: boolean
}

/** A response of Express or `node:http`. */
interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(body?: string): unknown
}

type Next = (error?: unknown) => void

/**
 * Creates a middleware of Express that lets the requests of users pass, and answers all others.
 *
 * @param verify - By {@link createRequestVerifier}.
 * @param scopes - Those that the user must have, all of them.
 * @example app.use('/account', expressUser(verify))
 */
export function expressUser(verify: RequestVerifier, scopes?: string | readonly string[]) {
  return async (request: IncomingRequest, response: NodeResponse, next: Next): Promise<void> => {
    try {
      users.set(request, await verify(request, scopes))
    } catch (error) {
      if (!(error instanceof RequestRefused)) return next(error)
      response.writeHead(error.status, error.headers)
      response.end(error.body)
      return
    }
    next()
  }
}

/**
 * Creates a handler of Express, or of `node:http`, for the route of a webhook. It reads the body itself, so no parser
 * may come before it; `express.raw()` may.
 *
 * @param handler - By {@link webhookHandler}.
 * @example app.post('/webhooks', expressWebhook(handler))
 */
export function expressWebhook(handler: WebhookHandler) {
  return async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { body }: { body?: RawDelivery['body'] } = Object(request)
    const answer = await handler({
      // A body that was parsed is passed on as it is, and refused by a sentence that says so.
      body: body === undefined && !request.readableEnded ? await readBody(request) : (body as RawDelivery['body']),
      signature: headerOf(request, 'x-webhook-signature-256'),
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(await answer.text())
  }
}

/** The most that is read. {@link webhookHandler} refuses what is larger than its own limit. */
const maximumBytes = 2 ** 24

async function readBody(request: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maximumBytes) break
  }
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.length
  }
  return body
}

/** A reply of Fastify. */
interface FastifyReply {
  code(status: number): this
  headers(values: Record<string, string>): this
  send(body?: string): this
}

/**
 * Creates a hook of Fastify that lets the requests of users pass, and answers all others.
 *
 * @param verify - By {@link createRequestVerifier}.
 * @param scopes - Those that the user must have, all of them.
 * @example app.addHook('onRequest', fastifyUser(verify))
 */
export function fastifyUser(verify: RequestVerifier, scopes?: string | readonly string[]) {
  return async (request: IncomingRequest, reply: FastifyReply): Promise<unknown> => {
    try {
      users.set(request, await verify(request, scopes))
      return undefined
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error
      return reply.code(error.status).headers(error.headers).send(error.body)
    }
  }
}

const keepBytes = (_: unknown, body: unknown, done: (error: null, body: unknown) => void) => done(null, body)

/** An instance of Fastify, as far as {@link fastifyWebhook} uses it. */
interface FastifyInstance {
  addContentTypeParser(type: string, options: object, parse: (...args: never[]) => void): unknown
  route(options: object): unknown
}

/**
 * Creates a plugin of Fastify with the route of a webhook. Fastify parses JSON elsewhere as ever.
 *
 * @param path - The path of the route.
 * @param handler - By {@link webhookHandler}.
 * @example app.register(fastifyWebhook('/webhooks', handler))
 */
export function fastifyWebhook(path: string, handler: WebhookHandler) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, keepBytes)
    app.route({
      method: 'POST',
      url: path,
      handler: async (request: IncomingRequest & { body: RawDelivery['body'] }, reply: FastifyReply) => {
        const answer = await handler({
          body: request.body,
          signature: headerOf(request, 'x-webhook-signature-256'),
        })
        return reply
          .code(answer.status)
          .headers(Object.fromEntries(answer.headers))
          .send(await answer.text())
      },
    })
  }
}
