import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { five, ids, storeWith, tables, type User, user } from '../test/exampleStore.ts'
import { createStore } from './store.ts'
import { UniqueViolation } from './table.ts'

describe('forks and snapshots', () => {
  it('do not affect each other in either direction', () => {
    const store = storeWith(user('a', 1))
    const fork = store.fork()
    store.transaction((tx) => tx.users.put(user('a', 2)))
    fork.transaction((tx) => tx.users.insert(user('b', 1)))
    expect(store.export().tables.users).toEqual([user('a', 2)])
    expect(fork.export().tables.users).toEqual([user('a', 1), user('b', 1)])
    expect([store.reader.users.get('b'), fork.reader.users.get('a')?.at]).toEqual([undefined, 1])
  })

  it('of the same tables share nothing unless one is the fork of another', () => {
    const store = createStore(tables)
    store.transaction((tx) => tx.users.insert(user('a', 1)))
    const other = createStore(tables)
    expect([other.reader.users.size, other.reader.users.get('a')]).toEqual([0, undefined])
    other.transaction((tx) => tx.users.insert(user('b', 1)))
    expect([ids(store.reader.users.all()), ids(other.reader.users.all())]).toEqual([['a'], ['b']])
  })

  it('restore a state any number of times, also in a fork', () => {
    const store = storeWith(user('a', 1))
    const snapshot = store.snapshot()
    for (const target of [store, store, store.fork()]) {
      target.transaction((tx) => {
        tx.users.delete('a')
        tx.notes.insert({ id: 'n', text: 'x' })
      })
      const { version } = target
      target.restore(snapshot)
      expect(target.version).not.toBe(version)
      expect(target.export().tables).toEqual({ users: [user('a', 1)], notes: [] })
      expect(target.reader.users.get('a')).toEqual(user('a', 1))
    }
  })

  it('refuses the snapshot of another store', () => {
    const store = storeWith(user('a'))
    expect(() => store.restore(storeWith(user('b')).snapshot())).toThrow(
      new TypeError('Failed to call "restore()": the snapshot is not one of this store or its forks.'),
    )
    expect(ids(store.reader.users.all())).toEqual(['a'])
  })

  it('tell which tables were written since', () => {
    const store = storeWith(user('a', 1))
    const snapshot = store.snapshot()
    store.transaction((tx) => tx.notes.get('n'))
    expect(store.tablesSince(snapshot)).toEqual([])
    store.transaction((tx) => tx.notes.insert({ id: 'n', text: 'x' }))
    expect(store.tablesSince(snapshot)).toEqual(['notes'])
    store.restore(snapshot)
    expect(store.tablesSince(snapshot)).toEqual([])
    expect(() => store.tablesSince(storeWith().snapshot())).toThrow(
      new TypeError('Failed to call "tablesSince()": the snapshot is not one of this store or its forks.'),
    )
  })

  it('agree with plain maps after any writes, rollbacks, forks and restores', () => {
    const step = fc.record({
      kind: fc.constantFrom('put', 'put', 'put', 'delete', 'rollBack', 'snapshot', 'restore', 'fork', 'read'),
      id: fc.integer({ min: 0, max: 60 }).map((n) => `u${n}`),
      at: fc.integer({ min: 0, max: 5 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let store = createStore(tables)
        let model = new Map<string, User>()
        let saved = { snapshot: store.snapshot(), model }
        const worlds = [{ store, model }]
        const follow = () => (worlds[worlds.length - 1] = { store, model })
        for (const { kind, id, at } of steps) {
          if (kind === 'put') {
            store.transaction((tx) => tx.users.put(user(id, at)))
            model = new Map(model).set(id, user(id, at))
          } else if (kind === 'delete') {
            store.transaction((tx) => tx.users.delete(id))
            model = new Map([...model].filter(([key]) => key !== id))
          } else if (kind === 'rollBack') {
            const tx = store.begin()
            tx.users.put(user(id, at))
            tx.users.delete('u1')
            tx.discard()
          } else if (kind === 'snapshot') {
            saved = { snapshot: store.snapshot(), model }
          } else if (kind === 'restore') {
            store.restore(saved.snapshot)
            model = saved.model
          } else if (kind === 'fork') {
            store = store.fork()
            worlds.push({ store, model })
          } else {
            for (let n = 0; n <= 60; n++) expect(store.reader.users.get(`u${n}`)).toEqual(model.get(`u${n}`))
          }
          follow()
        }
        for (const world of worlds) {
          const sorted = [...world.model.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
          expect([...world.store.reader.users.scan('byAt', ['h'])]).toEqual(sorted)
          for (const record of sorted) expect(world.store.reader.users.get(record.id)).toEqual(record)
          expect(world.store.reader.users.size).toBe(sorted.length)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('export and import', () => {
  it('replaces all records by those of an export', () => {
    const store = five()
    const text = JSON.stringify(store.export())
    const other = storeWith(user('old'))
    const { version } = other
    other.import(JSON.parse(text))
    expect(JSON.stringify(other.export())).toBe(text)
    expect(ids(other.reader.users.page('byAt', ['h'], { offset: 0, limit: 9 }))).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(other.version).not.toBe(version)
  })

  it('builds the same tables as single inserts, in every order, before and after further writes', () => {
    const anyUser = fc.record({
      id: fc.uuid(),
      home: fc.constantFrom('h', 'k'),
      at: fc.integer({ min: 0, max: 40 }),
      email: fc.option(fc.uuid()),
    })
    const anyUsers = fc.uniqueArray(anyUser, { selector: ({ id }) => id, maxLength: 1_200, size: 'max' })
    const contentsOf = ({ reader: { users } }: ReturnType<typeof storeWith>) => [
      [...users.all()],
      [...users.scan('byAt', [])],
      [...users.scan('byEmail', [])],
    ]
    const sizes = new Set<number>()
    fc.assert(
      fc.property(anyUsers, fc.array(anyUser, { maxLength: 80 }), (users, later) => {
        sizes.add(Math.ceil(users.length / 400))
        const inserted = storeWith(...users)
        const imported = createStore(tables)
        imported.import({ version: 1, tables: { users } })
        expect(contentsOf(imported)).toEqual(contentsOf(inserted))
        for (const store of [inserted, imported]) {
          store.transaction((tx) => {
            for (const { id } of users.filter((_, i) => i % 3 !== 0)) tx.users.delete(id)
            for (const each of later) tx.users.put(each)
          })
        }
        expect(contentsOf(imported)).toEqual(contentsOf(inserted))
      }),
      { seed: 1, numRuns: 20 },
    )
    expect([...sizes].sort()).toEqual([0, 1, 2, 3])
  })

  it('freezes the imported records', () => {
    const store = createStore(tables)
    store.import({ version: 1, tables: { notes: [{ id: 'n', text: 'x' }] } })
    expect(Object.isFrozen(store.reader.notes.get('n'))).toBe(true)
  })

  it('copies the imported records', () => {
    const record = { id: 'n', text: 'x' }
    const store = createStore(tables)
    store.import({ version: 1, tables: { notes: [record] } })
    record.text = 'changed'
    expect(store.reader.notes.get('n')?.text).toBe('x')
  })

  it.each([
    ['not an object', null, 'the data is not an object.'],
    ['another version', { version: 2, tables: {} }, 'the data has no "version" 1.'],
    ['no tables', { version: 1 }, '"tables" is not an object.'],
    ['an unknown table', { version: 1, tables: { cats: [] } }, 'there is no table "cats".'],
    [
      'a table called __proto__',
      JSON.parse('{"version":1,"tables":{"__proto__":[]}}'),
      'there is no table "__proto__".',
    ],
    ['a table that is not a list', { version: 1, tables: { notes: {} } }, '"notes" is not a list of records.'],
    [
      'a record without id',
      { version: 1, tables: { users: [user('a')], notes: [{ id: 'n' }, { text: 'x' }] } },
      'record 1 of "notes" is not an object with a string as its id.',
    ],
    [
      'an id twice',
      { version: 1, tables: { notes: [{ id: 'n' }, { id: 'n' }] } },
      'record 1 of "notes" has the id of an earlier record.',
    ],
  ])('refuses %s and changes nothing', (_, data, reason) => {
    const store = storeWith(user('kept'))
    const { version } = store
    expect(() => store.import(data)).toThrow(new TypeError(`Failed to call "import()": ${reason}`))
    expect([ids(store.reader.users.all()), store.version]).toEqual([['kept'], version])
  })

  it('refuses records that share unique columns and changes nothing', () => {
    const store = storeWith(user('kept'))
    const users = [user('a', 1, { email: 'x' }), user('b', 1, { email: 'x' })]
    expect(() => store.import({ version: 1, tables: { users } })).toThrow(UniqueViolation)
    expect(ids(store.reader.users.all())).toEqual(['kept'])
  })

  it('takes a column called __proto__ as data', () => {
    const store = createStore(tables)
    store.import(JSON.parse('{"version":1,"tables":{"notes":[{"id":"n","text":"x","__proto__":{"polluted":true}}]}}'))
    const note: object | undefined = store.reader.notes.get('n')
    expect([note && 'polluted' in note, 'polluted' in {}]).toEqual([false, false])
  })
})
