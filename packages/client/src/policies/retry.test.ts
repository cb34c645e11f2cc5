import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { environmentId, gateId, rejection } from '../../test/serve.ts'
import { createClient } from '../calls/createClient.ts'
import { createTransport, type TransportOptions } from '../calls/createTransport.ts'
import { gates } from '../generated/operations/index.ts'
import { bearer } from './auth.ts'

const ids = { environmentId, gateId }
const newGate = { environmentId, body: { name: 'Holders', outcome: 'scope' as const, scope: 'gold', rules: [] } }
const startedAt = Date.parse('2026-01-01T00:00:00Z')

type Step = number | 'reset' | { status: number; headers: Record<string, string> }

/** A service that answers by these steps and stays at the last one, with a fake clock that advances by itself. */
function scripted(steps: readonly Step[], options: Partial<TransportOptions> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: startedAt })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  const sent: { atMs: number; init: RequestInit }[] = []
  const fetch = async (_url: string, init: RequestInit = {}) => {
    const step = steps[Math.min(sent.push({ atMs: Date.now() - startedAt, init }), steps.length) - 1] as Step
    if (step === 'reset') throw new TypeError('fetch failed')
    const { status, headers } = typeof step === 'number' ? { status: step, headers: {} } : step
    return Response.json(status < 400 ? { id: gateId } : { error: 'Not now.' }, { status, headers })
  }
  const all = { baseUrl: 'https://api.test', fetch, budget: { balance: 10 }, ...options }
  return { api: createTransport(all), client: createClient(all), sent, times: () => sent.map(({ atMs }) => atMs) }
}

/** The result of a call, after all its waits. */
async function settled<T>(call: Promise<T>): Promise<T | unknown> {
  const outcome = call.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return outcome
}

