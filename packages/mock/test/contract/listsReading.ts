import type { OperationId } from '@latchkey/types'
import { expect } from 'vitest'
import { tables } from '../../src/store/tables.ts'
import type { ListCase } from './listsCases.ts'
import type { Host, ListContext } from './listsPlaces.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** One page of a list, or all of it. */
export interface Page {
  /** The keys of the records. */
  readonly keys: string[]
  readonly records: readonly unknown[]
  readonly count: number | undefined
  /** Cursor of the next page. */
  readonly next: string | undefined
}

/** A property of anything; `undefined` where there is none. */
export function valueOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

/** A list, and where it is read. */
interface ListAt {
  readonly id: OperationId
  readonly list: ListCase
  readonly place: ListContext
}

/** Fills and reads lists over a host. */
export function readerOf(host: Host) {
  const inputOf = (list: ListCase, { params, token }: ListContext, query: object) => ({
    params: { ...params, ...list.params },
    token,
    query: { ...list.query, ...query },
  })
  const keyOf = ({ key = 'id' }: ListCase, record: unknown) =>
    typeof key === 'function' ? key(record) : String(valueOf(record, key))

  return {
    async read({ id, list, place }: ListAt, query: object = {}): Promise<Page> {
      const { body, headers } = await host.call(id, inputOf(list, place, query))
      const listed = list.in === undefined ? body : valueOf(body, list.in)
      expect(listed, `${id} has a list`).toBeTypeOf('object')
      const records: unknown[] = Object.values(listed as object)
      const [count, cursor] = [valueOf(body, 'count'), valueOf(body, 'cursor')]
      // An empty cursor is that of the last page.
      const next = typeof cursor === 'string' ? cursor || undefined : (headers.get('x-next-cursor') ?? undefined)
      return {
        records,
        keys: records.map((record) => keyOf(list, record)),
        count: typeof count === 'number' ? count : undefined,
        next,
      }
    },

    /** Makes the records from number `from` on. */
    async fill({ list, place }: Omit<ListAt, 'id'>, count: number, from = 1): Promise<void> {
      for (let n = from; n < from + count; n++) await list.add?.(host, place, n)
    },

    /** Deletes records from the state with all that they own, if the interface has no operation for it. */
    drop({ table = '' }: ListCase, ids: readonly string[]): void {
      const state = host.mock.export()
      const gone = new Set(ids)
      const isGone = (name: string, record: Row) =>
        gone.has(record.id) ||
        tables[name as keyof typeof tables].owners.some(({ column }) => gone.has(record[column] as string))
      let left = state.tables as Readonly<Record<string, readonly Row[]>>
      let size: number
      do {
        size = gone.size
        for (const [name, records] of Object.entries(left))
          for (const record of records) if (isGone(name, record)) gone.add(record.id)
      } while (gone.size > size)
      const present = left[table]?.length ?? 0
      left = Object.fromEntries(
        Object.entries(left).map(([name, rows]) => [name, rows.filter(({ id }) => !gone.has(id))]),
      )
      expect(left[table]).toHaveLength(present - ids.length)
      host.mock.import({ ...state, tables: left })
    },

    /** Status and code of a refused call. */
    async refused({ id, list, place }: ListAt, query: object): Promise<[number, string | undefined]> {
      const { status, code } = await host.refuse(id, inputOf(list, place, query))
      return [status, code]
    },
  }
}
