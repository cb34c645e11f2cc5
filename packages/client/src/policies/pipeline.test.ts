import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { environmentId, gateId, rejection } from '../../test/serve.ts'
import { createClient } from '../calls/createClient.ts'
import { createTransport } from '../calls/createTransport.ts'
import { gates } from '../generated/operations/index.ts'
import { bearer } from './auth.ts'
import { type LogEntry, logger } from './logger.ts'
import type { AttemptRequest, Middleware, Policy } from './pipeline.ts'

const ids = { environmentId, gateId }
const path = '/api/v0/environments/{environmentId}/gates/{gateId}'
const budget = () => ({ balance: 10 })

/** A service that answers with these statuses in turn, 0 for a broken connection. */
function answering(...statuses: readonly number[]) {
  const sent: RequestInit[] = []
  const fetch = async (_url: string, init: RequestInit = {}) => {
    const status = statuses[Math.min(sent.push(init), statuses.length) - 1] ?? 200
    if (!status) throw new TypeError('fetch failed')
    return Response.json(
      { status },
      { status, headers: { 'x-request-id': `request-${sent.length}`, 'retry-after': '0' } },
    )
  }
  return { sent, options: { baseUrl: 'https://api.test', fetch, budget: budget() } }
}

describe('middleware', () => {
  it('sees each attempt with its number, operation and path, by operation and by path', async () => {
    const seen: unknown[] = []
    const note: Middleware = async (request, next) => {
      const { status } = await next(request)
      seen.push([request.attempt, request.operation, request.path, status])
      return await Promise.resolve(Response.json({}, { status }))
    }
    const { options } = answering(503, 200, 503, 200)
    await gates.get(createTransport({ ...options, middleware: [note] }), ids)
    await createClient({ ...options, middleware: [note] }).GET(path, { params: { path: ids } })
    expect(seen).toEqual([
      [1, 'gates.get', path, 503],
      [2, 'gates.get', path, 200],
      [1, undefined, path, 503],
      [2, undefined, path, 200],
    ])
  })

  it("runs outermost first, the client's around the call's, and changes the headers of its attempt only", async () => {
    const order: string[] = []
    const layer =
      (name: string): Middleware =>
      (request, next) => {
        order.push(name)
        request.init.headers['x-order'] = `${request.init.headers['x-order'] ?? ''}${name}`
        return next(request)
      }
    const { sent, options } = answering(503, 200)
    const api = createTransport({ ...options, auth: bearer('token'), middleware: [layer('a'), layer('b')] })
    await gates.get(api.with({ middleware: [layer('c')] }), ids, { middleware: [layer('d')] })
    expect(order.join('')).toBe('abcdabcd')
    expect(sent.map(({ headers }) => headers)).toMatchObject([
      { 'x-order': 'abcd', authorization: 'Bearer token' },
      { 'x-order': 'abcd' },
    ])
  })

  it('may answer the request itself', async () => {
    const { sent, options } = answering()
    const api = createTransport({ ...options, middleware: [async () => Response.json({ id: 'cached' })] })
    expect(await gates.get(api, ids)).toEqual({ id: 'cached' })
    expect(sent).toEqual([])
  })

  it('gets a ConnectionError when there is no reply, and may answer instead', async () => {
    const { options } = answering(0)
    const seen: unknown[] = []
    const fallback: Middleware = (request, next) =>
      next(request).catch((error: unknown) => (seen.push(error), Response.json({ id: 'offline' })))
    expect(await gates.get(createTransport({ ...options, middleware: [fallback] }), ids)).toEqual({ id: 'offline' })
    expect(seen).toMatchObject([{ name: 'ConnectionError', attempts: 1 }])
  })

  it.each(['at once', 'later'])('ends the call with what it throws %s, and nothing is sent again', async (when) => {
    const { sent, options } = answering(503)
    const customError = new RangeError('too many gates')
    const failing: Middleware =
      when === 'at once'
        ? () => {
            throw customError
          }
        : async (request, next) => {
            await next(request)
            throw customError
          }
    expect(await rejection(gates.get(createTransport({ ...options, middleware: [failing] }), ids))).toBe(customError)
    expect(sent).toHaveLength(when === 'at once' ? 0 : 1)
  })

  it('leaves no connection open when it discards a reply', async () => {
    const { sent, options } = answering(200)
    const strict: Middleware = async (request, next) => {
      await next(request)
      throw new Error('Not this one.')
    }
    expect(await rejection(gates.get(createTransport({ ...options, middleware: [strict] }), ids))).toEqual(
      new Error('Not this one.'),
    )
    expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true])
  })

  it('gets a rejected promise from next when its header is refused', async () => {
    const { options } = answering(200)
    let ended = 0
    const counting: Middleware = (request, next) => {
      request.init.headers['x-app'] = 'line\nbreak'
      return next(request).finally(() => ended++)
    }
    expect(await rejection(gates.get(createTransport({ ...options, middleware: [counting] }), ids))).toBeInstanceOf(
      TypeError,
    )
    expect(ended).toBe(1)
  })

  it('finds in the signal why its attempt has ended', async () => {
    const reasons: unknown[] = []
    const fetch = (_: string, { signal }: RequestInit = {}) =>
      new Promise<Response>((_, fail) => {
        signal?.addEventListener('abort', () => (reasons.push(signal.reason), fail(signal.reason)))
      })
    const api = createTransport({ baseUrl: 'https://api.test', fetch, retry: false })
    expect(await rejection(gates.get(api, ids, { timeoutMs: 1 }))).toMatchObject({ name: 'TimeoutError', timeoutMs: 1 })
    const controller = new AbortController()
    const call = rejection(gates.get(api, ids, { signal: controller.signal }))
    await Promise.resolve()
    controller.abort(new Error('gone'))
    await call
    expect(reasons).toEqual([expect.objectContaining({ name: 'TimeoutError' }), new Error('gone')])
  })

  it("is limited by the time of the attempt and by the caller's signal", async () => {
    const { options } = answering()
    const stuck = createTransport({ ...options, middleware: [() => new Promise(() => {})], retry: false })
    expect(await rejection(gates.get(stuck, ids, { timeoutMs: 5 }))).toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 5,
    })
    const controller = new AbortController()
    const reason = new Error('gone')
    const call = rejection(gates.get(stuck, ids, { signal: controller.signal }))
    controller.abort(reason)
    expect(await call).toBe(reason)
  })
})

