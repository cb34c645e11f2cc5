import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { describe, expect, it } from 'vitest'
import { environmentId, gateId, rejection } from '../test/serve.ts'
import { createClient } from './calls/createClient.ts'
import { createTransport, type TransportOptions } from './calls/createTransport.ts'
import { gates } from './generated/operations/index.ts'
import { telemetry, type TelemetryTracer } from './otel.ts'
import { bearer } from './policies/auth.ts'

interface Recorded {
  name: string
  kind: number
  attributes: Record<string, unknown>
  events: [name: string, attributes: Record<string, unknown>][]
  status?: { code: number; message?: string }
  ended: number
}

/** A tracer that records its spans. */
function record() {
  const spans: Recorded[] = []
  const tracer: TelemetryTracer = {
    startActiveSpan(name, { kind, attributes }, work) {
      const span: Recorded = { name, kind, attributes: { ...attributes }, events: [], ended: 0 }
      spans.push(span)
      return work({
        setAttributes: (more) => Object.assign(span.attributes, more),
        addEvent: (event, more) => span.events.push([event, more]),
        setStatus: (status) => (span.status = status),
        spanContext: () => ({ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 }),
        end: () => void span.ended++,
      })
    },
  }
  return { spans, tracer }
}

const token = 'token-that-nobody-may-see'

function traced(
  fetch: (url: string, init?: RequestInit) => Promise<Response>,
  more: Partial<TransportOptions> & { propagate?: boolean } = {},
) {
  const { spans, tracer } = record()
  const options = {
    baseUrl: 'https://api.example.com',
    environmentId,
    auth: bearer(token),
    fetch,
    observe: telemetry({ tracer, propagate: more.propagate }),
    ...more,
  }
  return { spans, api: createTransport(options), client: createClient(options) }
}

