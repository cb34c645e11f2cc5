import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeNode } from '../../../test/support/fakeNode.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../../../test/support/otlpReceiver.ts'
import { type MockServer, startServer } from '../server.ts'
import { loadOpenTelemetry } from './loadOpenTelemetry.ts'
import { readTraceparent } from './traceContext.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'

const node = createFakeNode()
let collector: OtlpReceiver
let server: MockServer
beforeEach(async () => {
  collector = await startOtlpReceiver()
  server = await startServer({}, { otlp: collector.url })
})
afterEach(async () => {
  await server.close()
  await collector.close()
})

/** Calls an operation of the sandbox with its token. */
async function send(
  path: string,
  { traceparent, world = '', body }: { traceparent?: string; world?: string; body?: object },
) {
  const { id, token } = server.mock.defaults.environments.sandbox
  return fetch(`${server.url}${world}/api/v0/environments/${id}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(traceparent && { traceparent }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Lets a person ask what an address has on Ethereum. */
async function askForBalances(): Promise<void> {
  const { headers } = await server.mock.signIn('ada@example.com')
  const query = 'networkId=1&includeNative=true&accountAddress=0x00000000000000000000000000000000000B0b01'
  const { id } = server.mock.defaults.environments.sandbox
  await fetch(`${server.url}/api/v0/sdk/${id}/chains/EVM/balances?${query}`, { headers })
}

/** The spans of a name, after everything is sent. */
async function spansOf(name: string) {
  await server.close()
  return collector.spans.filter((span) => span.name === name)
}

describe('a collector of OpenTelemetry', () => {
  it('gets a span of each request, in the trace of its caller', async () => {
    const before = Date.now()
    const reply = await send('/users', {
      traceparent: `00-${traceId}-${parentId}-01`,
      body: { email: 'ada@example.com' },
    })
    const [span, ...others] = await spansOf('users.create')
    expect(others).toEqual([])
    expect(span).toMatchObject({
      service: 'latchkey-mock',
      traceId,
      parentSpanId: parentId,
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 201,
        'http.response.header.x-request-id': [reply.headers.get('x-request-id')],
        'latchkey.operation': 'users.create',
      },
    })
    expect(span?.events.map(({ name }) => name)).toContain('user.created')
    expect(span?.status.code).not.toBe(2)
    const [start, end] = [Number(span?.startTimeUnixNano) / 1e6, Number(span?.endTimeUnixNano) / 1e6]
    expect(start).toBeLessThan(end)
    expect(start).toBeGreaterThanOrEqual(before - 1)
    expect(end).toBeLessThanOrEqual(Date.now() + 1)
    expect(collector.paths).toEqual(['/v1/traces'])
  })

  it('begins a trace for a request without one, and sends none that its caller does not record', async () => {
    await send('/users', {})
    await send('/gates', { traceparent: `00-${traceId}-${parentId}-00` })
    const [span] = await spansOf('users.list')
    expect(span?.parentSpanId ?? '').toBe('')
    expect(collector.spans.map(({ name }) => name)).toEqual(['users.list'])
  })

  it('learns which rule has refused a request', async () => {
    await send('/users', { body: { email: 'ada@example.com' } })
    await send('/users', { body: { email: 'ada@example.com' } })
    const [, refused] = await spansOf('users.create')
    expect(refused?.events).toEqual([
      {
        name: 'latchkey.refused',
        attributes: { 'latchkey.code': expect.any(String), 'latchkey.reason': expect.any(String) },
      },
    ])
    // By the conventions of HTTP, only failures of the server are errors of its spans.
    expect(refused?.status.code).not.toBe(2)
  })

  it('learns of faults, which are errors', async () => {
    server.mock.faults.set('users.list', { status: 503 }, 1)
    await send('/users', {})
    const [span] = await spansOf('users.list')
    expect(span?.events.map(({ name }) => name)).toEqual(['latchkey.refused', 'latchkey.fault'])
    expect(span?.status.code).toBe(2)
  })

  it('gets a span of each attempt of a webhook, below the request that led to it', async () => {
    const statuses = [500, 204]
    server.mock.webhooks.receive(
      'https://app.example/hooks',
      async () => new Response(null, { status: statuses.shift() ?? 204 }),
    )
    await server.mock.create.webhook({ url: 'https://app.example/hooks', events: ['user.deleted'] })
    await server.mock.clock.settle()
    statuses.splice(0, statuses.length, 500, 204)
    const { id } = await server.mock.create.user({ email: 'ada@example.com' })
    await fetch(`${server.url}/api/v0/users/${id}`, {
      method: 'DELETE',
      headers: {
        authorization: `Bearer ${server.mock.defaults.environments.sandbox.token}`,
        traceparent: `00-${traceId}-${parentId}-01`,
      },
    })
    await server.mock.clock.advance({ hours: 1 })
    const [request] = await spansOf('users.deleteLegacy')
    const attempts = collector.spans.filter(({ name, traceId: of }) => name === 'webhook' && of === traceId)
    expect(attempts.map(({ parentSpanId }) => parentSpanId)).toEqual([request?.spanId, request?.spanId])
    expect(attempts).toMatchObject([
      {
        traceId,
        kind: 3,
        status: { code: 2 },
        attributes: { 'latchkey.webhook.attempt': 1, 'http.response.status_code': 500 },
      },
      { traceId, kind: 3, attributes: { 'latchkey.webhook.attempt': 2, 'http.response.status_code': 204 } },
    ])
  })

  it('gets a span of each question to a real node, below and within the request that asked it', async () => {
    await server.mock.chain.attach(1, node.url)
    await askForBalances()
    const [request] = await spansOf('balances.getByAccount')
    const questions = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(questions.map(({ name }) => name)).toContain('eth_getBalance')
    for (const { kind, attributes, status, startTimeUnixNano, endTimeUnixNano } of questions) {
      expect([kind, attributes, status.code]).toEqual([3, { 'latchkey.source': 'chain 1' }, 0])
      expect(Number(startTimeUnixNano)).toBeGreaterThanOrEqual(Number(request?.startTimeUnixNano))
      expect(Number(startTimeUnixNano)).toBeLessThan(Number(endTimeUnixNano))
      expect(Number(endTimeUnixNano)).toBeLessThanOrEqual(Number(request?.endTimeUnixNano))
    }
  })

  it('learns why a real node has not answered', async () => {
    await server.mock.chain.attach(1, node.url)
    await node.close()
    await askForBalances()
    const [request] = await spansOf('balances.getByAccount')
    const question = collector.spans.find(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(question?.status).toEqual({ code: 2, message: expect.stringContaining('The node of chain 1') })
  })

  it('gets the spans of worlds, with their names', async () => {
    await send('/users', { world: '/w/ada' })
    const [span] = await spansOf('users.list')
    expect(span?.attributes).toMatchObject({ 'latchkey.world': 'ada' })
  })
})

describe('a server whose collector is down', () => {
  it('answers and ends as any other', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => probe.once('listening', resolve))
    const { port } = probe.address() as AddressInfo
    await new Promise((resolve) => probe.close(resolve))
    const alone = await startServer({}, { otlp: `http://127.0.0.1:${port}` })
    expect((await fetch(`${alone.url}/__mock/health`)).status).toBe(200)
    await fetch(`${alone.url}/api/v0/environments`)
    await alone.close()
    await expect(fetch(`${alone.url}/__mock/health`)).rejects.toThrow('fetch failed')
  })
})

