import { assertArgument } from '../shared/assertArgument.ts'
import type { UserJwtClaims } from '../verification/userJwt.ts'
import { deliveryOf } from './incomingDelivery.ts'
import type { IncomingRequest } from './incomingRequest.ts'
import { RequestRefused } from './requestRefused.ts'
import type { RequestVerifier } from './verifyRequest.ts'
import type { WebhookHandler } from './webhookHandler.ts'

const users = new WeakMap<object, UserJwtClaims>()

/**
 * Returns the claims of the user who sent the request. {@link expressUser} or {@link fastifyUser} must have verified
 * it.
 *
 * @throws {@link TypeError} when neither of them has verified the request.
 * @example app.get('/me', (request, response) => response.json({ id: userOf(request).sub }))
 */
export function userOf(request: object): UserJwtClaims {
  const user = users.get(request)
  if (user) return user
  throw new TypeError('Failed to call "userOf()": expressUser() or fastifyUser() has to come before this route.')
}

/** A request of Express or `node:http`. A parser may have read its body. */
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
 * Creates an Express middleware that passes on the requests of users, and answers all others with 401, 403 or 503.
 *
 * @param verify - The result of {@link createRequestVerifier}.
 * @param scopes - The scopes that the user must have, all of them.
 * @throws {@link TypeError} when `verify` is not a function.
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
 * Creates a handler for the route of a webhook, for Express or `node:http`. It needs the raw body, so `express.json()`
 * must not come before it. `express.raw()` may come before it, and so may a parser that keeps the bytes as `rawBody`:
 * that of NestJS with `rawBody: true`, and those of the cloud functions of Google and Firebase.
 *
 * @param handler - The result of {@link webhookHandler}.
 * @throws {@link TypeError} when `handler` is not a function.
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
 * Creates a Fastify hook that passes on the requests of users, and answers all others with 401, 403 or 503.
 *
 * @param verify - The result of {@link createRequestVerifier}.
 * @param scopes - The scopes that the user must have, all of them.
 * @throws {@link TypeError} when `verify` is not a function.
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

/** The part of a Fastify instance that {@link fastifyWebhook} uses. */
export interface FastifyInstance {
  addContentTypeParser(type: string, options: object, parse: (...args: never[]) => void): unknown
  route(options: object): unknown
}

/**
 * Creates a Fastify plugin with the route of a webhook. Other routes parse JSON as before.
 *
 * @param path - The path of the route.
 * @param handler - The result of {@link webhookHandler}.
 * @throws {@link TypeError} when `handler` is not a function.
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
