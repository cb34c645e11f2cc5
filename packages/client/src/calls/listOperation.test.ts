import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { environmentId, rejection, serve, type ServedReply } from '../../test/serve.ts'
import { events, users, webhookMessages } from '../generated/operations/index.ts'
import { createTransport } from './createTransport.ts'

const people = Array.from({ length: 7 }, (_, index) => ({ id: `user-${index}` }))

/** Serves an offset list of seven users, three to a page unless asked otherwise. */
async function serveUsers() {
  const { baseUrl, requests } = await serve(({ url }) => {
    const query = new URL(url, 'http://host').searchParams
    const start = Number(query.get('offset'))
    return { body: { count: people.length, users: people.slice(start, start + Number(query.get('limit') ?? 3)) } }
  })
  return { api: createTransport({ baseUrl, environmentId }), requests }
}

/** Serves pages by their cursor; the first page is ''. */
async function servePages(pages: Record<string, ServedReply>) {
  const { baseUrl, requests } = await serve(({ url }) => {
    const page = pages[new URL(url, 'http://host').searchParams.get('cursor') ?? '']
    return page ?? { status: 400, body: { error: 'This cursor is not of this list.', code: 'invalid_cursor' } }
  })
  return {
    api: createTransport({ baseUrl, environmentId }),
    cursors: () => requests.map(({ url }) => new URL(url, 'http://host').searchParams.get('cursor')),
  }
}

const messages = (ids: string[], cursor?: string): ServedReply => ({
  body: { data: ids.map((messageId) => ({ messageId })), cursor },
})
const event = (eventId: string) => ({ eventId })

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('an offset list', () => {
  it('resolves to one page when it is awaited', async () => {
    const { api, requests } = await serveUsers()
    expect(await users.list(api, { query: { limit: 2 } })).toEqual({ count: 7, users: people.slice(0, 2) })
    expect(requests).toHaveLength(1)
  })

  it('yields all items in order, keeps its query, and requests each page once', async () => {
    const { api, requests } = await serveUsers()
    expect(
      await collect(users.list(api, { query: { orderBy: 'createdAt-desc', filter: { filterColumn: 'email' } } })),
    ).toEqual(people)
    expect(requests.map(({ url }) => url.split('?')[1])).toEqual([
      'orderBy=createdAt-desc&filter[filterColumn]=email',
      'orderBy=createdAt-desc&filter[filterColumn]=email&offset=3',
      'orderBy=createdAt-desc&filter[filterColumn]=email&offset=6',
    ])
  })

  it('yields pages with their total and the query parameters of the next page', async () => {
    const { api } = await serveUsers()
    const [first] = await collect(users.list(api, {}).pages())
    expect(first).toMatchObject({
      items: people.slice(0, 3),
      total: 7,
      next: { offset: 3 },
      data: { count: 7 },
      response: { status: 200 },
    })
    expect(await users.list(api, { query: { ...first?.next } }).toArray()).toEqual(people.slice(3))
  })

  it('has no next page after the last one or an empty one', async () => {
    const { api, requests } = await serveUsers()
    const pages = await collect(users.list(api, { query: { offset: 6 } }).pages())
    expect(pages.map(({ items, next }) => [items.length, next])).toEqual([[1, undefined]])
    expect(await users.list(api, { query: { offset: 100 } }).toArray()).toEqual([])
    expect(requests).toHaveLength(2)
  })

  it.each([
    [0, 1],
    [3, 1],
    [4, 2],
    [100, 3],
  ])('toArray({ limit: %i }) fetches %i pages', async (limit, pages) => {
    const { api, requests } = await serveUsers()
    expect(await users.list(api).toArray({ limit })).toEqual(people.slice(0, limit))
    expect(requests).toHaveLength(pages)
  })

  it.each([-1, 1.5, NaN])('toArray refuses the limit %d', async (limit) => {
    const { api } = await serveUsers()
    expect(await rejection(users.list(api).toArray({ limit }))).toEqual(
      new TypeError('"limit" must be a whole number.'),
    )
  })

  it('requests the first page again when it is iterated again', async () => {
    const { api, requests } = await serveUsers()
    const list = users.list(api)
    expect(await collect(list)).toEqual(people)
    expect(await collect(list)).toEqual(people)
    expect(requests).toHaveLength(6)
  })

  it('returns a page of two hundred thousand items as one array', async () => {
    const many = Array.from({ length: 200_000 }, (_, index) => index)
    const api = createTransport({
      baseUrl: 'https://api.example.com',
      environmentId,
      fetch: async () => Response.json({ count: many.length, users: many }),
    })
    const all: unknown[] = await users.list(api).toArray()
    expect([all.length, all.at(-1)]).toEqual([200_000, 199_999])
  })

  it.each([
    [
      'a key of its own for each page where it is true',
      true as const,
      [/^[\da-f-]{30,}$/, /^[\da-f-]{30,}$/, /^[\da-f-]{30,}$/],
    ],
    ['a key that is a text only for the first page', 'mine', [/^mine$/, undefined, undefined]],
  ])('sends %s', async (_, idempotencyKey, expected) => {
    const { api, requests } = await serveUsers()
    expect(await users.list(api, {}, { idempotencyKey }).toArray()).toEqual(people)
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(expected.map((pattern) => pattern && expect.stringMatching(pattern)))
    expect(new Set(keys).size).toBe(idempotencyKey === true ? 3 : 2)
  })

  it('stops fetching when the loop is left', async () => {
    const { api, requests } = await serveUsers()
    for await (const user of users.list(api)) if (user.id === 'user-1') break
    expect(requests).toHaveLength(1)
  })
})

