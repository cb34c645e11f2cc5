import { LatchkeyError, PaginationError } from '../shared/errors.ts'
import { onAbort } from '../shared/onAbort.ts'
import type { CallOptions, Caller } from './createTransport.ts'
import { type Call, operation } from './operation.ts'

/** Where the next page of an offset list begins. */
export interface NextOffset {
  /** How many records come before the page. */
  offset: number
}

/** Where the next page of a cursor list begins. */
export interface NextCursor {
  /** The text that the service returned with the page before. */
  cursor: string
}

/** One page of a list. */
export interface Page<Item, Data, Next> {
  /** The records of the page. */
  readonly items: Item[]
  /** The whole reply, decoded. */
  readonly data: Data
  readonly response: Response
  /** Number of records in the whole list; only offset lists have it. */
  readonly total?: number | undefined
  /** The query parameters of the next page; absent on the last page. */
  readonly next?: Next | undefined
}

/** How the pages of a list are fetched. */
export interface IterationOptions {
  /**
   * Number of pages to request ahead: with 1, the next page loads while the loop works on this one. Leaving the loop
   * aborts that request.
   * @default 0
   */
  prefetch?: 0 | 1
}

/**
 * A call of a list: `await` returns one page, and a loop gets all items. Each page is a separate request. With
 * `idempotencyKey: true`, each page has its own key; a string is the key of the first page only.
 *
 * An offset list is read by position. If its total shrinks while a loop runs, the iteration goes back by the difference
 * and passes each id once. So a loop may remove the records that it gets. If records are also added meanwhile, or if
 * the list has no total, read the whole list before you change it: `toArray()`.
 */
export interface ListCall<Data, Item, Next, Failure> extends Call<Data, Failure>, AsyncIterable<Item> {
  /**
   * Iterates over all items, like a loop over the call itself, but with options.
   *
   * @example for await (const user of users.list(api).items({ prefetch: 1 })) await greet(user)
   */
  items(options?: IterationOptions): AsyncGenerator<Item, void, undefined>
  /** Iterates over all pages. Each is fetched when the loop asks for it, or one page ahead. */
  pages(options?: IterationOptions): AsyncGenerator<Page<Item, Data, Next>, void, undefined>
  /**
   * Reads all items into one array.
   *
   * @param options - `limit`: maximum number of items; later pages are not fetched.
   * @throws {@link TypeError} when the limit is not a whole number of at least 0.
   */
  toArray(options?: { limit?: number }): Promise<Item[]>
}

/** How a kind of list finds its next page. */
export interface Paging<Next> {
  (query: Readonly<Record<string, unknown>>, page: Omit<Page<unknown, unknown, Next>, 'next'>): Next | undefined
  /** Throws instead of requesting a page a second time. `seen` has the cursors of one iteration. */
  check?(query: Readonly<Record<string, unknown>>, seen: Set<unknown>, fail: (problem: string) => never): void
}

/**
 * The next page starts after this one's items, until the count is reached. Without a count, an empty or short page is
 * the last.
 */
export const offset: Paging<NextOffset> = (query, { items, total }) => {
  const { offset = 0, limit = 0 } = query as { offset?: number; limit?: number }
  const next = offset + items.length
  const hasNext = total == null ? items.length >= limit : next < total
  return items.length > 0 && hasNext ? { offset: next } : undefined
}

/** The next page's cursor is in the reply, or in a header if the reply is a bare array. */
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
      if (seen.has(query.cursor)) fail('repeated a cursor')
      seen.add(query.cursor)
    },
  },
)

/** Creates the function of a list operation, from its description and its way of paging. */
export function listOperation<
  Input extends { query?: object | undefined },
  Data,
  Item,
  Next extends NextOffset | NextCursor,
  Failure,
>(
  line: string,
  paging: Paging<Next>,
): (client: Caller, input?: Input, options?: CallOptions) => ListCall<Data, Item, Next, Failure> {
  type Loaded = Page<Item, Data, Next>
  const ask = operation<Input, Data, Failure>(line)
  const isByPosition = (paging as unknown) === offset
  const fail: (problem: string) => never = (problem) => {
    const [operation] = line.split(' ')
    throw new PaginationError(`${operation} ${problem}.`, { operation })
  }
  const list = (client: Caller, input?: Input, options: CallOptions = {}): ListCall<Data, Item, Next, Failure> => {
    const { signal: caller, idempotencyKey } = options
    const call = ask(client, input, options)
    // The first iteration starts with the page of the call itself; a later iteration requests the first page again.
    let first: Call<Data, Failure> | undefined = call

    const pages = ({ prefetch }: IterationOptions = {}) => {
      // From now on the iteration reports the call's failure, even if it starts late.
      call.catch(() => {})
      const seen = new Set<unknown>()
      const isNew = createNovelty()
      let count: number | undefined
      const load = async (signal: AbortSignal, next?: Next): Promise<Loaded> => {
        const query: Record<string, unknown> = { ...input?.query, ...next }
        paging.check?.(query, seen, fail)
        // A key that is a text belongs to one request, that of the call itself.
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
        if (!isByPosition) return { ...page, next: paging(query, page) }
        const removed = (count ?? 0) - (page.total ?? 0)
        count = page.total
        const { offset: start = 0 } = { ...next } as Partial<NextOffset>
        // Records in front of this page are gone, so others have moved there that no page had.
        if (start && removed > 0) return load(signal, { offset: Math.max(0, start - removed) } as Next)
        return { ...page, items: items.filter(isNew), next: paging(query, page) }
      }
      return walk(load, caller, prefetch)
    }

    // Reads the parameters when the function is called, not when the iteration starts.
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

/** Creates a filter for the records of several pages: it passes each once, by its id. */
function createNovelty(): (record: unknown) => boolean {
  const ids = new Set<unknown>()
  return (record) => {
    const { id } = Object(record) as { id?: unknown }
    if (ids.has(id)) return false
    if (id !== undefined) ids.add(id)
    return true
  }
}

/** Yields pages. Each is loaded when the loop asks for it, or one page ahead, until the last page or an abort. */
async function* walk<Next, Loaded extends { readonly next?: Next | undefined }>(
  load: (signal: AbortSignal, next?: Next) => Promise<Loaded>,
  caller: AbortSignal | undefined,
  prefetch?: 0 | 1,
): AsyncGenerator<Loaded, void, undefined> {
  const controller = new AbortController()
  const { signal } = controller
  let page: Loaded | undefined
  let ahead: Promise<Loaded> | undefined
  const unfollow = caller && onAbort(caller, () => controller.abort(caller.reason))
  try {
    do {
      caller?.throwIfAborted()
      page = await (ahead ?? load(signal, page?.next))
      ahead = prefetch && page.next ? load(signal, page.next) : undefined
      // It may fail before anybody awaits it, and possibly nobody ever does.
      ahead?.catch(() => {})
      yield page
    } while (page.next)
  } catch (error) {
    // The first page and a prefetched page fail while nobody waits, so their stack does not name the caller. This
    // stack does.
    if ((ahead || !page) && error instanceof LatchkeyError) error.stack += `\n${new Error().stack}`
    throw error
  } finally {
    unfollow?.()
    controller.abort()
  }
}
