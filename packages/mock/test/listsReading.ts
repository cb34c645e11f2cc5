import type { OperationId } from '@latchkey/types'
import { expect } from 'vitest'
import type { ListCase } from './listsCases.ts'
import type { Host, Place } from './listsPlaces.ts'

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

/** Fills and reads lists over a host. */
export function readerOf(host: Host) {
  const inputOf = (list: ListCase, { params, token }: Place, query: object) => ({
    params: { ...params, ...list.params },
    token,
    query: { ...list.query, ...query },
  })
  const keyOf = ({ key = 'id' }: ListCase, record: unknown) =>
    typeof key === 'function' ? key(record) : String(valueOf(record, key))

  return {
    async read(id: OperationId, list: ListCase, place: Place, query: object = {}): Promise<Page> {
      const { body, headers } = await host.call(id, inputOf(list, place, query))
      const found = list.in === undefined ? body : valueOf(body, list.in)
      expect(found, `${id} has a list`).toBeTypeOf('object')
      const records: unknown[] = Object.values(found as object)
      const [count, cursor] = [valueOf(body, 'count'), valueOf(body, 'cursor')]
      const next = typeof cursor === 'string' ? cursor : (headers.get('x-next-cursor') ?? undefined)
      return {
        records,
        keys: records.map((record) => keyOf(list, record)),
        count: typeof count === 'number' ? count : undefined,
        next,
      }
    },

    /** Makes the records from number `from` on. */
    async fill(list: ListCase, place: Place, count: number, from = 1): Promise<void> {
      for (let n = from; n < from + count; n++) await list.add?.(host, place, n)
    },

    /** Deletes records from the state, if the interface has no operation for it. */
    drop({ table = '' }: ListCase, ids: readonly string[]): void {
      const state = host.mock.export()
      const present = state.tables[table] as readonly { readonly id: string }[]
      const left = present.filter(({ id }) => !ids.includes(id))
      expect(left).toHaveLength(present.length - ids.length)
      host.mock.import({ ...state, tables: { ...state.tables, [table]: left } })
    },

    /** Status and code of a refused call. */
    async refused(id: OperationId, list: ListCase, place: Place, query: object): Promise<[number, string | undefined]> {
      const { status, code } = await host.refuse(id, inputOf(list, place, query))
      return [status, code]
    },
  }
}
