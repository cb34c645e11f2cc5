import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { lists } from './listsCases.ts'
import type { ListContext, Side } from './listsPlaces.ts'
import { type Page, readerOf, valueOf } from './listsReading.ts'

const host = createHost()
const { read, fill, drop, refused } = readerOf(host)

const rows: readonly (readonly [OperationId, OperationRow])[] = Object.entries(operationTable) as [
  OperationId,
  OperationRow,
][]
/** Whether the document has a list here: by the name of the operation, or by its pages. */
const isList = ([id, { paging, query = {} }]: readonly [OperationId, OperationRow]) =>
  /\.list(?![a-z])/.test(id) || paging !== undefined || 'offset' in query || 'cursor' in query
/** An offset that is a text is a cursor of its operation's own; the tests of the operation show its pages. */
const isByOffset = ({ paging, query = {} }: OperationRow) => paging === 'offset' || query.offset === 'integer'
const isByCursor = ({ paging, query = {} }: OperationRow) => paging === 'cursor' || 'cursor' in query

const kindOf = (row: OperationRow) => {
  if (isByOffset(row)) return 'offset'
  return isByCursor(row) ? 'cursor' : 'plain'
}
const casesOf = (kind: 'offset' | 'cursor' | 'plain') =>
  rows.filter(isList).flatMap(([id, row]) => {
    const list = lists[id]
    return list && kindOf(row) === kind ? [{ id, row, list }] : []
  })

describe('the table of lists', () => {
  it('has every list of the document, and nothing else', () => {
    expect(Object.keys(lists).sort()).toEqual(
      rows
        .filter(isList)
        .map(([id]) => id)
        .sort(),
    )
  })
})

describe.each(casesOf('offset'))('$id, by offset', ({ id, row, list }) => {
  it('returns every record once, with any page size', async () => {
    const place = await list.place(host, 'here')
    await fill({ list, place }, 5)
    const all = await read({ id, list, place }, { limit: 100 })
    expect(new Set(all.keys).size).toBeGreaterThanOrEqual(5)
    for (const limit of [1, 2, 3, all.keys.length]) {
      const joined: string[] = []
      for (let offset = 0; offset < all.keys.length; offset += limit) {
        const page = await read({ id, list, place }, { offset, limit })
        expect(page.keys).toHaveLength(Math.min(limit, all.keys.length - offset))
        expect(page.count).toBe(all.count)
        joined.push(...page.keys)
      }
      expect(joined).toEqual(all.keys)
    }
    if (all.count !== undefined) expect(all.count).toBe(all.keys.length)
    expect((await read({ id, list, place })).keys).toEqual(all.keys)
  })

  it('returns an empty page beyond the end', async () => {
    const place = await list.place(host, 'here')
    await fill({ list, place }, 2)
    const { keys, count } = await read({ id, list, place }, { limit: 100 })
    for (const offset of [keys.length, keys.length + 1, 1_000_000_000])
      expect(await read({ id, list, place }, { offset })).toMatchObject({ keys: [], count })
  })

  it.each([
    { limit: 0 },
    { limit: 101 },
    { limit: -1 },
    { limit: 1.5 },
    { limit: 'all' },
    { limit: '' },
    { offset: -1 },
    { offset: 'NaN' },
    { offset: 1.5 },
    { offset: '' },
    { offset: '1e3' },
  ])('refuses %j', async (query) => {
    expect(await refused({ id, list, place: await list.place(host, 'here') }, query)).toEqual([
      400,
      'validation_failed',
    ])
  })

  it('contains no record of another environment or organization', async () => {
    const [here, elsewhere] = [await list.place(host, 'here'), await list.place(host, 'elsewhere')]
    await fill({ list, place: here }, 2)
    const before = await read({ id, list, place: here })
    await fill({ list, place: elsewhere }, 3, 100)
    expect(await read({ id, list, place: here })).toEqual(before)
    const others = (await read({ id, list, place: elsewhere })).keys
    expect(others.length).toBeGreaterThanOrEqual(3)
    expect(others.filter((key) => before.keys.includes(key))).toEqual([])
  })

  it('uses the records at the time of the request', async () => {
    const place = await list.place(host, 'here')
    await fill({ list, place }, 5)
    const first = await read({ id, list, place }, { limit: 2 })
    drop(list, first.keys.slice(0, 1))
    await host.mock.clock.advance(1000)
    await fill({ list, place }, 2, 50)
    const all = await read({ id, list, place }, { limit: 100 })
    expect(all.keys).not.toContain(first.keys[0])
    expect((await read({ id, list, place }, { offset: 2, limit: 2 })).keys).toEqual(all.keys.slice(2, 4))
  })

  if (row.orderBy === undefined) return
  it.each(row.orderBy)('sorts by %s upwards and downwards, equal ones by id', async (column) => {
    const place = await list.place(host, 'here')
    await fill({ list, place }, 4)
    await host.mock.clock.advance(1000)
    await fill({ list, place }, 4, 10)
    const up = await read({ id, list, place }, { orderBy: `${column}-asc` })
    const down = await read({ id, list, place }, { orderBy: `${column}-desc` })
    expect(down.keys).toEqual(up.keys.toReversed())
    const placed = up.records.map((record, position) => ({
      value: String(valueOf(record, column) ?? ''),
      key: up.keys[position] ?? '',
    }))
    expect(placed).toEqual(placed.toSorted((a, b) => compare(a.value, b.value) || compare(a.key, b.key)))
    const paged: string[] = []
    for (let offset = 0; offset < up.keys.length; offset += 3)
      paged.push(...(await read({ id, list, place }, { orderBy: `${column}-asc`, offset, limit: 3 })).keys)
    expect(paged).toEqual(up.keys)
  })

  it.each([
    'none-asc',
    'toString-asc',
    '__proto__-asc',
    'createdAt',
    'createdAt-up',
    '-asc',
    'createdAt-asc,id-asc',
    '',
  ])('refuses the order %j', async (orderBy) => {
    expect(await refused({ id, list, place: await list.place(host, 'here') }, { orderBy })).toEqual([
      400,
      'validation_failed',
    ])
  })
})

