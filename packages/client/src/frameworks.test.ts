import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMock } from '@latchkey/mock'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  createRequestVerifier,
  expressUser,
  expressWebhook,
  fastifyUser,
  fastifyWebhook,
  RequestRefused,
  userOf,
  webhookHandler,
} from './server.ts'
import { signWebhook } from './webhooks.ts'

const mock = createMock()
const { id: environmentId } = mock.defaults.environments.sandbox
const verify = createRequestVerifier({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const user = await mock.create.user({ email: 'ada@example.com' })
const { token } = await mock.signIn(user)
const secret = 'a secret of the webhook'

/** Sends a request to an app, and gives the status and the body. */
type Send = (path: string, init?: RequestInit) => Promise<{ status: number; body: string; challenge: string | null }>

const sendBy =
  (fetch: (url: string, init?: RequestInit) => Response | Promise<Response>, origin = 'http://app.test'): Send =>
  async (path, init) => {
    const reply = await fetch(`${origin}${path}`, init)
    return { status: reply.status, body: await reply.text(), challenge: reply.headers.get('www-authenticate') }
  }

async function listen(listener: Parameters<typeof createServer>[1]): Promise<Send> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return sendBy(fetch, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

/** An app with `GET /me` for users, `POST /gold` for those with a scope, and `POST /webhooks`. */
type StartApp = (seen: string[]) => Promise<Send>

const handlerFor = (seen: string[]) =>
  webhookHandler(secret, { 'user.created': ({ messageId }) => seen.push(messageId) })

const apps: Readonly<Record<string, StartApp>> = {
  Express: (seen) => {
    const app = express()
    app.get('/me', expressUser(verify), (request, response) => void response.json({ id: userOf(request).sub }))
    app.post('/gold', expressUser(verify, 'gold'), (_, response) => void response.sendStatus(204))
    app.post('/webhooks', expressWebhook(handlerFor(seen)))
    return listen(app)
  },
  'Express with raw bodies': (seen) => {
    const app = express()
    app.use(expressUser(verify), express.raw({ type: '*/*' }))
    app.get('/me', (request, response) => void response.json({ id: userOf(request).sub }))
    app.post('/gold', expressUser(verify, 'gold'))
    const withWebhooks = express().post('/webhooks', express.raw({ type: '*/*' }), expressWebhook(handlerFor(seen)))
    return listen(withWebhooks.use(app))
  },
  Fastify: async (seen) => {
    const app = fastify()
    app.get('/me', { onRequest: fastifyUser(verify) }, (request) => ({ id: userOf(request).sub }))
    app.post('/gold', { onRequest: fastifyUser(verify, 'gold') }, () => '')
    app.post('/json', ({ body }) => body)
    app.register(fastifyWebhook('/webhooks', handlerFor(seen)))
    await app.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => app.close())
    return sendBy(fetch, app.listeningOrigin)
  },
  Hono: async (seen) => {
    const app = new Hono()
    app.onError((error) => {
      if (error.cause instanceof RequestRefused) return error.cause.toResponse()
      throw error
    })
    const claimsOf = (request: Request, scope?: string) =>
      verify(request, scope).catch((cause: unknown) => {
        throw new HTTPException(401, { cause })
      })
    app.get('/me', async ({ req, json }) => json({ id: (await claimsOf(req.raw)).sub }))
    app.post('/gold', async ({ req, body }) => (await claimsOf(req.raw, 'gold')) && body(null, 204))
    app.post('/webhooks', ({ req }) => handlerFor(seen)(req.raw))
    return sendBy((url, init) => app.request(url, init))
  },
}

describe.each(Object.entries(apps))('an app of %s', (name, start) => {
  it('tells who has sent a request', async () => {
    const send = await start([])
    const { status, body } = await send('/me', { headers: { authorization: `Bearer ${token}` } })
    expect([status, JSON.parse(body)]).toEqual([200, { id: user.id }])
  })

  it('refuses requests of nobody, and of users without a scope', async () => {
    const send = await start([])
    expect(await send('/me')).toMatchObject({ status: 401, challenge: 'Bearer' })
    const broken = await send('/me', { headers: { authorization: 'Bearer x' } })
    expect([broken.status, JSON.parse(broken.body)]).toEqual([401, expect.objectContaining({ code: 'malformed' })])
    const poor = await send('/gold', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    expect([poor.status, JSON.parse(poor.body)]).toEqual([403, expect.objectContaining({ code: 'scope_missing' })])
  })

  it('accepts webhooks byte for byte, and refuses those of others', async () => {
    const seen: string[] = []
    const send = await start(seen)
    const body = '{ "eventId":"e",  "messageId":"m", "eventName":"user.created", "data":{"name":"Zoë"} }'
    const deliver = async (by: string) =>
      send('/webhooks', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-webhook-signature-256': await signWebhook(body, by) },
        body,
      })
    expect(await deliver(secret)).toMatchObject({ status: 204, body: '' })
    const refusal = await deliver('stolen')
    expect([refusal.status, JSON.parse(refusal.body)]).toEqual([
      400,
      expect.objectContaining({ code: 'signature_wrong' }),
    ])
    expect(seen, name).toEqual(['m'])
  })
})

it('the plugin of Fastify leaves JSON elsewhere as it is', async () => {
  const send = await (apps['Fastify'] as StartApp)([])
  const headers = { 'content-type': 'application/json' }
  expect(await send('/json', { method: 'POST', headers, body: '{"a":1}' })).toMatchObject({ body: '{"a":1}' })
})

/** Apps whose parser keeps the bytes beside the parsed body, as NestJS and the cloud functions of Google do. */
const keepsRawBody: Readonly<Record<string, StartApp>> = {
  Express: (seen) => {
    const verify = (request: object, _: unknown, rawBody: Buffer) => void Object.assign(request, { rawBody })
    return listen(
      express()
        .use(express.json({ verify }))
        .post('/webhooks', expressWebhook(handlerFor(seen))),
    )
  },
  Fastify: async (seen) => {
    const app = fastify()
    app.addHook('preHandler', async (request) => {
      const chunks: Buffer[] = []
      for await (const chunk of request.body as AsyncIterable<Buffer>) chunks.push(chunk)
      Object.assign(request, { rawBody: Buffer.concat(chunks) })
    })
    app.register(fastifyWebhook('/webhooks', handlerFor(seen)))
    await app.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => app.close())
    return sendBy(fetch, app.listeningOrigin)
  },
}

it('a webhook whose body Express has parsed is not taken, and the answer and the console say why', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  const app = express()
    .use(express.json())
    .post('/webhooks', expressWebhook(handlerFor([])))
  const send = await listen(app)
  const body = '{"messageId":"m"}'
  const headers = { 'content-type': 'application/json', 'x-webhook-signature-256': await signWebhook(body, secret) }
  const reply = await send('/webhooks', { method: 'POST', headers, body })
  expect([reply.status, JSON.parse(reply.body)]).toEqual([
    500,
    {
      error: 'The webhook was refused: its body was read or parsed, and only the raw bytes can be verified.',
      code: 'body_not_raw',
    },
  ])
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'body_not_raw' }))
})

it.each(['Express', 'Fastify'])('a webhook of %s takes the raw body that a parser has kept', async (name) => {
  const seen: string[] = []
  const send = await (keepsRawBody[name] as StartApp)(seen)
  const body = '{ "messageId":"m",  "eventName":"user.created" }'
  const deliver = async (by: string) => {
    const headers = { 'content-type': 'application/json', 'x-webhook-signature-256': await signWebhook(body, by) }
    return send('/webhooks', { method: 'POST', headers, body })
  }
  expect(await deliver(secret)).toMatchObject({ status: 204 })
  expect(await deliver('stolen')).toMatchObject({ status: 400, body: expect.stringContaining('signature_wrong') })
  expect(seen).toEqual(['m'])
})

it('userOf says what is missing where no middleware has seen the request', () => {
  expect(() => userOf({})).toThrow('expressUser() or fastifyUser() has to come before this route')
})
