import type { DataTag, InfiniteData } from '@tanstack/query-core'
import { assertCaller } from './calls/assertCaller.ts'
import type { CallOptions, Caller } from './calls/createTransport.ts'
import type { ListCall, NextCursor } from './calls/listOperation.ts'
import { PaginationError } from './shared/errors.ts'

/** An operation function of `@latchkey/client/operations`. */
export type QueryOperation<Input, Data> = (client: Caller, input: Input, options?: CallOptions) => PromiseLike<Data>

/** A list operation of `@latchkey/client/operations`. */
export type QueryListOperation<Input, Item, Next> = (
  client: Caller,
  input: Input,
  options?: CallOptions,
) => ListCall<unknown, Item, Next, unknown>

/**
 * The key of a query: resource, operation id and input, such as `['gates', 'gates.get', { environmentId, gateId }]`.
 * The beginning of a key names a group: `invalidateQueries({ queryKey: ['gates'] })` invalidates every query of gates.
 */
export type OperationKey = readonly [resource: string, operation: string, input?: object | undefined, part?: 'pages']

/**
 * A key that carries the type of its data, so that `getQueryData(key)` and `setQueryData(key, data)` are typed. If the
 * compiler does not find `@tanstack/query-core`, the key carries no type.
 */
export type TaggedKey<Data> = [0] extends [1 & DataTag<OperationKey, Data>] ? OperationKey : DataTag<OperationKey, Data>

/** The data of a query: `null` if the operation has no reply data, because a query cache cannot store undefined. */
export type QueryData<Data> = Data extends undefined ? null : Data

/** Options for `useQuery`, `queryClient.fetchQuery` and similar functions. */
export interface QueryOptions<Data> {
  queryKey: TaggedKey<QueryData<Data>>
  queryFn: (context: { signal: AbortSignal }) => Promise<QueryData<Data>>
}

/** One page of an infinite query: plain data, so that it can be stored and sent to a browser. */
export interface QueryPage<Item, Next> {
  items: Item[]
  /** Number of records in the whole list, if the service reports it. */
  total?: number
  /** The query parameters of the next page; absent on the last page. */
  next?: Next
}

/** Options for `useInfiniteQuery` and `queryClient.fetchInfiniteQuery`. */
export interface InfiniteQueryOptions<Item, Next> {
  queryKey: TaggedKey<InfiniteData<QueryPage<Item, Next>, Next | null>>
  queryFn: (context: { signal: AbortSignal; pageParam: Next | null }) => Promise<QueryPage<Item, Next>>
  initialPageParam: Next | null
  /**
   * Returns the page parameter of the next page; undefined after the last page. If the cursor repeats an earlier one,
   * the parameter also has `isRepeated: true`: fetching that page fails.
   */
  // TanStack Query dictates the four.
  // oxlint-disable-next-line max-params
  getNextPageParam: (
    lastPage: QueryPage<Item, Next>,
    allPages?: unknown,
    lastPageParam?: unknown,
    allPageParams?: readonly (Next | null)[],
  ) => Next | undefined
}

/** Options for `useMutation`. */
export interface MutationOptions<Input, Data> {
  mutationKey: OperationKey
  mutationFn: (input: Input) => Promise<Data>
}

/** Makes the input parameter optional if the operation can be called without input. */
type Optional<Input> = undefined extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions]

/**
 * Creates the key of a query. If the input has no environment, the key has the environment of the client. The key does
 * not contain headers, because they may be secret. It does not contain the user either, so clear the cache when another
 * user signs in.
 *
 * @param operation - An operation function.
 * @param client - Transport or client that the query calls through.
 * @param input - The input of the operation.
 * @throws {@link TypeError} when `operation` is not an operation of this package, or the client is missing.
 * @example queryClient.setQueryData(queryKey(gates.get, api, { gateId }), gate)
 */
export function queryKey<Input, Data>(
  operation: QueryOperation<Input, Data>,
  client: Caller,
  input?: Partial<NonNullable<Input>>,
): TaggedKey<QueryData<Data>> {
  return keyOf(operation, client, input) as TaggedKey<QueryData<Data>>
}

function keyOf(operation: object, client: Caller, input?: object): OperationKey {
  assertCaller(client)
  const { environmentId } = client
  const { headers: _, ...shown }: Record<string, unknown> = { ...input }
  return [...operationKey(operation), environmentId === undefined ? shown : { environmentId, ...dropUndefined(shown) }]
}

/**
 * Creates the options of a query that calls an operation.
 *
 * @param operation - An operation function, such as `gates.get`.
 * @param client - Transport or client to call through.
 * @param input - The input of the operation; it is a part of the key.
 * @param options - The options of each call. The query sets the `signal`.
 * @throws {@link TypeError} when `operation` is not an operation of this package, or the client is missing.
 * @example useQuery(queryOptions(gates.get, api, { gateId }))
 */
