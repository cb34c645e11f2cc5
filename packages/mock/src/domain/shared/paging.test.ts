import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import type { User } from '../../store/records.ts'
import { transact } from '../../world/world.ts'
import type { Backend } from './backend.ts'
import { cursorPage, type CursorScope, decodeCursor, encodeCursor, pageOf } from './paging.ts'
import { createTextSearch } from './textSearch.ts'

const environmentId = '00000000-0000-7000-8000-000000000004'
const columns = { createdAt: 'byCreatedAt', alias: 'byAlias' } as const

async function withBackend(work: (backend: Backend) => void) {
  await transact(createTestWorld(), work)
}

function addUsers(backend: Backend, aliases: (string | undefined)[]) {
  for (const [second, alias] of aliases.entries()) {
    const createdAt = backend.clock.isoIn(second * 1000)
    backend.store.users.insert({ id: backend.newId(), createdAt, environmentId, updatedAt: createdAt, alias })
  }
}

describe('pageOf', () => {
  it('pages in the order asked for and counts the whole list', () =>
    withBackend((backend) => {
      addUsers(backend, ['c', 'a', 'b'])
      const page = pageOf(
        backend.store.users,
        { orderBy: 'alias-asc', offset: 1, limit: 1 },
        { partition: [environmentId], columns, fallback: 'createdAt-desc' },
      )
      expect(page.items.map(({ alias }) => alias)).toEqual(['b'])
      expect(page.total).toBe(3)
    }))

  it('falls back to the order of the list', () =>
    withBackend((backend) => {
      addUsers(backend, ['c', 'a', 'b'])
      const { items } = pageOf(
        backend.store.users,
        {},
        { partition: [environmentId], columns, fallback: 'createdAt-desc' },
      )
      expect(items.map(({ alias }) => alias)).toEqual(['b', 'a', 'c'])
    }))

  it('puts records without the value first ascending and last descending', () =>
    withBackend((backend) => {
      addUsers(backend, ['a', undefined, 'b'])
      const aliases = (orderBy: string) =>
        pageOf(
          backend.store.users,
          { orderBy },
          { partition: [environmentId], columns, fallback: 'createdAt-desc' },
        ).items.map(({ alias }) => alias)
      expect(aliases('alias-asc')).toEqual([undefined, 'a', 'b'])
      expect(aliases('alias-desc')).toEqual(['b', 'a', undefined])
    }))

  it('counts and pages the filtered records, in both directions', () =>
    withBackend((backend) => {
      const aliases = Array.from({ length: 300 }, (_, i) => `${i % 3 === 0 ? 'b' : 'a'}${1000 + ((i * 7) % 300)}`)
      addUsers(backend, aliases)
      const keep = (users: readonly User[]) => users.filter(({ alias }) => alias?.startsWith('a'))
      const filtered = aliases.filter((alias) => alias.startsWith('a')).sort()
      for (const [offset, limit] of [
        [0, 1],
        [0, 50],
        [33, 40],
        [190, 20],
        [250, 20],
      ] as const) {
        const at = (orderBy: string) => {
          const query = { orderBy, offset, limit }
          const page = pageOf(backend.store.users, query, {
            partition: [environmentId],
            columns,
            fallback: 'createdAt-desc',
            keep,
          })
          return { aliases: page.items.map(({ alias }) => alias), total: page.total }
        }
        expect(at('alias-asc')).toEqual({ aliases: filtered.slice(offset, offset + limit), total: 200 })
        expect(at('alias-desc')).toEqual({ aliases: filtered.toReversed().slice(offset, offset + limit), total: 200 })
      }
    }))

  it('finds the same records whether groups are skipped or not, also after writes and beside other partitions', () =>
    withBackend((backend) => {
      const search = createTextSearch(({ alias }: User) => [alias])
      let searchedRuns = 0
      const find = (wanted: string, orderBy: string) =>
        pageOf(
          backend.store.users,
          { orderBy, limit: 10_000 },
          {
            partition: [environmentId],
            columns,
            fallback: 'createdAt-desc',
            keep(run) {
              searchedRuns += 1
              return search(run, wanted)
            },
            skips: (group) => search.skips(group, wanted),
          },
        )
      const idsOf = (users: readonly User[]) => users.map(({ id }) => id).join()
      const expectAll = (wanted: string) => {
        const users = [...backend.store.users.scan('byAlias', [environmentId])]
        const matching = users.filter(({ alias }) => alias?.toLowerCase().includes(wanted))
        const [first, last] = [find(wanted, 'alias-asc'), find(wanted, 'alias-desc')]
        expect([first.total, idsOf(first.items)]).toEqual([matching.length, idsOf(matching)])
        expect([last.total, idsOf(last.items)]).toEqual([matching.length, idsOf(matching.toReversed())])
      }
      addUsers(
        backend,
        Array.from({ length: 3_000 }, (_, i) => `Person-${(i * 7919) % 3_000}`),
      )
      const createdAt = backend.clock.iso()
      for (const other of ['0', 'f'])
        for (let i = 0; i < 200; i++)
          backend.store.users.insert({
            id: backend.newId(),
            createdAt,
            environmentId: other.repeat(36),
            updatedAt: createdAt,
            alias: `person-${i}`,
          })
      for (let turn = 0; turn < 3; turn++)
        for (const wanted of ['person-1234', '-77', 'nobody', 'person-4']) expectAll(wanted)
      searchedRuns = 0
      expectAll('person-1234')
      expect(searchedRuns).toBeLessThan(150)
      const [user] = find('person-1234', 'alias-asc').items
      backend.store.users.put({ ...user!, alias: 'renamed-1234' })
      addUsers(backend, ['Person-1234'])
      for (let turn = 0; turn < 3; turn++) for (const wanted of ['person-1234', 'renamed-1234']) expectAll(wanted)
    }))

  it.each(['firstName-asc', 'toString-asc', '__proto__-desc', '-asc'])(
    "refuses the order %s, which is not the list's",
    (orderBy) =>
      withBackend((backend) => {
        expect(() =>
          pageOf(backend.store.users, { orderBy }, { partition: [environmentId], columns, fallback: 'createdAt-desc' }),
        ).toThrow('orderBy must be one of createdAt, alias, each with -asc or -desc.')
      }),
  )
})