describe('an offset list that changes while it is iterated', () => {
  /** Serves users that a test removes and adds. */
  async function serveChanging(size: number) {
    const list = Array.from({ length: size }, (_, index) => ({ id: `user-${index}` }))
    const { baseUrl, requests } = await serve(({ url }) => {
      const start = Number(new URL(url, 'http://host').searchParams.get('offset'))
      return { body: { count: list.length, users: list.slice(start, start + 3) } }
    })
    const remove = (id: string) => void list.splice(list.findIndex((user) => user.id === id) >>> 0, 1)
    const offsets = () => requests.map(({ url }) => Number(new URL(url, 'http://host').searchParams.get('offset')))
    return { api: createTransport({ baseUrl, environmentId }), list, remove, offsets }
  }
  const ids = (size: number) => Array.from({ length: size }, (_, index) => `user-${index}`)

  it.each([0, 1] as const)('yields everybody when the loop removes them, with prefetch %i', async (prefetch) => {
    const { api, list, remove } = await serveChanging(10)
    const seen: unknown[] = []
    for await (const { id } of users.list(api).items({ prefetch })) {
      seen.push(id)
      remove(`${id}`)
    }
    expect([seen, list]).toEqual([ids(10), []])
  })

  it('goes back by as many as are gone, and requests no page twice where nothing is', async () => {
    const { api, remove, offsets } = await serveChanging(9)
    const seen: unknown[] = []
    for await (const { id } of users.list(api)) {
      seen.push(id)
      if (id === 'user-4') remove('user-1')
    }
    expect([seen, offsets()]).toEqual([ids(9), [0, 3, 6, 5]])
  })

  it('yields nobody twice when others are added in front', async () => {
    const { api, list } = await serveChanging(5)
    const seen: unknown[] = []
    for await (const { id } of users.list(api)) {
      if (id === 'user-2') list.unshift({ id: 'new' })
      seen.push(id)
    }
    expect(seen).toEqual(ids(5))
  })

  it('ends where all are gone', async () => {
    const { api, list, remove } = await serveChanging(7)
    const pages = users.list(api).pages()
    await pages.next()
    for (const id of ids(7)) remove(id)
    expect(await pages.next()).toMatchObject({ value: { items: [], total: 0, next: undefined } })
    expect([(await pages.next()).done, list]).toEqual([true, []])
  })

  it('keeps records without an id', async () => {
    const rows = [{ name: 'a' }, { name: 'a' }, { name: 'b' }]
    const { baseUrl } = await serve(() => ({ body: { count: 3, users: rows } }))
    expect(await users.list(createTransport({ baseUrl, environmentId })).toArray()).toEqual(rows)
  })
})

