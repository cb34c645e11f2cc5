import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { platformHmac } from '../../test/support/webhookReceiver.ts'
import { createMock } from '../mock/createMock.ts'
import { answerTimeoutMs, createFetchDeliver, type Deliver } from './deliver.ts'
import { createGuardedDeliver } from './guardedDeliver.ts'

interface Arrived {
  readonly path: string
  readonly raw: Buffer
  readonly headers: IncomingMessage['headers']
}

let server: Server
let base: string
let arrived: Arrived[]
/** The answer of the receiver. */
let answer: (response: ServerResponse, path: string) => void

beforeEach(async () => {
  arrived = []
  answer = (response) => response.writeHead(204).end()
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrived.push({ path: request.url ?? '', raw: Buffer.concat(chunks), headers: request.headers })
      answer(response, request.url ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** The hosts that deliver over the network: in process, and the loopback server. */
const ways: Record<string, (timeoutMs?: number) => Deliver> = {
  'by fetch': createFetchDeliver,
  'by guarded sockets': (timeoutMs = answerTimeoutMs) => createGuardedDeliver({ timeoutMs, mayConnect: () => true }),
}
let createDeliver: (timeoutMs?: number) => Deliver

/** A webhook for the receiver's URL, and a user as its event. */
async function tell({ deliveryTimeoutMs }: { deliveryTimeoutMs?: number } = {}) {
  // A mock without a server uses `fetch`.
  const deliver = createDeliver === createFetchDeliver ? undefined : createDeliver(deliveryTimeoutMs)
  const mock = createMock({ seed: 'deliver', now: '2026-01-15T09:30:00.000Z', deliver, deliveryTimeoutMs })
  const { webhookId, environmentId } = await mock.create.webhook({ url: `${base}/hook`, events: ['user.created'] })
  await mock.create.user({ email: 'ada@example.com', metadata: { greeting: 'Grüße, 世界 😀' } })
  await mock.clock.settle()
  const { token } = mock.defaults.environments.sandbox
  const reply = await mock.fetch(
    `${mock.baseUrl}/api/v0/environments/${environmentId}/webhooks/${webhookId}?includeSecret=true`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  const { secret } = (await reply.json()) as { secret: string }
  return { mock, secret, attempts: mock.webhooks.deliveries(webhookId) }
}

describe.each(Object.entries(ways))('a webhook over HTTP, %s', (_, way) => {
  beforeEach(() => {
    createDeliver = way
  })

  it('gets the signed bytes, which the log also shows', async () => {
    const { secret, attempts } = await tell()
    expect(arrived.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    for (const [i, { raw, headers }] of arrived.entries()) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'latchkey-webhooks/1',
        'x-webhook-signature-256': `sha256=${await platformHmac(secret, raw.toString('utf8'))}`,
      })
      expect(JSON.parse(raw.toString('utf8'))).toEqual(attempts[i]?.request.body)
      expect(Number(headers['content-length'])).toBe(raw.length)
    }
    expect(arrived[1]?.raw.toString('utf8')).toContain('Grüße, 世界 😀')
    expect(attempts.map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  it('is not followed when it redirects', async () => {
    answer = (response) => response.writeHead(307, { location: `${base}/elsewhere` }).end()
    const { attempts } = await tell()
    expect(arrived.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    expect(attempts.map(({ status, response }) => [status, response.status])).toEqual([
      ['pending', 307],
      ['pending', 307],
    ])
  })

  it.each([200, 201, 202, 204, 299])('has received the message when it answers %i', async (status) => {
    answer = (response) => response.writeHead(status).end()
    expect((await tell()).attempts.map((attempt) => attempt.status)).toEqual(['delivered', 'delivered'])
  })

  it.each([304, 400, 404, 410, 500, 503])(
    'gets the message again, signed alike, when it answers %i',
    async (status) => {
      answer = (response) => response.writeHead(status).end()
      const { mock } = await tell()
      answer = (response) => response.writeHead(200).end()
      await mock.clock.advance({ seconds: 15 })
      expect(arrived).toHaveLength(4)
      expect(arrived[3]?.raw.equals(arrived[1]?.raw as Buffer)).toBe(true)
      expect(arrived[3]?.headers['x-webhook-signature-256']).toBe(arrived[1]?.headers['x-webhook-signature-256'])
      expect(mock.webhooks.last()).toMatchObject({ status: 'delivered', attempt: 2 })
    },
  )

  it('has failed when it does not answer in time', async () => {
    answer = () => undefined
    const { attempts } = await tell({ deliveryTimeoutMs: 30 })
    expect(attempts.map(({ status, response }) => [status, response])).toEqual(
      Array.from({ length: 2 }, () => ['pending', { error: 'The receiver did not answer in time.' }]),
    )
  })

  it('has failed when its answer does not end in time', async () => {
    answer = (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('I am thinking')
    const { attempts } = await tell({ deliveryTimeoutMs: 30 })
    expect(attempts[0]).toMatchObject({
      status: 'pending',
      response: { error: 'The receiver did not answer in time.' },
    })
  })

  it('has failed when the connection breaks, or nobody listens', async () => {
    answer = (response) => response.destroy()
    expect((await tell()).attempts[0]).toMatchObject({
      status: 'pending',
      response: { error: 'The receiver could not be reached.' },
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect((await tell()).attempts[0]).toMatchObject({
      status: 'pending',
      response: { error: 'The receiver could not be reached.' },
    })
  })

  it('is read up to a limit when its answer is endless', async () => {
    let written = 0
    answer = (response) => {
      const line = 'ä'.repeat(1_000)
      const more = () => {
        while (!response.destroyed && response.write(line)) written += line.length
      }
      response.on('drain', more)
      more()
    }
    const gone = new Promise<void>((resolve) =>
      server.once('request', (_, response: ServerResponse) => response.once('close', () => resolve())),
    )
    expect(await createDeliver()({ url: base, headers: {}, body: '{}' })).toEqual({
      status: 200,
      body: 'ä'.repeat(10_000),
    })
    await gone
    expect(written).toBeGreaterThanOrEqual(10_000)
  })

  it('is quoted as a whole when its answer is short', async () => {
    answer = (response) => response.writeHead(200).end('Danke schön')
    expect(await createDeliver()({ url: base, headers: {}, body: '{}' })).toEqual({
      status: 200,
      body: 'Danke schön',
    })
  })
})