function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

describe.each(casesOf('cursor'))('$id, by cursor', ({ id, list }) => {
  /** All pages from one on. */
  async function walk(place: ListContext, cursor?: string): Promise<Page[]> {
    const pages = [await read({ id, list, place }, { cursor })]
    for (let { next } = pages[0] ?? {}; next !== undefined; next = pages.at(-1)?.next)
      pages.push(await read({ id, list, place }, { cursor: next }))
    return pages
  }
  const keysOf = (pages: readonly Page[]) => pages.flatMap(({ keys }) => keys)

  it('has pages without gaps or repeated records, and the last one has no cursor', async () => {
    const place = await list.place(host, 'here')
    const ready = keysOf(await walk(place)).length
    for (const total of [100, 101]) {
      const present = keysOf(await walk(place)).length
      await fill({ list, place }, total - present, present)
      const pages = await walk(place)
      expect(pages.map(({ keys }) => keys.length)).toEqual(total === 100 ? [50, 50] : [50, 50, 1])
      expect(new Set(keysOf(pages)).size).toBe(total)
    }
    expect(ready).toBeLessThan(50)
  })

  it('keeps its position while others write', async () => {
    const place = await list.place(host, 'here')
    await fill({ list, place }, 60)
    const before = keysOf(await walk(place))
    const first = await read({ id, list, place })
    await host.mock.clock.advance(1000)
    await fill({ list, place }, 3, 200)
    // The last record before the cursor, and one that was not shown yet.
    const gone = [before[49] ?? '', before[55] ?? '']
    drop(list, gone)
    expect(keysOf(await walk(place, first.next))).toEqual(before.slice(50).filter((key) => !gone.includes(key)))
  })

  it('contains no record of another environment or organization, and refuses its cursors', async () => {
    const [here, elsewhere] = [await list.place(host, 'here'), await list.place(host, 'elsewhere')]
    await fill({ list, place: here }, 51)
    await fill({ list, place: elsewhere }, 51, 100)
    const [ours, theirs] = [await walk(here), await walk(elsewhere)]
    expect(keysOf(theirs).filter((key) => keysOf(ours).includes(key))).toEqual([])
    expect(await refused({ id, list, place: here }, { cursor: theirs[0]?.next })).toEqual([400, 'invalid_cursor'])
    expect(await refused({ id, list, place: elsewhere }, { cursor: ours[0]?.next })).toEqual([400, 'invalid_cursor'])
  })

  it('refuses a changed or invented cursor', async () => {
    const place = await list.place(host, 'here')
    await fill({ list, place }, 51)
    const { next = '' } = await read({ id, list, place })
    const changed = `${next.slice(0, 20)}${next[20] === 'A' ? 'B' : 'A'}${next.slice(21)}`
    for (const cursor of [changed, next.slice(1), `${next}A`, '0', 'bm90IGEgY3Vyc29y'])
      expect(await refused({ id, list, place }, { cursor }), cursor).toEqual([400, 'invalid_cursor'])
  })

  it("refuses another list's cursor", async () => {
    const place = await list.place(host, 'here')
    for (const other of casesOf('cursor').filter((candidate) => candidate.id !== id)) {
      const there = await other.list.place(host, 'here')
      await fill({ list: other.list, place: there }, 51, 300)
      const { next } = await read({ id: other.id, list: other.list, place: there })
      expect(next).toBeDefined()
      expect(await refused({ id, list, place }, { cursor: next })).toEqual([400, 'invalid_cursor'])
    }
  })
})

