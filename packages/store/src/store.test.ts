import { describe, expect, it } from 'vitest'
import { five, ids, storeWith, tables, type Note, type User, user } from '../test/exampleStore.ts'
import { createStore } from './store.ts'
import { table } from './table.ts'

describe('reading', () => {
  it('sorts by the columns and breaks ties by id', () => {
    const { users } = five().reader
    expect(ids(users.scan('byAt', ['h']))).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(ids(users.scan('byAt', ['h'], { descending: true }))).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(ids(users.all())).toEqual(['a', 'b', 'c', 'd', 'e', 'x'])
  })

  it('counts and finds by leading columns', () => {
    const { users } = five().reader
    expect([users.count('byAt', []), users.count('byAt', ['h']), users.count('byAt', ['h', 2])]).toEqual([6, 5, 2])
    expect(users.find('byAt', ['h', 2])?.id).toBe('c')
    expect(users.find('byAt', ['h', 9])).toBeUndefined()
  })

  it.each([
    { offset: 0, limit: 2, expected: ['a', 'b'] },
    { offset: 3, limit: 9, expected: ['d', 'e'] },
    { offset: 5, limit: 9, expected: [] },
    { offset: -2, limit: 2, expected: ['a', 'b'] },
    { offset: 0, limit: 0, expected: [] },
    { offset: 1, limit: 2, descending: true, expected: ['d', 'c'] },
    { offset: 4, limit: 9, descending: true, expected: ['a'] },
    { offset: -1, limit: 1, descending: true, expected: ['e'] },
    { offset: 9, limit: 9, descending: true, expected: [] },
  ])('pages from offset $offset with limit $limit, descending: $descending', ({ expected, ...options }) => {
    expect(ids(five().reader.users.page('byAt', ['h'], options))).toEqual(expected)
  })

  it('continues after a record, also when it is deleted', () => {
    const store = five()
    const after = store.reader.users.get('c')
    expect(ids(store.reader.users.after('byAt', ['h'], { after, limit: 9 }))).toEqual(['d', 'e'])
    expect(ids(store.reader.users.after('byAt', ['h'], { after, limit: 1, descending: true }))).toEqual(['b'])
    store.transaction((tx) => tx.users.delete('c'))
    expect(ids(store.reader.users.after('byAt', ['h'], { after, limit: 9 }))).toEqual(['d', 'e'])
    expect(ids(store.reader.users.after('byAt', ['h'], { after, limit: 9, descending: true }))).toEqual(['b', 'a'])
    expect(ids(store.reader.users.after('byAt', ['h'], { limit: 2 }))).toEqual(['a', 'b'])
  })

  it('reaches every record once by keyset pages while others are inserted and deleted', () => {
    const store = storeWith(...Array.from({ length: 100 }, (_, i) => user(`id${i}`, i % 7)))
    const before = ids(store.reader.users.scan('byAt', ['h']))
    const seen: string[] = []
    for (let after: User | undefined; ;) {
      const page = store.reader.users.after('byAt', ['h'], { after, limit: 9 })
      if (page.length === 0) break
      seen.push(...ids(page))
      after = page.at(-1)!
      const gone = after.id
      store.transaction((tx) => {
        tx.users.delete(gone)
        tx.users.insert(user(`early ${seen.length}`, -1))
      })
    }
    expect(seen).toEqual(before)
  })

  it('walks the records at the time of the call, not later ones', () => {
    const store = storeWith(...Array.from({ length: 200 }, (_, i) => user(`id${1000 + i}`, i)))
    store.transaction((tx) => {
      tx.users.put(user('id1000', 0))
      const walks = [tx.users.scan('byAt', ['h']), tx.users.all()]
      for (const each of tx.users.all()) tx.users.delete(each.id)
      expect(tx.users.size).toBe(0)
      tx.users.insert(user('new'))
      for (const walk of walks) expect(ids(walk)).toEqual(Array.from({ length: 200 }, (_, i) => `id${1000 + i}`))
      expect(ids(tx.users.all())).toEqual(['new'])
    })
  })

  it('returns runs that stay the same arrays until one of their records changes', () => {
    const store = storeWith(...Array.from({ length: 200 }, (_, i) => user(`id${1000 + i}`, i)))
    const before = [...store.reader.users.runs('byAt', ['h'])]
    expect(before.flat()).toEqual([...store.reader.users.scan('byAt', ['h'])])
    expect(before.length).toBeLessThan(30)
    store.transaction((tx) => {
      tx.users.put(user('id1100', 100))
      const written = [...tx.users.runs('byAt', ['h'])]
      expect(written.filter((run) => !before.includes(run))).toHaveLength(1)
      const texts = JSON.stringify(written)
      tx.users.delete('id1100')
      expect(JSON.stringify(written)).toBe(texts)
      expect([...tx.users.runs('byAt', ['h'])].flat()).toHaveLength(199)
    })
    expect([...store.reader.users.runs('byAt', ['nobody'])]).toEqual([])
  })

  it('refuses values that do not fit the index', () => {
    const { users } = five().reader
    // @ts-expect-error -- no such index
    expect(() => users.count('byNothing', [])).toThrow(
      new TypeError('Failed to call "count()" on "users": it has no index "byNothing".'),
    )
    // @ts-expect-error -- one value too few
    expect(() => users.find('byAt', ['h'])).toThrow(
      'Failed to call "find()" on "users": "byAt" needs a value for each of its columns.',
    )
    // @ts-expect-error -- one value too many
    expect(() => users.count('byAt', ['h', 1, 'a'])).toThrow(
      'Failed to call "count()" on "users": "byAt" has 2 columns, not 3.',
    )
  })
})