describe('a cursor list', () => {
  it('follows the cursors of the replies, past an empty page, to the page without a cursor', async () => {
    const { api, cursors } = await servePages({
      '': messages(['a', 'b'], 'two'),
      two: messages([], 'three'),
      three: messages(['c']),
    })
    const all = await webhookMessages.list(api, { webhookId: 'w' }).toArray()
    expect(all.map(({ messageId }) => messageId)).toEqual(['a', 'b', 'c'])
    expect(cursors()).toEqual([null, 'two', 'three'])
  })

  it('follows the header x-next-cursor when the reply is a bare array', async () => {
    const { api } = await servePages({
      '': { headers: { 'x-next-cursor': 'two' }, body: [event('a')] },
      two: { body: [event('b')] },
    })
    expect(await collect(events.list(api))).toEqual([event('a'), event('b')])
  })

  it('resumes from a cursor', async () => {
    const { api, cursors } = await servePages({ '': messages(['a'], 'two'), two: messages(['b']) })
    expect(await webhookMessages.list(api, { webhookId: 'w', query: { cursor: 'two' } }).toArray()).toEqual([
      { messageId: 'b' },
    ])
    expect(cursors()).toEqual(['two'])
  })

  it.each([
    ['at once', { '': messages(['a'], 'two'), two: messages(['b'], 'two') }],
    ['in a circle', { '': messages(['a'], 'one'), one: messages(['b'], 'two'), two: messages([], 'one') }],
  ])('throws a PaginationError when a cursor repeats %s, after all items before it', async (_, pages) => {
    const { api } = await servePages(pages)
    const seen: unknown[] = []
    const error = await rejection(
      (async () => {
        for await (const { messageId } of webhookMessages.list(api, { webhookId: 'w' })) seen.push(messageId)
      })(),
    )
    expect(error).toMatchObject({ name: 'PaginationError', operation: 'webhookMessages.list' })
    expect(seen).toEqual(['a', 'b'])
  })

  it('throws a PaginationError when a page has no list', async () => {
    const { api } = await servePages({ '': { body: { cursor: 'two' } } })
    expect(await rejection(webhookMessages.list(api, { webhookId: 'w' }).toArray())).toMatchObject({
      name: 'PaginationError',
      message: 'webhookMessages.list answered no list.',
    })
  })

  it('throws the refusal of a later page, after the items before it', async () => {
    const { api } = await servePages({ '': messages(['a'], 'broken') })
    const list = webhookMessages.list(api, { webhookId: 'w' })[Symbol.asyncIterator]()
    expect(await list.next()).toEqual({ done: false, value: { messageId: 'a' } })
    expect(await rejection(list.next())).toMatchObject({ name: 'ApiError', status: 400, code: 'invalid_cursor' })
  })

  it('stops with the reason of its signal, even between the items of a fetched page', async () => {
    const { api, cursors } = await servePages({ '': messages(['a', 'b'], 'two'), two: messages(['c']) })
    const controller = new AbortController()
    const reason = new Error('gone')
    const list = webhookMessages.list(api, { webhookId: 'w' }, { signal: controller.signal })[Symbol.asyncIterator]()
    await list.next()
    controller.abort(reason)
    expect(await rejection(list.next())).toBe(reason)
    expect(cursors()).toEqual([null])
  })
})

describe('a list without a count', () => {
  /** Serves seven sessions, as many to a page as are asked for, three by default. */
  async function serveSessions() {
    const sessions = Array.from({ length: 7 }, (_, index) => ({ id: `session-${index}` }))
    const { baseUrl, requests } = await serve(({ url }) => {
      const query = new URL(url, 'http://host').searchParams
      const start = Number(query.get('offset'))
      return { body: { sessions: sessions.slice(start, start + Number(query.get('limit') ?? 3)) } }
    })
    return {
      api: createTransport({ baseUrl, environmentId }),
      sessions,
      offsets: () => requests.map(({ url }) => new URL(url, 'http://host').searchParams.get('offset')),
    }
  }

  it.each([
    ['continues until a page is empty', undefined, [null, '3', '6', '7']],
    ['continues until a page is shorter than the limit', 3, [null, '3', '6']],
    ['continues to an empty page when the last one is full', 7, [null, '7']],
  ])('%s', async (_, limit, expected) => {
    const { api, sessions, offsets } = await serveSessions()
    expect(await users.listSessions(api, { userId: 'u', query: { limit } }).toArray()).toEqual(sessions)
    expect(offsets()).toEqual(expected)
  })

  it('has no total', async () => {
    const { api } = await serveSessions()
    const [page] = await collect(users.listSessions(api, { userId: 'u' }).pages())
    expect(page).toMatchObject({ total: undefined, next: { offset: 3 } })
  })
})

