import type { CallOptions, Caller } from './createTransport.ts'
import { PaginationError } from './errors.ts'
import { type Call, send, toCall, type WithResponse } from './operation.ts'

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

/** A call of a list: one page when awaited, all items when iterated. */
export interface ListCall<Data, Item, Next, Failure> extends Call<Data, Failure>, AsyncIterable<Item> {
  /** All pages, each fetched when it is asked for. */
  pages(): AsyncGenerator<Page<Item, Data, Next>, void, undefined>
  /**
   * All items in one array.
   *
   * @param options - `limit`: how many items at most; pages after it are not fetched.
   * @throws {@link TypeError} when the limit is no whole number from 0 on.
   */
  toArray(options?: { limit?: number }): Promise<Item[]>
}

/** How a kind of list finds its next page. */
export type Paging<Next> = (query: Readonly<Record<string, unknown>>, items: readonly unknown[], data: unknown, response: Response) => Next | undefined

/** The next page begins after this one's items, as long as the count is not reached. */
export const offset: Paging<NextOffset> = (query, items, data) => {
  const end = Number(query.offset ?? 0) + items.length
  const total = totalOf(data)
  return items.length > 0 && (total === undefined || end < total) ? { offset: end } : undefined
}

/** The next page's cursor is in the reply, or in a header where the reply is a bare array. */
export const cursor: Paging<NextCursor> = (_query, _items, data, response) => {
  const next = (data as { cursor?: unknown }).cursor ?? response.headers.get('x-next-cursor')
  return typeof next === 'string' && next ? { cursor: next } : undefined
}

/** A list operation as a function, from its description and how it is paged. */
export function listOperation<Input extends { query?: object }, Data, Item, Next extends NextOffset | NextCursor, Failure>(
  line: string,
  paging: Paging<Next>,
): (client: Caller, input?: Input, options?: CallOptions) => ListCall<Data, Item, Next, Failure> {
  return (client, input, options) => {
    const load = (query?: object): Call<Data, Failure> =>
      toCall(send<Data, Failure>(client, line, query ? { ...input, query } : input, options))
    const call = load()
    // The call's own page is the first one of the first iteration; a later iteration asks anew.
    let first: Call<Data, Failure> | undefined = call

    async function* pages(): AsyncGenerator<Page<Item, Data, Next>, void, undefined> {
      let query: Record<string, unknown> = { ...input?.query }
      const seen = new Set([query.cursor])
      let reply = first ?? load(query)
      first = undefined
      for (;;) {
        const page = toPage<Item, Data, Next>(await reply.withResponse(), query, paging, line)
        yield page
        if (!page.next) return
        query = { ...input?.query, ...page.next }
        if (query.cursor !== undefined && seen.size === seen.add(query.cursor).size) {
          throw fail(line, 'gave a cursor again that it gave before, so its pages would never end')
        }
        options?.signal?.throwIfAborted()
        reply = load(query)
      }
    }

    async function* items(): AsyncGenerator<Item, void, undefined> {
      for await (const page of pages()) {
        for (const item of page.items) {
          options?.signal?.throwIfAborted()
          yield item
        }
      }
    }

    return Object.assign(call, {
      pages,
      [Symbol.asyncIterator]: items,
      async toArray({ limit = Infinity }: { limit?: number } = {}) {
        // The call is read here alone; should the limit be refused, its failure is nobody's.
        call.catch(() => {})
        if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 0)) {
          throw new TypeError('Failed to call "toArray()": "limit" must be a whole number from 0 on.')
        }
        const array: Item[] = []
        if (limit > 0) {
          for await (const item of items()) if (array.push(item) >= limit) break
        } else await call
        return array
      },
    })
  }
}

function toPage<Item, Data, Next>(
  { data, response }: WithResponse<Data>,
  query: Readonly<Record<string, unknown>>,
  paging: Paging<Next>,
  line: string,
): Page<Item, Data, Next> {
  const items: unknown = Array.isArray(data) ? data : Object.values(data ?? {}).find(Array.isArray)
  if (!Array.isArray(items)) throw fail(line, 'answered a page without a list')
  return { items: items as Item[], data, response, total: totalOf(data), next: paging(query, items, data, response) }
}

function totalOf(data: unknown): number | undefined {
  const { count } = data as { count?: unknown }
  return typeof count === 'number' ? count : undefined
}

function fail(line: string, problem: string): PaginationError {
  const operation = line.split(' ', 1)[0]
  return new PaginationError(`${operation} ${problem}.`, { operation })
}