export function queryOptions<Input, Data>(
  operation: QueryOperation<Input, Data>,
  client: Caller,
  ...[input, options]: Optional<Input>
): QueryOptions<Data> {
  return {
    queryKey: queryKey(operation, client, input as Partial<NonNullable<Input>>),
    async queryFn({ signal }) {
      const data = await operation(client, input as Input, { ...options, signal })
      return (data ?? null) as QueryData<Data>
    },
  }
}

/**
 * Creates the options of an infinite query over the pages of a list, by offset or cursor.
 *
 * A list with `offset` is read by position. If a record of an earlier page is removed before the next page is fetched,
 * that page leaves one out, and its `total` is smaller than those of the earlier pages. `invalidateQueries` and
 * `refetch` read all pages again, and so correct this. A page cannot go back by itself, as the iteration of a list
 * does, because it does not know the other pages.
 *
 * If a cursor repeats, fetching the next page fails with a {@link PaginationError}; the pages before it stay. With
 * `maxPages`, only the cursors of the stored pages are compared. `idempotencyKey: true` gives each page a key; a string
 * is the key of the first page only.
 *
 * @param operation - A list operation, such as `users.list`.
 * @param client - Transport or client to call through.
 * @param input - The input of the operation; it is a part of the key. The first page starts at the `offset` or `cursor`
 *   of its query.
 * @param options - The options of each call. The query sets the `signal`.
 * @throws {@link TypeError} when `operation` is not an operation of this package, or the client is missing.
 * @example useInfiniteQuery(infiniteQueryOptions(users.list, api, { query: { limit: 50 } }))
 */
export function infiniteQueryOptions<Input extends { query?: object } | undefined, Item, Next>(
  operation: QueryListOperation<Input, Item, Next>,
  client: Caller,
  ...[input, options]: Optional<Input>
): InfiniteQueryOptions<Item, Next> {
  const [resource, id, shown] = keyOf(operation, client, input)
  const key: OperationKey = [resource, id, shown, 'pages']
  const cursorOf = (param?: Next | null): unknown =>
    ((param ?? input?.query) as Partial<NextCursor> | undefined)?.cursor
  return {
    queryKey: key as InfiniteQueryOptions<Item, Next>['queryKey'],
    async queryFn({ signal, pageParam }) {
      const { isRepeated, ...start } = { ...pageParam } as Repeated
      if (isRepeated) throw new PaginationError(`${id} repeated a cursor.`, { operation: id })
      const list = operation(client, { ...input, query: { ...input?.query, ...start } } as Input, {
        ...options,
        ...(pageParam && laterPage(options)),
        signal,
      })
      for await (const { items, total, next } of list.pages()) {
        return { items, ...(total !== undefined && { total }), ...(next && { next }) }
      }
      return { items: [] }
    },
    // Not undefined, which JSON does not have: a cache that is sent to a browser stays the same.
    initialPageParam: null,
    // This function must not throw: observers also call it to find out whether there is another page.
    // oxlint-disable-next-line max-params
    getNextPageParam({ next }, _pages, _param, params = []) {
      const cursor = next && cursorOf(next)
      if (cursor === undefined || params.every((param) => cursorOf(param) !== cursor)) return next
      return { ...(next as Next), isRepeated: true } satisfies Repeated
    },
  }
}

/** The mark of a page whose cursor repeats an earlier one: fetching it fails. */
interface Repeated {
  isRepeated?: true
}

/** A key that is a text belongs to one request, and a later page is another request. */
function laterPage({ idempotencyKey }: CallOptions = {}): CallOptions {
  return { idempotencyKey: idempotencyKey === true || undefined }
}

/**
 * Creates the options of a mutation that calls an operation. Its variable is the input of the operation.
 *
 * Cancel the queries that the mutation changes before you invalidate them. Otherwise, TanStack Query would join a first
 * request that is still under way, whose reply may be older than the mutation.
 *
 * @param operation - An operation function, such as `gates.enable`.
 * @param client - Transport or client to call through.
 * @param options - The options of each call.
 * @throws {@link TypeError} when `operation` is not an operation of this package, or the client is missing.
 * @example
 * useMutation({
 *   ...mutationOptions(gates.enable, api),
 *   onSuccess: async () => {
 *     await queryClient.cancelQueries({ queryKey: ['gates'] })
 *     await queryClient.invalidateQueries({ queryKey: ['gates'] })
 *   },
 * })
 */
export function mutationOptions<Input, Data>(
  operation: QueryOperation<Input, Data>,
  client: Caller,
  options?: CallOptions,
): MutationOptions<Input, Data> {
  assertCaller(client)
  return { mutationKey: operationKey(operation), mutationFn: async (input) => operation(client, input, options) }
}

function operationKey(operation: object): readonly [resource: string, operation: string] {
  const { line } = Object(operation) as { line?: unknown }
  if (typeof line !== 'string')
    throw new TypeError(
      'Failed to create the options of a query: "operation" must be an operation of this package, such as gates.get.',
    )
  const [id = ''] = line.split(' ', 1)
  return [id.slice(0, id.indexOf('.')), id]
}

/** The input without undefined fields, which would hide the environment of the client. */
function dropUndefined(record: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
