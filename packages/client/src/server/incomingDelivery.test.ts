import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expressWebhook, fastifyWebhook, type WebhookHandler, webhookHandler } from '../server.ts'
import { signWebhook, verifyWebhook } from '../webhooks.ts'

const secret = 'a secret of the webhook'
const delivery = '{"eventId":"e","messageId":"m","eventName":"user.created","data":{}}'

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** An app with a webhook. What its route lets through unanswered goes to `uncaught`. */
type StartApp = (handler: WebhookHandler, uncaught: (error: unknown) => void) => Promise<Server>

const apps: Readonly<Record<string, StartApp>> = {
  'node:http': (handler, uncaught) => {
    const answer = expressWebhook(handler)
    return listen((request, response) => void answer(request, response).catch(uncaught))
  },
  Express: (handler, uncaught) => {
    // By its four parameters Express knows a handler of errors.
    // oxlint-disable-next-line max-params
    const failed: express.ErrorRequestHandler = (error, _, response, __) => {
      uncaught(error)
      response.end()
    }
    return listen(express().post('/', expressWebhook(handler)).use(failed))
  },
  Fastify: async (handler, uncaught) => {
    const app = fastify()
    app.setErrorHandler((error, _, reply) => {
      uncaught(error)
      return reply.send()
    })
    app.register(fastifyWebhook('/', handler))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app.server
  },
}

/** Ways in which the rest of a body does not come, after its first bytes have been read. */
const interruptions: Readonly<Record<string, (socket: Socket, server: Server) => unknown>> = {
  'the client leaves': (socket) => socket.destroy(),
  'the client resets the connection': (socket) => socket.resetAndDestroy(),
  'the client says goodbye': (socket) => socket.end(),
  'a chunk is malformed': (socket) => socket.write('zz\r\n'),
  'the server closes its connections': (_, server) => server.closeAllConnections(),
}

describe.each(Object.entries(apps))('a delivery that breaks off in an app of %s', (_, start) => {
  it.each(Object.entries(interruptions))('is refused, and ends nothing: %s', async (__, interrupt) => {
    const uncaught: unknown[] = []
    const errors: unknown[] = []
    let heard: (() => void) | undefined
    const isHeard = new Promise<void>((resolve) => (heard = resolve))
    const onError = (error: unknown) => {
      errors.push(error)
      heard?.()
    }
    const seen: string[] = []
    const handler = webhookHandler(secret, { other: ({ messageId }) => seen.push(messageId) }, { onError })
    const answered: Promise<Response>[] = []
    const server = await start(
      (request) => {
        const answer = handler(request)
        answered.push(answer)
        return answer
      },
      (error) => uncaught.push(error),
    )
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const { port } = server.address() as AddressInfo
    const signature = await signWebhook(delivery, secret)
    const arrived = once(server, 'request')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const head = [
      'POST / HTTP/1.1',
      'host: app',
      'content-type: application/json',
      `x-webhook-signature-256: ${signature}`,
      'transfer-encoding: chunked',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n6\r\n${delivery.slice(0, 6)}\r\n`)
    await arrived
    interrupt(socket, server)
    await isHeard
    expect(errors).toEqual([expect.objectContaining({ code: 'body_incomplete', name: 'WebhookError' })])
    expect((await (answered[0] as Promise<Response>)).status).toBe(400)

    const headers = { 'content-type': 'application/json', 'x-webhook-signature-256': signature }
    const next = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: delivery })
    expect([next.status, seen, uncaught]).toEqual([204, ['m'], []])
  })

  it('is answered on its connection where it is too large, and the next one too', async () => {
    const handler = webhookHandler(secret, {}, { maxBytes: 2 ** 21 })
    const server = await start(handler, () => expect.unreachable())
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const deliver = async (body: string) => {
      const headers = {
        'content-type': 'application/json',
        'x-webhook-signature-256': await signWebhook(body, secret),
      }
      const reply = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
      return [reply.status, await reply.text()]
    }
    // The limit is the handler's. Fastify's own is a megabyte.
    expect(await deliver(delivery.replace('{}', `"${'x'.repeat(1.5 * 2 ** 20)}"`))).toEqual([204, ''])
    expect(await deliver('x'.repeat(2 ** 21 + 1))).toEqual([400, expect.stringContaining('body_too_large')])
    expect(await deliver(delivery)).toEqual([204, ''])
  })
})

describe.each([
  ['nothing', []],
  ['express.json()', [express.json()]],
  ['express.raw()', [express.raw({ type: '*/*' })]],
])('a route of Express for all methods, after %s', (_, parsers) => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND'])('answers %s with 405', async (method) => {
    const errors: unknown[] = []
    const handler = webhookHandler(secret, {}, { onError: (error) => errors.push(error) })
    const server = await listen(express().use('/', ...parsers, expressWebhook(handler)))
    onTestFinished(() => void server.close())
    // fetch sends no TRACE.
    const sent = request({ port: (server.address() as AddressInfo).port, method }).end()
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    reply.resume()
    expect([reply.statusCode, reply.headers.allow, errors]).toEqual([405, 'POST', []])
  })
})

it('a route that the app has answered for, by its time limit, answers no second time', async () => {
  const never = expressWebhook(webhookHandler(secret, {}))
  const failures: unknown[] = []
  const server = await listen((request, response) => {
    response.writeHead(503).end()
    void never(request, response).catch((error) => failures.push(error))
  })
  onTestFinished(() => void server.close())
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { method: 'POST' })
  expect([reply.status, failures]).toEqual([503, []])
})

it('the body of a Request that breaks off is refused with its cause, and none of its bytes', async () => {
  const cause = new Error('terminated')
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":"Zo'))
      controller.error(cause)
    },
  })
  const headers = { 'x-webhook-signature-256': await signWebhook(delivery, secret) }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const error = await verifyWebhook(new Request('http://app.test/', init), { secret }).catch((reason) => reason)
  expect(error).toMatchObject({
    code: 'body_incomplete',
    message: 'The webhook was refused: its body is incomplete.',
    cause,
  })
  expect(JSON.stringify(error)).not.toContain('Zo')
})
