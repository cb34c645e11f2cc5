import type { CallOptions, Caller } from './createTransport.ts'
import { LatchkeyError, PaginationError } from '../shared/errors.ts'
import { type Call, operation } from './operation.ts'

/** Where the next page of an offset list begins. */
export interface NextOffset {
  offset: number
}

/** Where the next page of a cursor list begins. */
export interface NextCursor {
  cursor: string
}

/** One page of a list. */
export interface Page<Item, Data, Next> {
  readonly items: Item[]
  /** The reply as it came. */
  readonly data: Data
  readonly response: Response
  /** How many records the whole list has; offset lists tell it. */
  readonly total?: number
  /** What to put into `query` to go on after this page; absent on the last page. */
  readonly next?: Next
}

/** How the pages of a list are fetched. */
export interface IterationOptions {
  /**
   * How many pages to ask for ahead: with 1, the next page is on its way while the loop works on this one. What is not
   * needed in the end is aborted.
   * @default 0
   */
  prefetch?: 0 | 1
}

/**
 * A call of a list: one page when awaited, all items when iterated. Each page is a request of its own: with
 * `idempotencyKey: true` each has a key of its own, and a key given as text goes along with the call's own request
 * alone.
 */
export interface ListCall<Data, Item, Next, Failure> extends Call<Data, Failure>, AsyncIterable<Item> {
  /**
   * All items, as the call itself gives them when it is iterated.
   *
   * @example for await (const user of users.list(api).items({ prefetch: 1 })) await greet(user)
   */
  items(options?: IterationOptions): AsyncGenerator<Item, void, undefined>
  /** All pages, each fetched when it is asked for, or one ahead. */
  pages(options?: IterationOptions): AsyncGenerator<Page<Item, Data, Next>, void, undefined>
  /**
   * All items in one array.
   *
   * @param options - `limit`: how many items at most; pages after it are not fetched.
   * @throws {@link TypeError} when the limit is no whole number from 0 on.
   */
  toArray(options?: { limit?: number }): Promise<Item[]>
}

/** How a kind of list finds its next page. */
export interface Paging<Next> {
  (query: Readonly<Record<string, unknown>>, page: Omit<Page<unknown, unknown, Next>, 'next'>): Next | undefined
  /** Fails before a page is asked for that was read before; `seen` is of one walk. */
  check?(query: Readonly<Record<string, unknown>>, seen: Set<unknown>, fail: (problem: string) => never): void
}

/**
 * The next page begins after this one's items, until the count is reached; without one, until a page is empty or short.
 */
export const offset: Paging<NextOffset> = (query, { items, total }) => {
  const { offset = 0, limit = 0 } = query as { offset?: number; limit?: number }
  const { length } = items
  return length && (total == null ? length >= limit : offset + length < total) ? { offset: offset + length } : undefined
}

/** The next page's cursor is in the reply, or in a header where the reply is a bare array. */
export const cursor: Paging<NextCursor> = /*#__PURE__*/ Object.assign<
  Paging<NextCursor>,
  Pick<Paging<NextCursor>, 'check'>
>(
  (_, { data, response }) => {
    const next = (data as { cursor?: unknown }).cursor ?? response.headers.get('x-next-cursor')
    return typeof next === 'string' && next ? { cursor: next } : undefined
  },
  {
    check(query, seen, fail) {
      if (!query.cursor) return
      if (seen.has(query.cursor)) fail('gave a cursor twice')
      seen.add(query.cursor)
    },
  },
)

/** A list operation as a function, from its description and how it is paged. */
export function listOperation<
  Input extends { query?: object },
  Data,
  Item,
  Next extends NextOffset | NextCursor,
  Failure,
>(
  line: string,
  paging: Paging<Next>,
): (client: Caller, input?: Input, options?: CallOptions) => ListCall<Data, Item, Next, Failure> {
  type Pages = AsyncGenerator<Page<Item, Data, Next>, void, undefined>
  const ask = operation<Input, Data, Failure>(line)
  const fail: (problem: string) => never = (problem) => {
    const [operation] = line.split(' ')
    throw new PaginationError(`${operation} ${problem}.`, { operation })
  }
  const list = (client: Caller, input?: Input, options: CallOptions = {}): ListCall<Data, Item, Next, Failure> => {
    const { signal: caller, idempotencyKey } = options
    const call = ask(client, input, options)
    // The call's own page is the first one of the first iteration; a later iteration asks anew.
    let first: Call<Data, Failure> | undefined = call

    const pages = (given?: IterationOptions): Pages => {
      // From now on the call's failure is that of the walk, however late it begins.
      call.catch(() => {})
      return walk(given)
    }

    async function* walk({ prefetch }: IterationOptions = {}): Pages {
      const own = new AbortController()
      const { signal } = own
      const seen = new Set<unknown>()
      const load = async (next?: Next): Promise<Page<Item, Data, Next>> => {
        const query: Record<string, unknown> = { ...input?.query, ...next }
        paging.check?.(query, seen, fail)
        // A key that is a text names one request: the call's own.
        const reply =
          first ??
          ask(client, { ...input, query } as Input, {
            ...options,
            signal,
            idempotencyKey: idempotencyKey === true || undefined,
          })
        first = undefined
        const { data, response } = await reply.withResponse()
        const items: Item[] = [data, ...Object.values(data ?? {})].find(Array.isArray) ?? fail('answered no list')
        const page = { items, data, response, total: (data as { count?: number }).count }
        return { ...page, next: paging(query, page) }
      }
      let page: Page<Item, Data, Next> | undefined
      let ahead: ReturnType<typeof load> | undefined
      caller?.addEventListener('abort', () => own.abort(caller.reason), { signal })
      try {
        do {
          caller?.throwIfAborted()
          page = await (ahead ?? load(page?.next))
          ahead = prefetch && page.next ? load(page.next) : undefined
          // It may fail while nobody waits for it, and is waited for later, if at all.
          ahead?.catch(() => {})
          yield page
        } while (page.next)
      } catch (error) {
        // The first page and a page ahead fail while nobody waits, so that their stack leads nowhere: this one leads to
        // the caller.
        if ((ahead || !page) && error instanceof LatchkeyError) error.stack += `\n${new Error().stack}`
        throw error
      } finally {
        own.abort()
      }
    }

    // A parameter is read when the function is called, and not when the iteration begins.
    async function* items(options?: IterationOptions, all = pages(options)): AsyncGenerator<Item, void, undefined> {
      for await (const page of all) {
        for (const item of page.items) {
          caller?.throwIfAborted()
          yield item
        }
      }
    }

    return Object.assign(call, {
      pages,
      items,
      [Symbol.asyncIterator]: items,
      async toArray({ limit = Infinity }: { limit?: number } = {}) {
        const all = items()
        if (!(limit >= 0) || limit % 1) throw new TypeError('"limit" must be a whole number.')
        const array: Item[] = []
        for await (const item of all) if (array.push(item) >= limit) break
        return limit ? array : []
      },
    })
  }
  return Object.assign(list, ask)
}