describe('writing', () => {
  it('freezes a record and returns it', () => {
    const store = createStore(tables)
    const record = user('a')
    expect(store.transaction((tx) => tx.users.put(record))).toBe(record)
    expect(Object.isFrozen(store.reader.users.get('a'))).toBe(true)
  })

  it('refuses an insert of an id that exists, and a record without one', () => {
    const store = storeWith(user('a', 1))
    const insert = () => store.transaction((tx) => tx.users.insert(user('a', 2)))
    expect(insert).toThrow(
      new TypeError('Failed to call "insert()" on "users": a record with this id exists; use "put()" to replace it.'),
    )
    // @ts-expect-error -- no id
    expect(() => store.transaction((tx) => tx.notes.put({ text: 'a' }))).toThrow('the record needs a string as its id.')
    expect(store.reader.users.get('a')?.at).toBe(1)
  })

  it('moves a record in its indexes when its columns change', () => {
    const store = five()
    store.transaction((tx) => tx.users.put(user('a', 9)))
    expect(ids(store.reader.users.scan('byAt', ['h']))).toEqual(['b', 'c', 'd', 'e', 'a'])
    expect(store.reader.users.count('byAt', ['h', 1])).toBe(1)
  })

  it('returns the deleted record, or undefined if there is none', () => {
    const store = storeWith(user('a', 1))
    store.transaction((tx) => {
      expect(tx.users.delete('a')).toEqual(user('a', 1))
      expect(tx.users.delete('a')).toBeUndefined()
      expect(tx.users.has('a')).toBe(false)
    })
  })

  it('treats keys like __proto__ as plain ids', () => {
    const store = createStore(tables)
    store.transaction((tx) =>
      ['__proto__', 'constructor', 'toString'].forEach((id) => tx.notes.insert({ id, text: 'x' })),
    )
    expect(ids(store.reader.notes.all())).toEqual(['__proto__', 'constructor', 'toString'])
    expect(store.reader.notes.get('hasOwnProperty')).toBeUndefined()
    expect(Object.hasOwn(Object.prototype, 'text')).toBe(false)
  })

  it.each(['changes', 'commit', 'discard', '__proto__'])('refuses a table called %s', (name) => {
    const declared = Object.fromEntries([[name, table<Note>()({ ownedBy: 'nobody' })]])
    expect(() => createStore(declared)).toThrow(TypeError)
  })
})