describe('observe', () => {
  it('sees a call once, from before its credential to its reply, for any number of attempts', async () => {
    const seen: unknown[] = []
    const observe: Policy = async (request, next) => {
      seen.push([request.call.operation, request.init.headers.authorization])
      const reply = await next(request)
      seen.push([reply.response.status, reply.attempts])
      return reply
    }
    const { options } = answering(503, 200)
    await gates.get(createTransport({ ...options, auth: bearer('token'), observe }), ids)
    expect(seen).toEqual([
      ['gates.get', undefined],
      [200, 2],
    ])
  })
})

describe('logger', () => {
  it('logs the fields of LogEntry for each attempt, and nothing else', async () => {
    const entries: LogEntry[] = []
    const { options } = answering(0, 503, 200)
    const api = createTransport({
      ...options,
      auth: bearer('hunter2'),
      middleware: [logger((entry) => entries.push(entry))],
    })
    await gates.update(api, { ...ids, body: { name: 'hunter2' } }, { headers: { 'x-key': 'hunter2' } })
    const base = { operation: 'gates.update', method: 'PUT', path, durationMs: expect.any(Number) }
    expect(entries).toEqual([
      { ...base, attempt: 1, level: 'error', error: 'ConnectionError' },
      { ...base, attempt: 2, level: 'warn', status: 503, requestId: 'request-2' },
      { ...base, attempt: 3, level: 'debug', status: 200, requestId: 'request-3' },
    ])
    expect(inspect(entries, { depth: 9 })).not.toMatch(new RegExp(`hunter2|${gateId}`))
  })

  it('accepts any object with the methods of a console', async () => {
    const lines: string[] = []
    const write = (message: string): void => void lines.push(message.replace(/\d+ ms/, '0 ms'))
    const { options } = answering(503, 200)
    const api = createTransport({ ...options, middleware: [logger({ debug: write, warn: write, error: write })] })
    await gates.get(api, ids)
    expect(lines).toEqual([`gates.get GET ${path} 503 in 0 ms`, `gates.get GET ${path} 200 in 0 ms, attempt 2`])
  })

  it('never fails a call when its target throws, and drops a request id in another form', async () => {
    const entries: LogEntry[] = []
    const fetch = async () => Response.json({ id: gateId }, { headers: { 'x-request-id': 'Bearer hunter2 hunter2' } })
    const api = createTransport({
      baseUrl: 'https://api.test',
      fetch,
      middleware: [
        logger((entry) => {
          entries.push(entry)
          throw new Error('disk full')
        }),
      ],
    })
    expect(await gates.get(api, ids)).toEqual({ id: gateId })
    expect(entries[0]?.requestId).toBeUndefined()
  })
})

describe('the stack of an error', () => {
  it.each([
    ['ConnectionError', answering(0).options],
    ['TimeoutError', { baseUrl: 'https://api.test', fetch: () => new Promise<Response>(() => {}), timeoutMs: 5 }],
  ])('names the line of the caller for a %s', async (name, options) => {
    const api = createTransport({ ...options, retry: false })
    async function callsFromHere(): Promise<unknown> {
      return await gates.get(api, ids)
    }
    expect(await rejection(callsFromHere())).toMatchObject({ name, stack: expect.stringContaining('callsFromHere') })
  })
})

it('passes the fields of AttemptRequest to middleware', async () => {
  const seen: AttemptRequest[] = []
  const { options } = answering(200)
  await gates.get(
    createTransport({ ...options, middleware: [(request, next) => (seen.push(request), next(request))] }),
    ids,
  )
  expect(seen[0]).toMatchObject({
    url: expect.stringContaining(gateId),
    operation: 'gates.get',
    path,
    attempt: 1,
    init: { method: 'GET', signal: expect.any(AbortSignal) },
  })
})