describe('prefetch', () => {
  /** A transport whose replies are given by hand: what was asked for, in order, with what ends each request. */
  function byHand() {
    const asked: { url: URL; signal: AbortSignal; answer(body: unknown): void; fail(error: unknown): void }[] = []
    const api = createTransport({
      baseUrl: 'https://api.example.com',
      environmentId,
      retry: false,
      fetch: (url, init) =>
        new Promise((resolve, reject) => {
          const signal = init?.signal as AbortSignal
          signal.addEventListener('abort', () => reject(signal.reason))
          asked.push({ url: new URL(url), signal, answer: (body) => resolve(Response.json(body)), fail: reject })
        }),
    })
    const page = (from: number, to = from + 3): object => ({ count: 7, users: people.slice(from, to) })
    return { api, asked, page, offsets: () => asked.map(({ url }) => Number(url.searchParams.get('offset'))) }
  }

  const turns = () => new Promise((resolve) => setTimeout(resolve))

  it('requests the next page before the consumer gets the first item, and no further page', async () => {
    const { api, asked, page, offsets } = byHand()
    const list = users.list(api).items({ prefetch: 1 })
    const first = list.next()
    asked[0]?.answer(page(0))
    expect(await first).toEqual({ done: false, value: people[0] })
    await turns()
    expect(offsets()).toEqual([0, 3])
    asked[1]?.answer(page(3))
    await turns()
    expect(offsets()).toEqual([0, 3])
    await list.next()
    await list.next()
    expect(await list.next()).toEqual({ done: false, value: people[3] })
    await turns()
    expect(offsets()).toEqual([0, 3, 6])
    asked[2]?.answer(page(6))
    expect(await collect(list)).toEqual(people.slice(4))
    expect(offsets()).toEqual([0, 3, 6])
  })

  it('requests the next page only when it is needed if prefetch is 0', async () => {
    const { api, asked, page, offsets } = byHand()
    const pages = users.list(api).pages()
    const first = pages.next()
    asked[0]?.answer(page(0))
    await first
    await turns()
    expect(offsets()).toEqual([0])
    const second = pages.next()
    await turns()
    expect(offsets()).toEqual([0, 3])
    asked[1]?.answer(page(3, 7))
    expect((await second).value?.items).toEqual(people.slice(3))
  })

  it('aborts the request of the next page when the loop is left, without an unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const { api, asked, page } = byHand()
    const walk = (async () => {
      for await (const user of users.list(api).items({ prefetch: 1 })) if (user.id === 'user-1') break
    })()
    asked[0]?.answer(page(0))
    await walk
    await turns()
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true])
    expect(unhandled).toEqual([])
  })

  it("ends with the reason of the caller's signal during a request, and aborts the request", async () => {
    const { api, asked, page } = byHand()
    const controller = new AbortController()
    const reason = new Error('gone')
    const pages = users.list(api, {}, { signal: controller.signal }).pages({ prefetch: 1 })
    const first = pages.next()
    asked[0]?.answer(page(0))
    await first
    await turns()
    controller.abort(reason)
    expect(asked[1]?.signal.aborted).toBe(true)
    expect(await rejection(pages.next())).toBe(reason)
  })

  it("ends with the reason of the caller's signal after the page has come", async () => {
    const { api, asked, page, offsets } = byHand()
    const controller = new AbortController()
    const pages = users.list(api, {}, { signal: controller.signal }).pages({ prefetch: 1 })
    const first = pages.next()
    asked[0]?.answer(page(0))
    await first
    await turns()
    asked[1]?.answer(page(3))
    await turns()
    controller.abort(new Error('gone'))
    expect(await rejection(pages.next())).toBe(controller.signal.reason)
    expect(offsets()).toEqual([0, 3])
  })

  it('yields the items of a page before the failure of the next one, which came meanwhile', async () => {
    const { api, asked, page } = byHand()
    const list = users.list(api).items({ prefetch: 1 })
    const first = list.next()
    asked[0]?.answer(page(0))
    await first
    await turns()
    asked[1]?.fail(new TypeError('reset'))
    await turns()
    expect([await list.next(), await list.next()].map(({ value }) => value?.id)).toEqual(['user-1', 'user-2'])
    expect(await rejection(list.next())).toMatchObject({ name: 'ConnectionError', operation: 'users.list' })
    expect(await list.next()).toEqual({ done: true, value: undefined })
  })

  it('throws a PaginationError for a repeated cursor after all items before it', async () => {
    const { api, cursors } = await servePages({
      '': messages(['a'], 'two'),
      two: messages([], 'three'),
      three: messages(['b'], 'two'),
    })
    const seen: unknown[] = []
    const error = await rejection(
      (async () => {
        for await (const { messageId } of webhookMessages.list(api, { webhookId: 'w' }).items({ prefetch: 1 }))
          seen.push(messageId)
      })(),
    )
    expect(error).toMatchObject({ name: 'PaginationError', message: 'webhookMessages.list repeated a cursor.' })
    expect(seen).toEqual(['a', 'b'])
    expect(cursors()).toEqual([null, 'two', 'three'])
  })
})