describe.each(casesOf('plain'))('$id, in one piece', ({ id, list }) => {
  const filled = async (side: Side, count: number, from?: number) => {
    const place = await list.place(host, side)
    const ready = (await read({ id, list, place })).keys
    await fill({ list, place }, Math.min(count, list.most ?? count), from)
    return { place, ready }
  }

  it('returns every record once, in a stable order', async () => {
    const { place, ready } = await filled('here', 4)
    const { keys, count } = await read({ id, list, place })
    const createdCount = list.add ? Math.min(4, list.most ?? 4) * (list.recordsPerCreation ?? 1) : 0
    expect(keys).toHaveLength(ready.length + createdCount)
    expect(keys.length).toBeGreaterThan(0)
    expect(new Set(keys).size).toBe(keys.length)
    if (count !== undefined) expect(count).toBe(keys.length)
    await host.mock.clock.advance(1000)
    expect((await read({ id, list, place })).keys).toEqual(keys)
    expect(keys.filter((key) => ready.includes(key))).toEqual(ready)
  })

  if (list.isShared) {
    it('has the same records everywhere', async () => {
      const [here, elsewhere] = [await list.place(host, 'here'), await list.place(host, 'elsewhere')]
      expect((await read({ id, list, place: elsewhere })).keys).toEqual((await read({ id, list, place: here })).keys)
    })
  } else {
    it('contains no record of another environment or organization in its one piece', async () => {
      const { place: here } = await filled('here', 2)
      const before = await read({ id, list, place: here })
      const { place: elsewhere } = await filled('elsewhere', 2, 100)
      const others = (await read({ id, list, place: elsewhere })).keys
      expect(others.length).toBeGreaterThan(0)
      expect(others.filter((key) => before.keys.includes(key))).toEqual([])
      expect((await read({ id, list, place: here })).keys).toEqual(before.keys)
    })
  }

  if (list.remove) {
    it('loses only a deleted record, and keeps the order of the others', async () => {
      const { place, ready } = await filled('here', 3)
      const { keys } = await read({ id, list, place })
      const gone = keys.filter((key) => !ready.includes(key))[1] ?? ''
      await list.remove?.(host, place, gone)
      expect((await read({ id, list, place })).keys).toEqual(keys.filter((key) => key !== gone))
    })
  }
})
