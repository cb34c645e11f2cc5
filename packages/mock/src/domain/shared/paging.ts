import { decodeBase64url, encodeBase64url } from '@latchkey/base/base64url'
import { hmacSha256, isSameText } from '@latchkey/crypto/hmac'
import type { StoredRecord } from '@latchkey/store/order'
import type { RunGroup } from '@latchkey/store/runGroups'
import type { IndexColumns } from '@latchkey/store/table'
import type { Given } from '@latchkey/store/tableReader'
import type { WritableTable } from '@latchkey/store/tableWriter'
import type { OperationId, OperationTable } from '@latchkey/types'
import type { Backend } from './backend.ts'
import { assert } from './errors.ts'

/** The query of an offset list. The schema checks the range of `offset` and `limit`. */
export interface OffsetQuery {
  readonly orderBy?: string
  /** @default 0 */
  readonly offset?: number
  /** @default 20 */
  readonly limit?: number
}

/** The indexes that order an offset list, by column: exactly the columns that the document names. */
export type OrderColumns<Id extends OrderedList> = Record<OperationTable[Id]['orderBy'][number], `by${string}`>
type OrderedList = {
  [Id in OperationId]: OperationTable[Id] extends { orderBy: readonly string[] } ? Id : never
}[OperationId]

export interface OffsetList<R, K extends string> {
  /** The index of each column that the list can be ordered by; it starts with the partition's columns. */
  readonly columns: Readonly<Record<string, K>>
  /** Order without `orderBy`, such as `createdAt-desc`. */
  readonly fallback: string
  /** Filters records, keeping their order. Without a filter, only the page is read. */
  readonly keep?: (records: readonly R[]) => readonly R[]
  /** Whether `keep` keeps no record of a group. It may say no although there is none. */
  readonly skips?: ((group: RunGroup<R>) => boolean) | undefined
}

/**
 * One page of an offset list, and how many records the list has in all.
 *
 * @throws {@link DomainError} `invalidOrder` for a column that cannot order the list
 */
export function pageOf<R extends StoredRecord, I extends IndexColumns, K extends keyof I & string>(
  collection: WritableTable<R, I>,
  { orderBy, offset = 0, limit = 20 }: OffsetQuery,
  {
    partition,
    columns,
    fallback,
    keep,
    skips,
  }: OffsetList<R, K> & {
    /** Values of the columns that all indexes of the list begin with, such as the environment's id. */
    readonly partition: Given<R, I[K]>
  },
): { items: R[]; total: number } {
  const [column = '', direction] = (orderBy ?? fallback).split('-')
  const index = Object.hasOwn(columns, column) ? columns[column] : undefined
  assert(index, 'invalidOrder', {
    message: `orderBy must be one of ${Object.keys(columns).join(', ')}, each with -asc or -desc.`,
  })
  const descending = direction === 'desc'
  if (!keep)
    return {
      items: collection.page(index, partition, { offset, limit, descending }),
      total: collection.count(index, partition),
    }
  const items: R[] = []
  let total = 0
  const groups = collection.groups(index, partition).filter((group) => !skips?.(group))
  const runs = inOrder(groups, descending).flatMap((group) => inOrder(group.runs(), descending))
  for (const run of runs) {
    const matching = keep(run)
    const start = Math.max(0, offset - total)
    if (start < matching.length && items.length < limit)
      items.push(...(descending ? matching.toReversed() : matching).slice(start, start + limit - items.length))
    total += matching.length
  }
  return { items, total }
}

const inOrder = <T>(items: T[], descending: boolean) => (descending ? items.reverse() : items)

/** The cursor of a last page in a reply that always has one. It leads nowhere: a request with it is refused. */
export const lastPage = ''

/** The list that a cursor belongs to, with the ids that delimit it (environment, parent) and its filters. */
export interface CursorScope {
  readonly list: string
  readonly within: readonly string[]
  readonly filters?: Readonly<Record<string, string | undefined>>
}

/** Where a list continues: the order columns and the id of the last record that was shown. */
export type CursorPosition = Readonly<Record<string, string | number>>

/** An opaque cursor (base64url) that only the same list with the same filters accepts. */
export function encodeCursor(backend: Backend, scope: CursorScope, position: CursorPosition): string {
  const payload = JSON.stringify(position)
  return encodeBase64url(new TextEncoder().encode(cursorMac(backend, scope, payload) + payload))
}

/** @throws {@link DomainError} `invalidCursor` for a cursor that was changed or belongs to another list */
export function decodeCursor<P extends CursorPosition>(backend: Backend, scope: CursorScope, cursor: string): P {
  const bytes = decodeBase64url(cursor)
  assert(bytes, 'invalidCursor')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const [mac, payload] = [text.slice(0, macLength), text.slice(macLength)]
  assert(isSameText(mac, cursorMac(backend, scope, payload)), 'invalidCursor')
  return JSON.parse(payload) as P
}

/** One page of a cursor list; `next` is absent on the last one. */
export function cursorPage<R, P extends CursorPosition>(
  backend: Backend,
  scope: CursorScope,
  {
    cursor,
    limit = 50,
    read,
    position,
  }: {
    /** The cursor that was sent, if one was. */
    cursor: string | undefined
    limit?: number
    /** Reads the records after a position, or from the start. */
    read: (after: P | undefined, limit: number) => readonly R[]
    position: (record: R) => P
  },
): { items: R[]; next?: string } {
  const after = cursor === undefined ? undefined : decodeCursor<P>(backend, scope, cursor)
  const records = read(after, limit + 1)
  const items = records.slice(0, limit)
  const last = items.at(-1)
  return last && records.length > limit ? { items, next: encodeCursor(backend, scope, position(last)) } : { items }
}

/** 128 bits in hex. */
const macLength = 32

function cursorMac({ cursorKey }: Backend, { list, within, filters = {} }: CursorScope, payload: string): string {
  const setFilters = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return hmacSha256(cursorKey, JSON.stringify(['cursor', list, within, setFilters, payload])).slice(0, macLength)
}