describe('cursors', () => {
  const scope: CursorScope = {
    list: 'events.list',
    within: [environmentId],
    filters: { resourceType: 'user', startDate: undefined },
  }
  const position = { createdAt: '2026-01-15T09:30:00.000Z', id: 'x' }

  it('decode to the encoded position, and need no escaping in a URL', () =>
    withBackend((backend) => {
      const cursor = encodeCursor(backend, scope, position)
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(decodeCursor(backend, scope, cursor)).toEqual(position)
    }))

  it.each<[string, CursorScope]>([
    ['another list', { ...scope, list: 'webhookMessages.list' }],
    ['another environment', { ...scope, within: ['00000000-0000-7000-8000-000000000005'] }],
    ['another filter', { ...scope, filters: { resourceType: 'wallet' } }],
    ['no filter', { ...scope, filters: {} }],
  ])('are refused by %s', (_, other) =>
    withBackend((backend) => {
      expect(() => decodeCursor(backend, other, encodeCursor(backend, scope, position))).toThrow(
        'This cursor does not belong to this list.',
      )
    }),
  )

  it('are refused with one character changed, removed or added', () =>
    withBackend((backend) => {
      const cursor = encodeCursor(backend, scope, position)
      for (let i = 0; i < cursor.length; i++) {
        const other = cursor[i] === 'A' ? 'B' : 'A'
        expect(
          () => decodeCursor(backend, scope, cursor.slice(0, i) + other + cursor.slice(i + 1)),
          `position ${i}`,
        ).toThrow()
        expect(() => decodeCursor(backend, scope, cursor.slice(0, i) + cursor.slice(i + 1)), `without ${i}`).toThrow()
      }
      for (const changed of ['', '%', `77u_${cursor}`, `${cursor}=`, `${cursor}A`, 'null', 'bm90IGEgY3Vyc29y']) {
        expect(() => decodeCursor(backend, scope, changed), changed).toThrow()
      }
    }))

  it('lead through a list page by page, and the last page has none', () =>
    withBackend((backend) => {
      const numbers = [5, 4, 3, 2, 1]
      const read = (after: { n: number } | undefined, limit: number) =>
        numbers.filter((n) => after === undefined || n < after.n).slice(0, limit)
      const page = (cursor?: string) => cursorPage(backend, scope, { cursor, limit: 2, read, position: (n) => ({ n }) })
      const first = page()
      const second = page(first.next)
      const third = page(second.next)
      expect([first.items, second.items, third.items]).toEqual([[5, 4], [3, 2], [1]])
      expect(third.next).toBeUndefined()
      numbers.splice(0, 4, 9, 8)
      expect(page(first.next).items).toEqual([1])
    }))
})