describe('a page that fails', () => {
  /** Fails at a page, each of which has one of five items. */
  function failingAt(failAt: number) {
    let page = 0
    return createTransport({
      baseUrl: 'https://api.example.com',
      environmentId,
      retry: false,
      fetch: async () =>
        ++page === failAt ? Response.json({}, { status: 500 }) : Response.json({ count: 5, users: [{ id: 'u' }] }),
    })
  }

  it.each([
    [1, 0],
    [2, 0],
    [1, 1],
    [2, 1],
  ] as const)('names the line of the caller, page %i with prefetch %i', async (failAt, prefetch) => {
    async function callsFromHere(kind: 'items' | 'pages'): Promise<void> {
      for await (const _ of users.list(failingAt(failAt))[kind]({ prefetch }));
    }
    for (const kind of ['items', 'pages'] as const) {
      expect(await rejection(callsFromHere(kind))).toMatchObject({
        name: 'ApiError',
        stack: expect.stringMatching(/^ApiError: users\.list was .*callsFromHere/s),
      })
    }
  })

  it.each(['items', 'pages'] as const)(
    'is the failure of the loop over %s() that begins later, and of nothing else',
    async (kind) => {
      const unhandled: unknown[] = []
      const note = (reason: unknown): void => void unhandled.push(reason)
      process.on('unhandledRejection', note)
      onTestFinished(() => void process.off('unhandledRejection', note))
      const walk: AsyncIterable<unknown> = users.list(failingAt(1))[kind]()
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(await rejection(collect(walk))).toMatchObject({ name: 'ApiError', status: 500 })
      expect(unhandled).toEqual([])
    },
  )
})

describe('a signal', () => {
  it('that was aborted before prevents a further request of the list', async () => {
    const { api, requests } = await serveUsers()
    const controller = new AbortController()
    const list = users.list(api, {}, { signal: controller.signal })
    await list.toArray({ limit: 1 })
    controller.abort(new Error('gone'))
    for (const prefetch of [0, 1] as const)
      expect(await rejection(collect(list.items({ prefetch })))).toBe(controller.signal.reason)
    expect(requests).toHaveLength(1)
  })

  it('ends many loops at once, which follow it by one listener, of which Node does not warn', async () => {
    const { api } = await serveUsers()
    const controller = new AbortController()
    const { signal } = controller
    const loops = Array.from({ length: 20 }, () => users.list(api, {}, { signal }).items())
    await Promise.all(loops.map((loop) => loop.next()))
    expect(getEventListeners(signal, 'abort').length).toBe(1)
    controller.abort('gone')
    for (const loop of loops) expect(await rejection(collect(loop))).toBe('gone')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('has no listeners left when the loop is over', async () => {
    const { api } = await serveUsers()
    const { signal } = new AbortController()
    for await (const user of users.list(api, {}, { signal }).items({ prefetch: 1 })) if (user.id === 'user-4') break
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('an iteration over ten thousand items', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void

  /** Lists the objects that survive collecting garbage: one that was used in a turn may outlive the first collection. */
  async function alive(references: readonly WeakRef<object>[], rounds = 10): Promise<readonly WeakRef<object>[]> {
    await new Promise((resolve) => setTimeout(resolve))
    collectGarbage()
    const left = references.filter((reference) => reference.deref())
    return left.length === 0 || rounds === 1 ? left : alive(left, rounds - 1)
  }

  it.each([0, 1] as const)('keeps no page that was passed, with prefetch %i', async (prefetch) => {
    let number = 0
    const api = createTransport({
      baseUrl: 'https://api.example.com',
      environmentId,
      fetch: async () =>
        Response.json(
          Array.from({ length: 50 }, (_, index) => event(`${number}-${index}`)),
          { headers: ++number < 200 ? { 'x-next-cursor': `${number}` } : {} },
        ),
    })
    const passed: WeakRef<object>[] = []
    let reachable: unknown
    let items = 0
    for await (const page of events.list(api).pages({ prefetch })) {
      passed.push(new WeakRef(page.items), new WeakRef(page.response))
      items += page.items.length
      if (items < 9_500 || reachable) continue
      // The first page is that of the call itself; the last ones are being read.
      const former = passed.slice(2, -4)
      reachable = await alive(former)
    }
    expect(items).toBe(10_000)
    expect(reachable).toEqual([])
  })
})
