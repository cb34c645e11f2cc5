import type { CallOptions, Caller } from './calls/createTransport.ts'
import { PaginationError } from './shared/errors.ts'
import type { ListCall, NextCursor } from './calls/listOperation.ts'

/** An operation function of `@latchkey/client/operations`. */
export type QueryOperation<Input, Data> = (client: Caller, input: Input, options?: CallOptions) => PromiseLike<Data>

/** A list operation of `@latchkey/client/operations`. */
export type QueryListOperation<Input, Item, Next> = (
  client: Caller,
  input: Input,
  options?: CallOptions,
) => ListCall<unknown, Item, Next, unknown>

/**
 * Resource, operation id and input: `['gates', 'gates.get', { environmentId, gateId }]`. Each beginning of it names a
 * group, so `invalidateQueries({ queryKey: ['gates'] })` is about all that was read of gates.
 */
export type OperationKey = readonly [resource: string, operation: string, input?: object, part?: 'pages']

/** What a query cache can hold: where an operation answers nothing, `null`. */
export type QueryData<Data> = Data extends undefined ? null : Data

/** What a query is made of; `useQuery`, `queryClient.fetchQuery` and their like take it. */
export interface QueryOptions<Data> {
  queryKey: OperationKey
  queryFn: (context: { signal: AbortSignal }) => Promise<QueryData<Data>>
}

/** One page of an infinite query; plain, so that it can be kept and sent to a browser. */
export interface QueryPage<Item, Next> {
  items: Item[]
  /** How many records the whole list has, where the service tells it. */
  total?: number
  /** Where the next page begins; absent on the last one. */
  next?: Next
}

/** What an infinite query is made of; `useInfiniteQuery` and `queryClient.fetchInfiniteQuery` take it. */
export interface InfiniteQueryOptions<Item, Next> {
  queryKey: OperationKey
  queryFn: (context: { signal: AbortSignal; pageParam: Next | null }) => Promise<QueryPage<Item, Next>>
  initialPageParam: Next | null
  /**
   * Where the page after the last one begins, as `pageParams` holds it; undefined after the last page. Where its cursor
   * was given before, `isRepeated: true` is beside the cursor: there is a next page, and fetching it fails.
   */
  getNextPageParam: (
    lastPage: QueryPage<Item, Next>,
    allPages?: unknown,
    lastPageParam?: unknown,
    allPageParams?: readonly (Next | null)[],
  ) => Next | undefined
}

/** What a mutation is made of; `useMutation` takes it. */
export interface MutationOptions<Input, Data> {
  mutationKey: OperationKey
  mutationFn: (input: Input) => Promise<Data>
}

/** Makes a parameter one that can be left out, where the operation can be called without input. */
type Optional<Input> = undefined extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions]

/**
 * The key of a query. It holds the environment of the client where the input names none, and no header: those may be
 * secrets. It does not tell who reads, so clear the cache when another user signs in.
 *
 * @param operation - An operation function; any other one has no id.
 * @param client - Transport or client that the query calls through.
 * @param input - What the operation takes.
 * @throws {@link TypeError} when the function is no operation of this package.
 * @example queryClient.setQueryData(queryKey(gates.get, api, { gateId }), gate)
 */
export function queryKey<Input>(
  operation: QueryOperation<Input, unknown>,
  client: Caller,
  input?: Partial<NonNullable<Input>>,
): OperationKey {
  const { headers: _, ...shown }: Record<string, unknown> = { ...input }
  const { environmentId } = client
  return [...operationKey(operation), environmentId === undefined ? shown : { environmentId, ...dropUndefined(shown) }]
}

/**
 * A query that reads by an operation.
 *
 * @param operation - An operation function, such as `gates.get`.
 * @param client - Transport or client to call through.
 * @param input - What the operation takes; part of the key.
 * @param options - As those of the operation, for each call of the query; its signal is the query's.
 * @throws {@link TypeError} when the function is no operation of this package.
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
 * An infinite query over the pages of a list, by offset or cursor.
 *
 * A cursor that comes again makes the page after it fail with a {@link PaginationError}; the pages before it stay. With
 * `maxPages` only the cursors of the pages that are kept are known. A page has the `idempotencyKey` of the options
 * where that is `true`, and the first page alone where it is a text.
 *
 * @param operation - A list operation, such as `users.list`.
 * @param client - Transport or client to call through.
 * @param input - What the operation takes; part of the key. An `offset` or `cursor` in its query is where it begins.
 * @param options - As those of the operation, for each call of the query; its signal is the query's.
 * @throws {@link TypeError} when the function is no operation of this package.
 * @example useInfiniteQuery(infiniteQueryOptions(users.list, api, { query: { limit: 50 } }))
 */
export function infiniteQueryOptions<Input extends { query?: object } | undefined, Item, Next>(
  operation: QueryListOperation<Input, Item, Next>,
  client: Caller,
  ...[input, options]: Optional<Input>
): InfiniteQueryOptions<Item, Next> {
  const [resource, id, shown] = queryKey(operation, client, input as Partial<NonNullable<Input>>)
  const cursorOf = (param?: Next | null): unknown =>
    ((param ?? input?.query) as Partial<NextCursor> | undefined)?.cursor
  return {
    queryKey: [resource, id, shown, 'pages'],
    async queryFn({ signal, pageParam }) {
      const { isRepeated, ...start } = { ...pageParam } as Repeated
      if (isRepeated) throw new PaginationError(`${id} gave a cursor twice.`, { operation: id })
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
    // Not undefined, which JSON has no word for: a cache that was sent to a browser is the same there.
    initialPageParam: null,
    // It must not throw: observers ask it, too, whether there is another page.
    getNextPageParam({ next }, _pages, _param, params = []) {
      const cursor = next && cursorOf(next)
      if (cursor === undefined || params.every((param) => cursorOf(param) !== cursor)) return next
      return { ...(next as Next), isRepeated: true } satisfies Repeated
    },
  }
}

/** What marks the beginning of a page whose cursor was given before: fetching it fails. */
interface Repeated {
  isRepeated?: true
}

/** A key that is a text names one request, and a later page is another one. */
function laterPage({ idempotencyKey }: CallOptions = {}): CallOptions {
  return { idempotencyKey: idempotencyKey === true || undefined }
}

/**
 * A mutation by an operation; its variable is the operation's input.
 *
 * @param operation - An operation function, such as `gates.enable`.
 * @param client - Transport or client to call through.
 * @param options - As those of the operation, for each call of the mutation.
 * @throws {@link TypeError} when the function is no operation of this package.
 * @example useMutation({ ...mutationOptions(gates.enable, api), onSuccess: () => queryClient.invalidateQueries({ queryKey: ['gates'] }) })
 */
export function mutationOptions<Input, Data>(
  operation: QueryOperation<Input, Data>,
  client: Caller,
  options?: CallOptions,
): MutationOptions<Input, Data> {
  return { mutationKey: operationKey(operation), mutationFn: async (input) => operation(client, input, options) }
}

function operationKey(operation: object): readonly [resource: string, operation: string] {
  const { line } = operation as { line?: unknown }
  if (typeof line !== 'string')
    throw new TypeError(
      'Failed to make a query: the function is no operation of this package, so it has no id to make a key of.',
    )
  const [id = ''] = line.split(' ', 1)
  return [id.slice(0, id.indexOf('.')), id]
}

/** Without what is undefined, which would hide the client's own environment. */
function dropUndefined(record: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