describe('telemetry', () => {
  it('accepts a tracer of @opentelemetry/api', () => {
    // A type check: it does not compile when the shapes part.
    const take = (tracer: Tracer): unknown => telemetry({ tracer })
    const spanIsOne = (span: Span): ReturnType<Span['spanContext']> => span.spanContext()
    expect([typeof take, typeof spanIsOne, SpanKind.CLIENT, SpanStatusCode.ERROR]).toEqual([
      'function',
      'function',
      2,
      2,
    ])
  })

  it('creates one span per call, named after its operation, which ends once, with the body', async () => {
    const { spans, api } = traced(async () =>
      Response.json({ id: gateId }, { headers: { 'x-request-id': 'request-1' } }),
    )
    await gates.get(api, { gateId })
    expect(spans).toEqual([
      {
        name: 'gates.get',
        kind: SpanKind.CLIENT,
        ended: 1,
        attributes: {
          'http.request.method': 'GET',
          'url.template': '/api/v0/environments/{environmentId}/gates/{gateId}',
          'server.address': 'api.example.com',
          'server.port': 443,
          'http.response.status_code': 200,
          'http.response.header.x-request-id': ['request-1'],
        },
        events: [['attempt', { 'http.request.resend_count': 0, 'http.response.status_code': 200 }]],
      },
    ])
  })

  it('records each attempt as an event, and counts the retries', async () => {
    const answers = [401, 200]
    let asked = 0
    const { spans, api } = traced(async () => Response.json({}, { status: answers[asked++] ?? 500 }), {
      auth: bearer(async () => `token-${asked}`),
    })
    await gates.get(api, { gateId })
    expect(spans[0]?.events.map(([, attributes]) => Object.values(attributes))).toEqual([
      [0, 401],
      [1, 200],
    ])
    expect(spans[0]).toMatchObject({
      attributes: { 'http.request.resend_count': 1, 'http.response.status_code': 200 },
      ended: 1,
    })
    expect(spans[0]?.status).toBeUndefined()
  })

  it('records a refusal as an error, with the status as its type', async () => {
    const { spans, api } = traced(async () => Response.json({ error: 'No.', code: 'not_found' }, { status: 404 }))
    await rejection(gates.get(api, { gateId }))
    expect(spans[0]).toMatchObject({
      attributes: { 'error.type': '404', 'http.response.status_code': 404 },
      status: { code: SpanStatusCode.ERROR },
      ended: 1,
    })
  })

  it.each([
    [
      'a connection that fails',
      async () => Promise.reject(new TypeError(`failed with ${token}`)),
      'ConnectionError',
      'gates.get got no whole reply from api.example.com: no connection.',
    ],
    [
      'a body that breaks off',
      async () => new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError(token)) })),
      'ConnectionError',
      'gates.get got no whole reply from api.example.com: no connection.',
    ],
  ])('records an error for %s, without anything that may be secret', async (...[, fetch, type, message]) => {
    const { spans, api } = traced(fetch, { retry: false })
    await rejection(gates.get(api, { gateId }))
    expect(spans[0]).toMatchObject({
      attributes: { 'error.type': type },
      status: { code: SpanStatusCode.ERROR, message },
      ended: 1,
    })
    expect(JSON.stringify(spans)).not.toMatch(new RegExp(`${token}|${gateId}|${environmentId}`))
  })

  it.each([
    [
      'HTML',
      new Response(`<p>${token}</p>`, { headers: { 'content-type': 'text/html' } }),
      200,
      'its body is not JSON',
    ],
    [
      'truncated JSON',
      new Response(`{"id":"${token}`, { headers: { 'content-type': 'application/json' } }),
      200,
      'its JSON is broken',
    ],
    ['no body', new Response(null), 200, 'its body is empty'],
    ['a redirect', new Response(null, { status: 302, headers: { location: `/${token}` } }), 302, 'it redirects'],
  ])('records an error for an accepted call that is answered with %s', async (...[, answer, status, problem]) => {
    const { spans, api } = traced(async () => answer)
    expect(await rejection(gates.get(api, { gateId }))).toMatchObject({ name: 'ResponseParseError' })
    expect(spans[0]).toMatchObject({
      attributes: { 'error.type': 'ResponseParseError', 'http.response.status_code': status },
      status: { code: SpanStatusCode.ERROR, message: `gates.get was answered with ${status}, but ${problem}.` },
      ended: 1,
    })
    expect(JSON.stringify(spans)).not.toContain(token)
  })

  it('records no request id that is not in the form of an id', async () => {
    const { spans, api } = traced(async () =>
      Response.json({ id: gateId }, { headers: { 'x-request-id': `id ${token}` } }),
    )
    await gates.get(api, { gateId })
    expect(spans[0]?.attributes).not.toHaveProperty('http.response.header.x-request-id')
  })

  it('records the failure of a credential, and the abort of a caller', async () => {
    const failing = traced(async () => Response.json({}), {
      auth: bearer(async () => Promise.reject(new Error(token))),
    })
    await rejection(gates.get(failing.api, { gateId }))
    expect(failing.spans[0]).toMatchObject({ attributes: { 'error.type': 'AuthError' }, events: [], ended: 1 })
    const controller = new AbortController()
    const hanging = traced(() => new Promise(() => {}))
    const call = rejection(gates.get(hanging.api, { gateId }, { signal: controller.signal }))
    controller.abort(new Error(token))
    await call
    expect(hanging.spans[0]).toMatchObject({
      attributes: { 'error.type': 'Error' },
      status: { code: SpanStatusCode.ERROR, message: 'Error' },
      ended: 1,
    })
    expect(JSON.stringify([failing.spans, hanging.spans])).not.toContain(token)
  })

  it('traces calls by path, even with a stream as the body', async () => {
    const { spans, client } = traced(async () => Response.json({ id: gateId }))
    const params = { path: { environmentId, gateId } }
    await client.GET('/api/v0/environments/{environmentId}/gates/{gateId}', { params })
    await client.GET('/api/v0/environments/{environmentId}/gates/{gateId}', { params, parseAs: 'stream' })
    expect(spans.map(({ ended, attributes }) => [ended, attributes['http.response.status_code']])).toEqual([
      [1, 200],
      [1, 200],
    ])
    expect(JSON.stringify(spans)).not.toContain(gateId)
  })

  it('sends traceparent only if the option asks for it', async () => {
    const seen: unknown[] = []
    const fetch = async (_: string, init?: RequestInit) => (
      seen.push(new Headers(init?.headers).get('traceparent')),
      Response.json({})
    )
    await gates.get(traced(fetch).api, { gateId })
    await gates.get(traced(fetch, { propagate: true }).api, { gateId })
    expect(seen).toEqual([null, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'])
  })
})
