import { assertArgument } from '../shared/assertArgument.ts'
import type { UserJwtClaims } from '../verification/userJwt.ts'
import { deliveryOf } from './incomingDelivery.ts'
import type { IncomingRequest } from './incomingRequest.ts'
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
export interface NodeRequest extends IncomingRequest, AsyncIterable<Uint8Array> {
  readonly readableEnded?: boolean
}

/** A response of Express or `node:http`. */
export interface NodeResponse {
  readonly headersSent?: boolean
  writeHead(status: number, headers: Record<string, string>): unknown
  end(body?: string): unknown
}

type Next = (error?: unknown) => void

/**
 * Creates a middleware of Express that lets the requests of users pass, and answers all others.
 *
 * @param verify - By {@link createRequestVerifier}.
 * @param scopes - Those that the user must have, all of them.
 * @throws {@link TypeError} when it is given something else than createRequestVerifier returns.
 * @example app.use('/account', expressUser(verify))
 */
export function expressUser(verify: RequestVerifier, scopes?: string | readonly string[]) {
  assertArgument(typeof verify === 'function', 'verify', 'the result of createRequestVerifier()')
  return async (request: IncomingRequest, response: NodeResponse, next: Next): Promise<void> => {
    try {
      users.set(request, await verify(request, scopes))
    } catch (error) {
      if (!(error instanceof RequestRefused)) return next(error)
      if (response.headersSent) return
      response.writeHead(error.status, error.headers)
      response.end(error.body)
      return
    }
    next()
  }
}

/**
 * Creates a handler of Express, or of `node:http`, for the route of a webhook. It reads the body itself, so no parser
 * may come before it; `express.raw()` may, and a parser that keeps the bytes as `rawBody`, as that of NestJS with
 * `rawBody: true` and those of the cloud functions of Google and Firebase.
 *
 * @param handler - By {@link webhookHandler}.
 * @throws {@link TypeError} when it is given something else than webhookHandler returns.
 * @example app.post('/webhooks', expressWebhook(handler))
 */
export function expressWebhook(handler: WebhookHandler) {
  assertArgument(typeof handler === 'function', 'handler', 'the result of webhookHandler()')
  return async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { body }: { body?: unknown } = Object(request)
    const answer = await handler(deliveryOf(request, body === undefined && !request.readableEnded ? request : body))
    // A time limit of the app answers in place of a handler that takes too long.
    if (response.headersSent) return
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(await answer.text())
  }
}

/** A reply of Fastify. */
export interface FastifyReply {
  code(status: number): this
  headers(values: Record<string, string>): this
  send(body?: string): this
}

/**
 * Creates a hook of Fastify that lets the requests of users pass, and answers all others.
 *
 * @param verify - By {@link createRequestVerifier}.
 * @param scopes - Those that the user must have, all of them.
 * @throws {@link TypeError} when it is given something else than createRequestVerifier returns.
 * @example app.addHook('onRequest', fastifyUser(verify))
 */
export function fastifyUser(verify: RequestVerifier, scopes?: string | readonly string[]) {
  assertArgument(typeof verify === 'function', 'verify', 'the result of createRequestVerifier()')
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

const keepStream = (_: unknown, stream: unknown, done: (error: null, body: unknown) => void) => done(null, stream)

/** An instance of Fastify, as far as {@link fastifyWebhook} uses it. */
export interface FastifyInstance {
  addContentTypeParser(type: string, options: object, parse: (...args: never[]) => void): unknown
  route(options: object): unknown
}

/**
 * Creates a plugin of Fastify with the route of a webhook. Fastify parses JSON elsewhere as ever.
 *
 * @param path - The path of the route.
 * @param handler - By {@link webhookHandler}.
 * @throws {@link TypeError} when it is given something else than webhookHandler returns.
 * @example app.register(fastifyWebhook('/webhooks', handler))
 */
export function fastifyWebhook(path: string, handler: WebhookHandler) {
  assertArgument(typeof handler === 'function', 'handler', 'the result of webhookHandler()')
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser('application/json', {}, keepStream)
    app.route({
      method: 'POST',
      url: path,
      handler: async (request: IncomingRequest & { body: unknown }, reply: FastifyReply) => {
        const answer = await handler(deliveryOf(request, request.body))
        return reply
          .code(answer.status)
          .headers(Object.fromEntries(answer.headers))
          .send(await answer.text())
      },
    })
  }
}
