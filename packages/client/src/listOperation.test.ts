import { describe, expect, it } from 'vitest'
import { environmentId, rejection, serve, type ServedReply } from '../test/serve.ts'
import { createTransport } from './createTransport.ts'
import { events, users, webhookMessages } from './generated/operations/index.ts'

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
  return { api: createTransport({ baseUrl, environmentId }), cursors: () => requests.map(({ url }) => new URL(url, 'http://host').searchParams.get('cursor')) }
}

const messages = (ids: string[], cursor?: string): ServedReply => ({ body: { data: ids.map((messageId) => ({ messageId })), cursor } })
const event = (eventId: string) => ({ eventId })

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('an offset list', () => {
  it('gives one page when it is awaited', async () => {
    const { api, requests } = await serveUsers()
    expect(await users.list(api, { query: { limit: 2 } })).toEqual({ count: 7, users: people.slice(0, 2) })
    expect(requests).toHaveLength(1)
  })

  it('gives all items in order when it is iterated, keeps its query, and asks for each page once', async () => {
    const { api, requests } = await serveUsers()
    expect(await collect(users.list(api, { query: { orderBy: 'createdAt-desc', filter: { filterColumn: 'email' } } }))).toEqual(people)
    expect(requests.map(({ url }) => url.split('?')[1])).toEqual([
      'orderBy=createdAt-desc&filter[filterColumn]=email', 'orderBy=createdAt-desc&filter[filterColumn]=email&offset=3', 'orderBy=createdAt-desc&filter[filterColumn]=email&offset=6',
    ])
  })

  it('gives pages with total and where the next one begins, from which another list resumes', async () => {
    const { api } = await serveUsers()
    const [first] = await collect(users.list(api, {}).pages())
    expect(first).toMatchObject({ items: people.slice(0, 3), total: 7, next: { offset: 3 }, data: { count: 7 }, response: { status: 200 } })
    expect(await users.list(api, { query: { ...first?.next } }).toArray()).toEqual(people.slice(3))
  })

  it('has no next page after the last one, and none after an empty one', async () => {
    const { api, requests } = await serveUsers()
    const pages = await collect(users.list(api, { query: { offset: 6 } }).pages())
    expect(pages.map(({ items, next }) => [items.length, next])).toEqual([[1, undefined]])
    expect(await users.list(api, { query: { offset: 100 } }).toArray()).toEqual([])
    expect(requests).toHaveLength(2)
  })

  it.each([[0, 1], [3, 1], [4, 2], [100, 3]])('toArray({ limit: %i }) fetches %i pages', async (limit, pages) => {
    const { api, requests } = await serveUsers()
    expect(await users.list(api).toArray({ limit })).toEqual(people.slice(0, limit))
    expect(requests).toHaveLength(pages)
  })

  it.each([-1, 1.5, NaN])('toArray refuses the limit %d', async (limit) => {
    const { api } = await serveUsers()
    expect(await rejection(users.list(api).toArray({ limit }))).toEqual(new TypeError('Failed to call "toArray()": "limit" must be a whole number from 0 on.'))
  })

  it('asks anew when it is iterated again', async () => {
    const { api, requests } = await serveUsers()
    const list = users.list(api)
    expect(await collect(list)).toEqual(people)
    expect(await collect(list)).toEqual(people)
    expect(requests).toHaveLength(6)
  })

  it('stops fetching when the loop is left', async () => {
    const { api, requests } = await serveUsers()
    for await (const user of users.list(api)) if (user.id === 'user-1') break
    expect(requests).toHaveLength(1)
  })
})

describe('a cursor list', () => {
  it('follows the cursor of the reply, over an empty page, to the page without one', async () => {
    const { api, cursors } = await servePages({ '': messages(['a', 'b'], 'two'), two: messages([], 'three'), three: messages(['c']) })
    const all = await webhookMessages.list(api, { webhookId: 'w' }).toArray()
    expect(all.map(({ messageId }) => messageId)).toEqual(['a', 'b', 'c'])
    expect(cursors()).toEqual([null, 'two', 'three'])
  })

  it('follows the header x-next-cursor where the reply is a bare array', async () => {
    const { api } = await servePages({ '': { headers: { 'x-next-cursor': 'two' }, body: [event('a')] }, two: { body: [event('b')] } })
    expect(await collect(events.list(api))).toEqual([event('a'), event('b')])
  })

  it('resumes from a cursor', async () => {
    const { api, cursors } = await servePages({ '': messages(['a'], 'two'), two: messages(['b']) })
    expect(await webhookMessages.list(api, { webhookId: 'w', query: { cursor: 'two' } }).toArray()).toEqual([{ messageId: 'b' }])
    expect(cursors()).toEqual(['two'])
  })

  it.each([
    ['at once', { '': messages(['a'], 'two'), two: messages(['b'], 'two') }],
    ['in a circle', { '': messages(['a'], 'one'), one: messages(['b'], 'two'), two: messages([], 'one') }],
  ])('gives a PaginationError when a cursor comes again %s, after all items that came', async (_, pages) => {
    const { api } = await servePages(pages)
    const seen: unknown[] = []
    const error = await rejection((async () => {
      for await (const { messageId } of webhookMessages.list(api, { webhookId: 'w' })) seen.push(messageId)
    })())
    expect(error).toMatchObject({ name: 'PaginationError', operation: 'webhookMessages.list' })
    expect(seen).toEqual(['a', 'b'])
  })

  it('gives a PaginationError when a page holds no list', async () => {
    const { api } = await servePages({ '': { body: { cursor: 'two' } } })
    expect(await rejection(webhookMessages.list(api, { webhookId: 'w' }).toArray())).toMatchObject({
      name: 'PaginationError', message: 'webhookMessages.list answered a page without a list.',
    })
  })

  it('throws the refusal of a later page, after the items before it', async () => {
    const { api } = await servePages({ '': messages(['a'], 'broken') })
    const list = webhookMessages.list(api, { webhookId: 'w' })[Symbol.asyncIterator]()
    expect(await list.next()).toEqual({ done: false, value: { messageId: 'a' } })
    expect(await rejection(list.next())).toMatchObject({ name: 'ApiError', status: 400, code: 'invalid_cursor' })
  })

  it('stops with the reason of its signal, also between items of a page that is there', async () => {
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
