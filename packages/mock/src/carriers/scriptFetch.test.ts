import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Call,
  createSides,
  creation,
  health,
  nonces,
  outcome,
  seen,
  users,
} from '../../test/support/fetchSides.ts'
import { createScriptFetch } from './scriptFetch.ts'

let sides: Awaited<ReturnType<typeof createSides>>
beforeAll(async () => {
  sides = await createSides()
})
afterAll(() => sides.close())

const aborted = (reason?: unknown) => AbortSignal.abort(reason)

const calls: Readonly<Record<string, Call>> = {
  'a reply': async (side) => seen(await side.fetch(health(side))),
  'a refusal': async (side) => seen(await side.fetch(`${users(side)}#part`)),
  'an unknown URL': async (side) => seen(await side.fetch(new URL('/api/v0/nothing', side.origin))),
  'a wrong method': async (side) => seen(await side.fetch(health(side), { method: 'PUT' })),
  'a Request': async (side) => seen(await side.fetch(new Request(health(side)))),
  'an aborted signal': (side) => side.fetch(health(side), { signal: aborted() }),
  'a signal with a reason': (side) => side.fetch(health(side), { signal: aborted('gone') }),
  'an aborted Request': ({ fetch, origin }) => fetch(new Request(origin, { signal: aborted() })),
  'an aborted Request with another signal': async (side) => {
    const request = new Request(health(side), { signal: aborted() })
    return seen(await side.fetch(request, { signal: new AbortController().signal }))
  },
  'an aborted Request without a signal': async (side) => {
    const request = new Request(health(side), { signal: aborted() })
    return seen(await side.fetch(request, { signal: null }))
  },
  'a signal that is none': ({ fetch, origin }) => fetch(origin, { signal: 'now' as unknown as AbortSignal }),
  'a body with GET and an aborted signal': ({ fetch, origin }) => {
    const init: RequestInit = { body: 'a', signal: aborted() }
    return fetch(origin, init)
  },
  'an abort before the reply': (side) => {
    const controller = new AbortController()
    const call = side.fetch(health(side), { signal: controller.signal })
    controller.abort('gone')
    return call
  },
  'an abort before the body is read': async ({ fetch, origin }) => {
    const controller = new AbortController()
    const response = await fetch(`${origin}/api/v0/nothing`, { signal: controller.signal })
    controller.abort('gone')
    return response.text()
  },
  'an abort after the body is read': async ({ fetch, origin }) => {
    const controller = new AbortController()
    const response = await fetch(`${origin}/api/v0/nothing`, { signal: controller.signal })
    const text = await response.text()
    controller.abort()
    return text
  },
  'a signal that is never aborted': async (side) =>
    seen(await side.fetch(nonces(side), { signal: new AbortController().signal, headers: { accept: '*/*' } })).then(
      (shown) => ({ ...(shown as object), text: '' }),
    ),
  'a body that is read twice': async ({ fetch, origin }) => {
    const response = await fetch(`${origin}/api/v0/nothing`)
    await response.text()
    return response.text()
  },
  'a Request that is sent twice': async (side) => {
    const request = new Request(users(side), creation(side))
    await side.fetch(request)
    return side.fetch(request)
  },
}

describe('mock.fetch', () => {
  it.each(Object.keys(calls))('gives what the platform gives over the loopback server: %s', async (name) => {
    const call = calls[name] as Call
    const { script, platform } = sides
    expect(await outcome(() => call(script))).toEqual(await outcome(() => call(platform)))
  })

  it.each([
    ['before the call', true],
    ['in the same turn', false],
  ])('performs nothing for a signal that is aborted %s', async (_, isBefore) => {
    const { mock } = sides.script
    const before = mock.journal.list().length
    const controller = new AbortController()
    if (isBefore) controller.abort()
    const call = mock.fetch(users(sides.script), creation(sides.script, { signal: controller.signal }))
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(mock.journal.list()).toHaveLength(before)
  })

  it('rejects with the reason of a signal that is aborted while the service is slow', async () => {
    const { mock } = sides.script
    const url = health(sides.script)
    mock.faults.set('health.check', { delayMs: 600_000 })
    await expect(mock.fetch(url, { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    const request = new Request(url, { signal: AbortSignal.timeout(1) })
    await expect(mock.fetch(request)).rejects.toMatchObject({ name: 'TimeoutError' })
    mock.faults.clear()
  })

  it('breaks off a body that arrives in pieces, and what writes it', async () => {
    const ended: unknown[] = []
    const stream = new ReadableStream<Uint8Array>({
      start: (source) => source.enqueue(new Uint8Array([1])),
      cancel: (reason) => void ended.push(reason),
    })
    const fetch = createScriptFetch(
      async () => ({ status: 200, headers: {}, text: null, stream }),
      () => 'https://api.test',
    )
    const controller = new AbortController()
    const response = await fetch('https://api.test/events', { signal: controller.signal })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect((await reader.read()).value).toEqual(new Uint8Array([1]))
    controller.abort('gone')
    await expect(reader.read()).rejects.toBe('gone')
    expect(ended).toEqual(['gone'])
  })

  it('leaves no listener on a signal whose replies are read', async () => {
    const { fetch, origin } = sides.script
    const { signal } = new AbortController()
    const listeners = new Set<unknown>()
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...[type, listener, options]: Parameters<typeof add>) => {
      listeners.add(listener)
      add(type, listener, options)
    }
    signal.removeEventListener = (...[type, listener, options]: Parameters<typeof remove>) => {
      listeners.delete(listener)
      remove(type, listener, options)
    }
    await (await fetch(`${origin}/api/v0/nothing`, { signal })).text()
    await (await fetch(`${origin}/api/v0/nothing`, { signal })).body?.cancel()
    expect(listeners.size).toBe(0)
  })
})