describe('a call is sent again', () => {
  it.each<Step>([408, 429, 500, 502, 503, 504, 'reset'])('after %s', async (step) => {
    const { api, sent } = scripted([step, 200])
    expect(await settled(gates.get(api, ids))).toEqual({ id: gateId })
    expect(sent).toHaveLength(2)
  })

  it.each([400, 403, 404, 409, 422, 501, 505])('not after %i', async (status) => {
    const { api, sent } = scripted([status, 200])
    expect(await settled(gates.get(api, ids))).toMatchObject({ name: 'ApiError', status, attempts: 1 })
    expect(sent).toHaveLength(1)
  })

  it('after an attempt that timed out', async () => {
    let calls = 0
    const { api } = scripted([], {
      fetch: () => (++calls === 1 ? new Promise(() => {}) : Promise.resolve(Response.json({ id: gateId }))),
    })
    expect(await settled(gates.get(api, ids, { timeoutMs: 100 }))).toEqual({ id: gateId })
    expect(calls).toBe(2)
  })

  it('with the same body for PUT and DELETE, by operation and by path', async () => {
    const { api, client, sent } = scripted([503, 200, 'reset', 200, 503, 200])
    await settled(gates.update(api, { ...ids, body: { name: 'New' } }))
    await settled(gates.delete(api, ids))
    await settled(
      client.PUT('/api/v0/environments/{environmentId}/gates/{gateId}', {
        params: { path: ids },
        body: { name: 'New' },
      }),
    )
    expect(sent.map(({ init }) => init.method)).toEqual(['PUT', 'PUT', 'DELETE', 'DELETE', 'PUT', 'PUT'])
    const bodies = sent.map(({ init }) =>
      init.body
        ? new TextDecoder().decode(
            typeof init.body === 'string' ? new TextEncoder().encode(init.body) : (init.body as ArrayBuffer),
          )
        : '',
    )
    expect(bodies).toEqual(['{"name":"New"}', '{"name":"New"}', '', '', '{"name":"New"}', '{"name":"New"}'])
  })

  it('not for a POST without a key', async () => {
    const { api, sent } = scripted(['reset', 200])
    expect(await settled(gates.create(api, newGate))).toMatchObject({ name: 'ConnectionError', attempts: 1 })
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['given-key', /^given-key$/],
    [true, /^\d+-\d+-\d+-\d+$/],
  ] as const)('for a POST with the key %s, which is the same on each attempt', async (idempotencyKey, pattern) => {
    const { api, sent } = scripted(['reset', 503, 200])
    expect(await settled(gates.create(api, newGate, { idempotencyKey }))).toEqual({ id: gateId })
    const keys = sent.map(({ init }) => (init.headers as Record<string, string>)['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[0]).toMatch(pattern)
  })

  it('with another key for each call', async () => {
    const { api, client, sent } = scripted([200])
    await settled(gates.create(api, newGate, { idempotencyKey: true }))
    await settled(
      client.POST('/api/v0/environments/{environmentId}/gates', {
        params: { path: { environmentId } },
        body: newGate.body,
        idempotencyKey: true,
      }),
    )
    const keys = sent.map(({ init }) => (init.headers as Record<string, string>)['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
  })

  it('as often as maxAttempts says, by default three times, and never for false', async () => {
    for (const [chosen, attempts] of [
      [undefined, 3],
      [{ maxAttempts: 5 }, 5],
      [{}, 3],
      [false, 1],
    ] as const) {
      const { api, sent } = scripted([503])
      expect(await settled(gates.get(api, ids, { retry: chosen }))).toMatchObject({
        name: 'ApiError',
        status: 503,
        attempts,
      })
      expect(sent).toHaveLength(attempts)
    }
  })

  it('and its error has the number of attempts, for any outcome of the last one', async () => {
    const { api } = scripted([503, 'reset', 404])
    expect(await settled(gates.get(api, ids))).toMatchObject({ status: 404, attempts: 3 })
    const { api: broken } = scripted(['reset'])
    expect(await settled(gates.get(broken, ids))).toMatchObject({
      name: 'ConnectionError',
      attempts: 3,
      cause: new TypeError('fetch failed'),
    })
  })
})

describe('the wait before an attempt', () => {
  it('is random up to a limit that doubles from 250 ms to 8 s', async () => {
    const { api, times } = scripted([503])
    await settled(gates.get(api, ids, { retry: { maxAttempts: 8 } }))
    const at = times()
    expect(at.slice(1).map((time, index) => time - (at[index] ?? 0))).toEqual([125, 250, 500, 1000, 2000, 4000, 4000])
  })

  it('is 0 when Math.random returns 0', async () => {
    const { api, times } = scripted([503, 200])
    vi.spyOn(Math, 'random').mockReturnValue(0)
    await settled(gates.get(api, ids))
    expect(times()).toEqual([0, 0])
  })

  it.each([
    ['seconds', '7', 7125],
    ['a date', 'Thu, 01 Jan 2026 00:00:05 GMT', 5125],
    ['a date that has passed', 'Thu, 01 Jan 2015 00:00:05 GMT', 125],
    ['nonsense', 'soon', 125],
    ['no time at all', '0', 125],
  ])('is added to a retry-after in %s', async (_, after, waitMs) => {
    const { api, times } = scripted([{ status: 429, headers: { 'retry-after': after } }, 200])
    await settled(gates.get(api, ids))
    expect(times()).toEqual([0, waitMs])
  })

  it.each([
    ['61', 90_000],
    ['3600', 90_000],
    ['10', 5000],
  ])('does not start when retry-after is %s s and the deadline is in %i ms', async (after, deadlineMs) => {
    const { api, times } = scripted([{ status: 503, headers: { 'retry-after': after } }, 200])
    expect(await settled(gates.get(api, ids, { deadlineMs }))).toMatchObject({
      name: 'ApiError',
      status: 503,
      attempts: 1,
    })
    expect(times()).toEqual([0])
  })

  it('ends at once with the reason of the signal, and leaves no timer or listener', async () => {
    const { api } = scripted([{ status: 503, headers: { 'retry-after': '30' } }, 200])
    const controller = new AbortController()
    const call = rejection(gates.get(api, ids, { signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(1000)
    const reason = new Error('gone')
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect([vi.getTimerCount(), getEventListeners(controller.signal, 'abort')]).toEqual([0, []])
  })
})

describe('the deadline', () => {
  it('ends a call whose attempts all time out', async () => {
    const { api } = scripted([], { fetch: () => new Promise(() => {}) })
    const error = await settled(gates.get(api, ids, { timeoutMs: 1000, deadlineMs: 1700 }))
    expect(error).toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 1700,
      attempts: 2,
      message: 'gates.get got no whole reply within 1700 ms.',
    })
    expect(Date.now() - startedAt).toBe(1700)
  })

  it('is 90 s by default, and covers the credential', async () => {
    const waiting = scripted([200], { auth: bearer(() => new Promise<string>(() => {})) })
    expect(await settled(gates.get(waiting.api, ids))).toMatchObject({ name: 'TimeoutError', timeoutMs: 90_000 })
    expect([Date.now() - startedAt, waiting.sent.length]).toEqual([90_000, 0])
  })

  it('and the limit of an attempt may be switched off', async () => {
    let answer: ((response: Response) => void) | undefined
    const { api } = scripted([], {
      fetch: () => new Promise((resolve) => (answer = resolve)),
      timeoutMs: 0,
      deadlineMs: 0,
    })
    const call = gates.get(api, ids)
    await vi.advanceTimersByTimeAsync(3_600_000)
    answer?.(Response.json({ id: gateId }))
    expect(await call).toEqual({ id: gateId })
  })
})

describe('the budget', () => {
  it('allows a new client one retry, and another one per ten calls', async () => {
    const { api, sent } = scripted([503], { budget: undefined })
    const attempts = []
    for (let call = 0; call < 30; call++) {
      const before = sent.length
      await settled(gates.get(api, ids))
      attempts.push(sent.length - before)
    }
    expect(attempts.reduce((sum, count) => sum + count)).toBe(30 + 1 + 2)
    expect(attempts[0]).toBe(2)
  })

  it('is shared by the copies of a transport and of a client', async () => {
    const { api, client, sent } = scripted([503], { budget: undefined })
    await settled(gates.get(api, ids))
    await settled(gates.get(api.with({ auth: null }), ids))
    expect(sent).toHaveLength(3)
    await settled(gates.get(client, ids))
    await settled(gates.get(client.with({ auth: null }), ids))
    expect(sent).toHaveLength(6)
  })

  it.each([
    [10_000, 1, 5],
    [10_000, 1, 10],
    [500, 1, 40],
    [100, 10, 100],
  ])(
    'keeps %i clients with a balance of %i and %i calls each at 1.2 attempts per call in an outage',
    async (count, balance, calls) => {
      // Waits pass at once; the limit of an attempt, which is longer, never comes, and nor does the deadline.
      vi.stubGlobal(
        'setTimeout',
        (work: () => void, delayMs: number) => void (delayMs < 10_000 && queueMicrotask(work)),
      )
      onTestFinished(() => void vi.unstubAllGlobals())
      let attempts = 0
      const down = new Response(null, { status: 503 })
      const fetch = async () => (attempts++, down)
      const clients = Array.from({ length: count }, () =>
        createTransport({ baseUrl: 'https://api.test', fetch, deadlineMs: 0, budget: { balance } }),
      )
      for (let round = 0; round < calls; round++) {
        for (const reply of await Promise.all(clients.map((client) => client.dispatch('api/v0/x', {})))) reply.release()
      }
      expect(attempts / (count * calls)).toBeLessThanOrEqual(1.2)
      expect(attempts).toBeGreaterThan(count * calls)
    },
  )
})
