import { hashKey, InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { environmentId, gateId } from '../test/serve.ts'
import { createTransport } from './calls/createTransport.ts'
import { events, gates, profile, sessions, users } from './generated/operations/index.ts'
import type { Gate, User } from './generated/operations/index.ts'
import { infiniteQueryOptions, mutationOptions, queryKey, queryOptions } from './query.ts'

function answering(answer: (url: URL, init: RequestInit) => Response | Promise<Response>) {
  const asked: string[] = []
  const api = createTransport({
    baseUrl: 'https://api.example.com',
    environmentId,
    retry: false,
    fetch: async (url, init = {}) => (
      asked.push(`${init.method} ${url.slice(url.lastIndexOf('/') + 1)}`),
      answer(new URL(url), init)
    ),
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(() => client.clear())
  return { api, client, asked }
}

describe('queryKey', () => {
  const api = createTransport({ baseUrl: 'https://api.example.com', environmentId })

  it('is the resource, the operation, and the input with its environment', () => {
    expect(queryKey(gates.get, api, { gateId })).toEqual(['gates', 'gates.get', { environmentId, gateId }])
    expect(queryKey(gates.get, api, { gateId, environmentId: 'other' })).toEqual([
      'gates',
      'gates.get',
      { environmentId: 'other', gateId },
    ])
    expect(queryKey(users.list, api)).toEqual(['users', 'users.list', { environmentId }])
  })

  it('is the same for the same call, with fields in any order and undefined ones', () => {
    const key = queryKey(users.list, api, { query: { limit: 2, offset: 4 }, environmentId: undefined })
    expect(hashKey(key)).toBe(hashKey(queryKey(users.list, api, { query: { offset: 4, limit: 2 } })))
    expect(JSON.parse(JSON.stringify(key))).toEqual(queryKey(users.list, api, { query: { limit: 2, offset: 4 } }))
  })

  it('has no headers, which may be secret', () => {
    expect(JSON.stringify(queryKey(profile.delete, api, { headers: { 'x-mfa-auth-token': 'proof' } }))).not.toContain(
      'proof',
    )
  })

  it('throws a TypeError for a function that is not an operation', () => {
    expect(() => queryKey(async () => 1, api)).toThrow(
      new TypeError(
        'Failed to create the options of a query: "operation" must be an operation of this package, such as gates.get.',
      ),
    )
  })
})

describe('queryOptions', () => {
  it('reads the data and caches it under its key', async () => {
    const { api, client, asked } = answering(() => Response.json({ id: gateId }))
    const options = queryOptions(gates.get, api, { gateId })
    const gate = await client.fetchQuery({ ...options, staleTime: Infinity })
    expectTypeOf(gate).toEqualTypeOf<Gate>()
    expect(await client.fetchQuery({ ...options, staleTime: Infinity })).toEqual({ id: gateId })
    expect(asked).toEqual([`GET ${gateId}`])
    expect(client.getQueryData(queryKey(gates.get, api, { gateId }))).toEqual(gate)
    await client.invalidateQueries({ queryKey: ['gates'] })
    expect(client.getQueryState(options.queryKey)?.isInvalidated).toBe(true)
  })

  it('ends the request when the query is cancelled', async () => {
    let signal: AbortSignal | null | undefined
    const { api, client } = answering(
      (_, init) =>
        new Promise((_resolve, reject) => {
          signal = init.signal
          signal?.addEventListener('abort', () => reject(signal?.reason))
        }),
    )
    const observer = new QueryObserver(client, queryOptions(gates.get, api, { gateId }))
    const stop = observer.subscribe(() => {})
    await new Promise((resolve) => setTimeout(resolve))
    await client.cancelQueries()
    expect(signal?.aborted).toBe(true)
    stop()
  })

  it('returns null for an empty reply, and the ApiError of a refusal', async () => {
    const { api, client } = answering(() => new Response(null, { status: 204 }))
    const nothing = await client.fetchQuery(queryOptions(sessions.check, api))
    expectTypeOf(nothing).toEqualTypeOf<null>()
    expect(nothing).toBeNull()
    const refusing = answering(() => Response.json({ error: 'No.', code: 'not_found' }, { status: 404 }))
    await expect(refusing.client.fetchQuery(queryOptions(gates.get, refusing.api, { gateId }))).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
    })
  })
})

describe('infiniteQueryOptions', () => {
  const people = Array.from({ length: 5 }, (_, index) => ({ id: `user-${index}` }))

  it('reads an offset list page by page, up to the last one', async () => {
    const { api, client, asked } = answering(({ searchParams }) => {
      const start = Number(searchParams.get('offset'))
      return Response.json({ count: 5, users: people.slice(start, start + 2) })
    })
    const observer = new InfiniteQueryObserver(client, infiniteQueryOptions(users.list, api, { query: { limit: 2 } }))
    const stop = observer.subscribe(() => {})
    for (let turn = 0; turn < 3; turn++) await observer.fetchNextPage()
    const { data, hasNextPage } = observer.getCurrentResult()
    expectTypeOf(data?.pages[0]?.items).toEqualTypeOf<User[] | undefined>()
    expect(data?.pages.flatMap(({ items }) => items)).toEqual(people)
    expect([data?.pages[0]?.total, hasNextPage]).toEqual([5, false])
    expect(asked).toEqual(['GET users?limit=2', 'GET users?limit=2&offset=2', 'GET users?limit=2&offset=4'])
    expect(JSON.parse(JSON.stringify(data))).toEqual(data)
    stop()
  })

  it('shows by the totals that a list has moved between two pages, and is whole when it is read anew', async () => {
    const listed = [...people]
    const { api, client } = answering(({ searchParams }) => {
      const start = Number(searchParams.get('offset'))
      return Response.json({ count: listed.length, users: listed.slice(start, start + 2) })
    })
    const observer = new InfiniteQueryObserver(client, infiniteQueryOptions(users.list, api, { query: { limit: 2 } }))
    const stop = observer.subscribe(() => {})
    await observer.refetch()
    listed.shift()
    await observer.fetchNextPage()
    const pages = () => observer.getCurrentResult().data?.pages ?? []
    const ids = () => pages().flatMap(({ items }) => items.map(({ id }) => id))
    const totals = () => pages().map(({ total }) => total)
    expect([ids(), totals()]).toEqual([
      ['user-0', 'user-1', 'user-3', 'user-4'],
      [5, 4],
    ])
    await client.invalidateQueries({ queryKey: ['users'] })
    expect([ids(), totals()]).toEqual([
      ['user-1', 'user-2', 'user-3', 'user-4'],
      [4, 4],
    ])
    stop()
  })

  it('follows cursors, under another key than the plain query', async () => {
    const { api, client } = answering(({ searchParams }) => {
      const isFirst = !searchParams.has('cursor')
      return Response.json([{ eventId: isFirst ? 'a' : 'b' }], { headers: isFirst ? { 'x-next-cursor': 'two' } : {} })
    })
    const options = infiniteQueryOptions(events.list, api)
    const { pages, pageParams } = await client.fetchInfiniteQuery({ ...options, pages: 5 })
    expect(pages.flatMap(({ items }) => items)).toEqual([{ eventId: 'a' }, { eventId: 'b' }])
    expect(pageParams).toEqual([null, { cursor: 'two' }])
    expect(options.queryKey).toEqual([...queryKey(events.list, api), 'pages'])
  })

  /** A list of events whose cursors go as told; it counts the pages. */
  function cursors(nextOf: Record<string, string>) {
    return answering(({ searchParams }) => {
      const cursor = searchParams.get('cursor') ?? ''
      return Response.json([{ eventId: `after-${cursor}` }], { headers: { 'x-next-cursor': nextOf[cursor] ?? '' } })
    })
  }

  it.each([
    ['at once', {}, { '': 'one', one: 'one' }, ['', 'one']],
    ['in a circle', {}, { '': 'one', one: 'two', two: 'one' }, ['', 'one', 'two']],
    ['that the input began with', { query: { cursor: 'one' } }, { one: 'two', two: 'one' }, ['one', 'two']],
  ])(
    'ends with a PaginationError when a cursor repeats %s, and keeps the earlier pages',
    async (...[, input, nextOf, seen]) => {
      const { api, client, asked } = cursors(nextOf)
      const observer = new InfiniteQueryObserver(client, infiniteQueryOptions(events.list, api, input))
      const stop = observer.subscribe(() => {})
      for (let turn = 0; turn < 9; turn++) await observer.fetchNextPage()
      const { data, error, isFetchNextPageError } = observer.getCurrentResult()
      expect(error).toMatchObject({
        name: 'PaginationError',
        operation: 'events.list',
        message: 'events.list repeated a cursor.',
      })
      expect(isFetchNextPageError).toBe(true)
      expect(data?.pages.flatMap(({ items }) => items)).toEqual(seen.map((cursor) => ({ eventId: `after-${cursor}` })))
      expect(asked).toHaveLength(seen.length)
      stop()
      await expect(
        cursors(nextOf).client.fetchInfiniteQuery({ ...infiniteQueryOptions(events.list, api, input), pages: 9 }),
      ).rejects.toMatchObject({ name: 'PaginationError' })
    },
  )

  it('marks only the page whose cursor repeats an earlier one', () => {
    const { api } = cursors({})
    const { getNextPageParam } = infiniteQueryOptions(events.list, api)
    const params = [null, { cursor: 'one' }]
    expect(getNextPageParam({ items: [], next: { cursor: 'one' } }, [], null, params)).toEqual({
      cursor: 'one',
      isRepeated: true,
    })
    expect(getNextPageParam({ items: [], next: { cursor: 'two' } }, [], null, params)).toEqual({ cursor: 'two' })
    expect(getNextPageParam({ items: [] }, [], null, params)).toBeUndefined()
  })

  it('sends a key that is a text with the first page only', async () => {
    const keys: unknown[] = []
    const { api, client } = answering(({ searchParams }, { headers }) => {
      keys.push(new Headers(headers).get('idempotency-key'))
      return Response.json([{ eventId: 'a' }], {
        headers: searchParams.has('cursor') ? {} : { 'x-next-cursor': 'two' },
      })
    })
    await client.fetchInfiniteQuery({
      ...infiniteQueryOptions(events.list, api, {}, { idempotencyKey: 'mine' }),
      pages: 2,
    })
    expect(keys).toEqual(['mine', null])
  })
})

describe('mutationOptions', () => {
  it('calls the operation with the variable as input', async () => {
    const { api, client, asked } = answering(() => Response.json({ id: gateId, enabledAt: 'now' }))
    const observer = new MutationObserver(client, mutationOptions(gates.enable, api))
    const gate = await observer.mutate({ gateId })
    expectTypeOf(gate).toEqualTypeOf<Gate>()
    expect(gate).toMatchObject({ enabledAt: 'now' })
    expect(asked).toEqual(['PUT enable'])
    expect(observer.options.mutationKey).toEqual(['gates', 'gates.enable'])
  })

  it('is followed by fresh data if queries are cancelled before they are invalidated', async () => {
    // The first read was sent before the mutation, and its reply comes last.
    const waiting: ((response: Response) => void)[] = []
    const replies = [
      new Promise<Response>((resolve) => waiting.push(resolve)),
      Promise.resolve(Response.json({ id: gateId, enabledAt: 'now' })),
    ]
    const { api, client, asked } = answering((_, { method }) =>
      method === 'GET' ? (replies.shift() as Promise<Response>) : Response.json({ id: gateId, enabledAt: 'now' }),
    )
    const query = new QueryObserver(client, queryOptions(gates.get, api, { gateId }))
    onTestFinished(query.subscribe(() => {}))
    const mutation = new MutationObserver(client, {
      ...mutationOptions(gates.enable, api),
      onSuccess: async () => {
        await client.cancelQueries({ queryKey: ['gates'] })
        await client.invalidateQueries({ queryKey: ['gates'] })
      },
    })
    await mutation.mutate({ gateId })
    expect(query.getCurrentResult().data).toMatchObject({ enabledAt: 'now' })
    waiting[0]?.(Response.json({ id: gateId, enabledAt: null }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(query.getCurrentResult().data).toMatchObject({ enabledAt: 'now' })
    expect(asked).toEqual([`GET ${gateId}`, 'PUT enable', `GET ${gateId}`])
  })
})