describe('the option `otlp`', () => {
  it.each(['collector', 'grpc://127.0.0.1:4317', 'http://'])('refuses %s, and nothing listens', async (otlp) => {
    await expect(startServer({}, { otlp })).rejects.toThrow('`otlp` takes the URL of a collector')
  })

  it('says what to install without OpenTelemetry', async () => {
    await expect(loadOpenTelemetry(async () => Promise.reject(new Error('not found')))).rejects.toThrow(
      'Run: npm install --save-dev @opentelemetry/api @opentelemetry/exporter-trace-otlp-http',
    )
  })
})

describe('readTraceparent', () => {
  it('reads a header, also of a later version', () => {
    const span = { traceId, spanId: parentId, traceFlags: 1, isRemote: true }
    expect(readTraceparent(`00-${traceId}-${parentId}-01`)).toEqual(span)
    expect(readTraceparent(`cc-${traceId}-${parentId}-03-more`)).toEqual(span)
  })

  it.each([
    undefined,
    '',
    `00-${traceId}-${parentId}`,
    `00-${traceId}-${parentId}-01-more`,
    `ff-${traceId}-${parentId}-01`,
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${parentId}-01`,
  ])('does not count %s', (header) => {
    expect(readTraceparent(header)).toBeUndefined()
  })
})
