import type { ServerResponse } from 'node:http'
import type { SeenRequest } from './trial.ts'

/** One request that a scenario answers, and its means. */
export interface Exchange {
  /** 1 for the first request of a run. */
  readonly count: number
  /** The bearer token that came. */
  readonly token: string
  readonly atOther: boolean
  readonly query: URLSearchParams
  readonly otherUrl: string
  /** Path and query as they came. */
  readonly path: string
  readonly seen: readonly SeenRequest[]
  readonly response: ServerResponse
  /** Answers: text as it is, anything else as JSON. */
  reply(status: number, content?: unknown, headers?: Record<string, string>): void
  /** Sends the headers and a first part of the body, and no more. */
  begin(content: string): void
  /** Closes the connection by a reset, without an answer. */
  reset(): void
}

export type Scenario = (exchange: Exchange) => void

const gate = { id: '01900000-0000-7000-8000-000000000002', name: 'Holders', outcome: 'block', rules: [] }
const html = '<!doctype html><html><head><title>Sign in to the network</title></head><body>Welcome</body></html>'
const refusal = { error: 'The token is not valid.', code: 'unauthorized' }

/** Does something at the first request, and answers well from then on. */
const once =
  (first: Scenario): Scenario =>
  (exchange) =>
    exchange.count === 1 ? first(exchange) : exchange.reply(200, gate)
const status =
  (code: number, headers?: Record<string, string>): Scenario =>
  ({ reply }) =>
    reply(code, { error: 'Try again.' }, headers)
const stalled: Scenario = () => {}

/** Accepts a token by its `exp`, by a clock that is set wrong. */
const byClock =
  (offsetMs: number): Scenario =>
  ({ token, reply }) => {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? 'e30', 'base64url').toString() || '{}') as {
      exp?: number
    }
    if ((exp ?? 0) * 1000 > Date.now() + offsetMs) reply(200, gate)
    else reply(401, refusal)
  }

/** Pages of events: what each cursor gives, and the cursor that follows. */
const pages =
  (table: Record<string, [ids: string[], next?: string]>): Scenario =>
  ({ query, reply }) => {
    const [ids, next] = table[query.get('cursor') ?? ''] ?? []
    if (!ids) return reply(400, { error: 'The cursor is not valid.', code: 'invalid_cursor' })
    return reply(
      200,
      ids.map((id) => ({ id })),
      next === undefined ? {} : { 'x-next-cursor': next },
    )
  }

/** The server's behaviour, by the name that begins an environment's id. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  good: ({ reply }) => reply(200, gate),
  'reset-once': once(({ reset }) => reset()),
  reset: ({ reset }) => reset(),
  stalled: stalled,
  'stalled-body': ({ begin }) => begin('{"id":"01900000'),
  'cut-off-once': once(({ begin, response }) => {
    begin('{"id":"01900000')
    setTimeout(() => response.destroy(), 20)
  }),
  ...Object.fromEntries([408, 429, 500, 502, 503, 504].map((code) => [`${code}-once`, once(status(code))])),
  '429-seconds': once(status(429, { 'retry-after': '1' })),
  // A date has whole seconds: this one is between one and two seconds away.
  '429-date': once(({ reply }) =>
    reply(429, {}, { 'retry-after': new Date(Math.ceil(Date.now() / 1000 + 1) * 1000).toUTCString() }),
  ),
  '503-later': status(503, { 'retry-after': '5' }),
  '501': status(501),
  'cut-off-json': ({ reply }) => reply(200, '{"id":"01900000-0000', { 'content-type': 'application/json' }),
  html: ({ reply }) => reply(200, html, { 'content-type': 'text/html' }),
  'html-error': ({ reply }) => reply(403, html, { 'content-type': 'text/html' }),
  'empty-error': ({ reply }) => reply(404, '', { 'content-length': '0' }),
  'wrong-type': ({ reply }) => reply(200, 'PK\u0003\u0004', { 'content-type': 'application/octet-stream' }),
  future: ({ reply }) =>
    reply(200, { ...gate, outcome: 'quarantine', colour: 'red', limits: { daily: 3, zones: [{ name: 'a' }] } }),
  redirect: ({ atOther, reply, otherUrl, path }) =>
    atOther ? reply(200, gate) : reply(307, '', { location: `${otherUrl}${path}` }),
  // A thousand calls need not make two thousand connections.
  'first-token-refused': ({ token, reply }) => {
    const headers = { connection: 'keep-alive' }
    if (token.endsWith('-1')) reply(401, refusal, headers)
    else reply(200, gate, headers)
  },
  'token-refused': ({ reply }) => reply(401, refusal),
  'service-ahead': byClock(5 * 60_000),
  'service-behind': byClock(-5 * 60_000),
  'echo-403': ({ token, reply }) =>
    reply(403, { error: `The token ${token} has no scope "gates".`, code: 'forbidden', token }),
  'echo-200': ({ token, reply }) => reply(200, `{"token":"${token}`, { 'content-type': 'application/json' }),
  '403': ({ reply }) => reply(403, { error: 'The scope "gates" is missing.', code: 'forbidden' }),
  // The set that was posted last.
  'key-set': ({ seen, reply }) =>
    reply(200, seen.findLast(({ method }) => method === 'POST')?.body, { 'content-type': 'application/json' }),
  'empty-page': pages({ '': [['a', 'b'], 'one'], one: [[], 'two'], two: [['c']] }),
  'empty-cursor': pages({ '': [['a', 'b'], 'one'], one: [['c'], ''] }),
  'repeated-cursor': pages({ '': [['a', 'b'], 'one'], one: [['c'], 'one'] }),
  'refused-cursor': pages({ '': [['a', 'b'], 'stale'] }),
}
