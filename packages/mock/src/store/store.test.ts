import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createStore, type Change } from './store.ts'
import { table, UniqueViolation } from './table.ts'
import { TransactionConflict } from './transaction.ts'

interface User {
  readonly id: string
  readonly home: string
  readonly at: number
  readonly email?: string | null
}

interface Note {
  readonly id: string
  readonly text: string
}

const tables = {
  users: table<User>()({
    ownedBy: 'nobody',
    indexes: {
      byAt: { columns: ['home', 'at'] },
      byEmail: { columns: ['home', 'email'], unique: 'email_taken' },
    },
  }),
  notes: table<Note>()({ ownedBy: 'nobody' }),
}
const user = (id: string, at = 0, more: Partial<User> = {}): User => ({ id, home: 'h', at, ...more })
const storeWith = (...users: User[]) => {
  const store = createStore(tables)
  store.transaction((tx) => users.forEach((each) => tx.users.insert(each)))
  return store
}
const ids = (records: Iterable<{ readonly id: string }>) => [...records].map(({ id }) => id)
const five = () =>
  storeWith(user('e', 3), user('b', 1), user('d', 2), user('a', 1), user('c', 2), user('x', 1, { home: 'other' }))

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

  it('goes on behind a record, also when it is gone', () => {
    const store = five()
    const after = store.reader.users.get('c')
    expect(ids(store.reader.users.after('byAt', ['h'], { after, limit: 9 }))).toEqual(['d', 'e'])
    expect(ids(store.reader.users.after('byAt', ['h'], { after, limit: 1, descending: true }))).toEqual(['b'])
    store.transaction((tx) => tx.users.delete('c'))
    expect(ids(store.reader.users.after('byAt', ['h'], { after, limit: 9 }))).toEqual(['d', 'e'])
    expect(ids(store.reader.users.after('byAt', ['h'], { after, limit: 9, descending: true }))).toEqual(['b', 'a'])
    expect(ids(store.reader.users.after('byAt', ['h'], { limit: 2 }))).toEqual(['a', 'b'])
  })

  it('reaches every record once by keyset pages while others come and go', () => {
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

  it('walks the records as they were when the walk was asked for', () => {
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

  it('gives runs that stay the same arrays until one of their records changes', () => {
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
  it('freezes what it keeps and returns it', () => {
    const store = createStore(tables)
    const given = user('a')
    expect(store.transaction((tx) => tx.users.put(given))).toBe(given)
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

  it('tells deletes from misses', () => {
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

describe('transactions', () => {
  it('show their writes inside at once and outside after the commit only', () => {
    const store = createStore(tables)
    const tx = store.begin()
    tx.users.insert(user('a', 1))
    expect([tx.users.size, store.reader.users.size]).toEqual([1, 0])
    expect(tx.users.count('byAt', ['h'])).toBe(1)
    tx.commit()
    expect(ids(store.reader.users.scan('byAt', ['h']))).toEqual(['a'])
  })

  it('vanish in all tables when the function throws', () => {
    const store = storeWith(user('a', 1, { email: 'a' }))
    const { version } = store
    const failing = () =>
      store.transaction((tx) => {
        tx.notes.insert({ id: 'n', text: 'x' })
        tx.users.put(user('a', 2))
        tx.users.insert(user('b', 1, { email: 'a' }))
        throw new RangeError('no')
      })
    expect(failing).toThrow(RangeError)
    expect(store.version).toBe(version)
    expect(store.export().tables).toEqual({ users: [user('a', 1, { email: 'a' })], notes: [] })
    expect(store.reader.users.get('a')).toEqual(user('a', 1, { email: 'a' }))
    expect(store.reader.users.get('b')).toBeUndefined()
  })

  it('tell what changed, once per record and in order', () => {
    const store = storeWith(user('a', 1), user('b', 1), user('c', 1))
    const tx = store.begin()
    tx.users.put(user('b', 2))
    tx.notes.insert({ id: 'a', text: 'x' })
    tx.users.insert(user('d', 1))
    tx.users.put(user('d', 2))
    tx.users.insert(user('e', 1))
    tx.users.delete('e')
    tx.users.delete('a')
    tx.users.put(user('b', 3))
    tx.users.delete('c')
    tx.users.insert(user('c', 5))
    const expected: Change<typeof tables>[] = [
      { table: 'users', before: user('b', 1), after: user('b', 3) },
      { table: 'notes', after: { id: 'a', text: 'x' } },
      { table: 'users', after: user('d', 2) },
      { table: 'users', before: user('a', 1) },
      { table: 'users', before: user('c', 1), after: user('c', 5) },
    ]
    expect(tx.changes()).toStrictEqual(expected)
    expect(tx.commit()).toStrictEqual(expected)
    for (const change of expected) {
      if (change.table === 'notes') expectTypeOf(change.after).toEqualTypeOf<Note | undefined>()
      else expectTypeOf(change.before).toEqualTypeOf<User | undefined>()
    }
  })

  it('conflict when the store has changed since they began, and then write nothing', () => {
    const store = storeWith(user('a', 1))
    const first = store.begin()
    const second = store.begin()
    first.users.put(user('a', 2))
    second.users.put(user('a', 3))
    second.notes.insert({ id: 'n', text: 'x' })
    first.commit()
    expect(() => second.commit()).toThrow(TransactionConflict)
    expect(store.reader.users.get('a')?.at).toBe(2)
    expect(store.reader.notes.size).toBe(0)
  })

  it('read what was there when they began, and never conflict without writes', () => {
    const store = storeWith(user('a', 1))
    const tx = store.begin()
    store.transaction((other) => other.users.put(user('a', 2)))
    const { version } = store
    expect(tx.users.get('a')?.at).toBe(1)
    expect(tx.commit()).toEqual([])
    expect(store.version).toBe(version)
  })

  it.each(['restore', 'import'] as const)('conflict after %s', (call) => {
    const store = storeWith(user('a', 1))
    const snapshot = store.snapshot()
    const tx = store.begin()
    tx.users.delete('a')
    if (call === 'restore') store.restore(snapshot)
    else store.import(store.export())
    expect(() => tx.commit()).toThrow(TransactionConflict)
    expect(store.reader.users.has('a')).toBe(true)
  })

  it('are of no use after their end', () => {
    const store = createStore(tables)
    const committed = store.begin()
    const { users } = committed
    committed.commit()
    const over = new TypeError('Failed to use a transaction: it was committed; begin a new one.')
    expect(() => committed.users.get('a')).toThrow(over)
    expect(() => users.put(user('a'))).toThrow(over)
    expect(() => users.scan('byAt', [])).toThrow(over)
    expect(() => committed.commit()).toThrow(over)
    expect(() => committed.changes()).toThrow(over)
    const discarded = store.begin()
    discarded.users.put(user('a'))
    discarded.discard()
    discarded.discard()
    expect(() => discarded.commit()).toThrow(
      new TypeError('Failed to use a transaction: it was discarded; begin a new one.'),
    )
    const kept: (typeof users)[] = []
    const failing = () =>
      store.transaction((tx) => {
        kept.push(tx.users)
        throw new RangeError('no')
      })
    store.transaction((tx) => void kept.push(tx.users))
    expect(failing).toThrow(RangeError)
    expect(kept).toHaveLength(2)
    for (const left of kept) expect(() => left.put(user('a'))).toThrow(TypeError)
    expect(store.reader.users.size).toBe(0)
  })

  it('do not nest', () => {
    const store = storeWith(user('a'))
    const snapshot = store.snapshot()
    const inside = [
      () => store.transaction(() => 1),
      () => store.begin(),
      () => store.restore(snapshot),
      () => store.import(store.export()),
    ]
    for (const call of inside) {
      expect(() => store.transaction(call)).toThrow(
        /^Failed to call "\w+\(\)": a transaction of this store is running\.$/,
      )
    }
    expect(store.transaction((tx) => tx.users.size)).toBe(1)
  })

  it('refuse a function that returns a promise, and write nothing', () => {
    const store = createStore(tables)
    const call = () => store.transaction((tx) => Promise.resolve(tx.users.put(user('a'))))
    expect(call).toThrow('use "begin()" for asynchronous work.')
    expect(store.reader.users.size).toBe(0)
  })
})

describe('forks and snapshots', () => {
  it('keep worlds apart in both directions', () => {
    const store = storeWith(user('a', 1))
    const fork = store.fork()
    store.transaction((tx) => tx.users.put(user('a', 2)))
    fork.transaction((tx) => tx.users.insert(user('b', 1)))
    expect(store.export().tables.users).toEqual([user('a', 2)])
    expect(fork.export().tables.users).toEqual([user('a', 1), user('b', 1)])
    expect([store.reader.users.get('b'), fork.reader.users.get('a')?.at]).toEqual([undefined, 1])
  })

  it('bring back a state as often as wanted, also in a fork', () => {
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

  it('agree with plain maps through any writes, roll backs, forks and restores', () => {
    const step = fc.record({
      kind: fc.constantFrom('put', 'put', 'put', 'delete', 'rollBack', 'snapshot', 'restore', 'fork', 'read'),
      id: fc.integer({ min: 0, max: 60 }).map((n) => `u${n}`),
      at: fc.integer({ min: 0, max: 5 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let store = createStore(tables)
        let model = new Map<string, User>()
        let kept = { snapshot: store.snapshot(), model }
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
            kept = { snapshot: store.snapshot(), model }
          } else if (kind === 'restore') {
            store.restore(kept.snapshot)
            model = kept.model
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
  it('carry all records through JSON, whatever was there before', () => {
    const store = five()
    const text = JSON.stringify(store.export())
    const other = storeWith(user('old'))
    const { version } = other
    other.import(JSON.parse(text))
    expect(JSON.stringify(other.export())).toBe(text)
    expect(ids(other.reader.users.page('byAt', ['h'], { offset: 0, limit: 9 }))).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(other.version).not.toBe(version)
  })

  it('gives what inserting the records one by one gives, in every order, and can be written to', () => {
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

  it('freezes what it keeps', () => {
    const store = createStore(tables)
    store.import({ version: 1, tables: { notes: [{ id: 'n', text: 'x' }] } })
    expect(Object.isFrozen(store.reader.notes.get('n'))).toBe(true)
  })

  it('leaves the given records as they are', () => {
    const given = { id: 'n', text: 'x' }
    const store = createStore(tables)
    store.import({ version: 1, tables: { notes: [given] } })
    given.text = 'changed'
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
    ['a table that is no list', { version: 1, tables: { notes: {} } }, '"notes" is not a list of records.'],
    [
      'a record without id',
      { version: 1, tables: { users: [user('a')], notes: [{ id: 'n' }, { text: 'x' }] } },
      'record 1 of "notes" is not an object with a string as its id.',
    ],
    [
      'an id twice',
      { version: 1, tables: { notes: [{ id: 'n' }, { id: 'n' }] } },
      'record 1 of "notes" has the id of an earlier one.',
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

describe('an attempt', () => {
  const failing = (run: () => void) => () => {
    run()
    throw new Error('no')
  }

  it('undoes what it wrote when it throws, and nothing that was written before it', () => {
    const store = storeWith(user('a', 1, { email: 'a' }), user('b', 2, { email: 'b' }))
    const tx = store.begin()
    tx.users.put(user('a', 5, { email: 'a2' }))
    const attempt = () =>
      tx.attempt(
        failing(() => {
          tx.users.put(user('a', 7, { email: 'b2' }))
          tx.users.delete('b')
          tx.users.insert(user('c', 1, { email: 'b' }))
          tx.notes.insert({ id: 'n', text: 'gone' })
        }),
      )
    expect(attempt).toThrow('no')
    expect([tx.users.get('a'), tx.users.get('b'), tx.users.get('c'), tx.notes.size]).toEqual([
      user('a', 5, { email: 'a2' }),
      user('b', 2, { email: 'b' }),
      undefined,
      0,
    ])
    expect(ids(tx.users.scan('byAt', ['h']))).toEqual(['b', 'a'])
    expect(tx.users.find('byEmail', ['h', 'b'])?.id).toBe('b')
    expect(tx.commit().map(({ table: name, after }) => [name, after?.id])).toEqual([['users', 'a']])
    expect(ids(store.reader.users.all())).toEqual(['a', 'b'])
  })

  it('keeps what it wrote when it returns, and undoes an inner one alone', () => {
    const store = storeWith()
    const tx = store.begin()
    const made = tx.attempt(() => {
      tx.users.insert(user('a'))
      expect(() => tx.attempt(failing(() => void tx.users.insert(user('b'))))).toThrow('no')
      return tx.attempt(() => tx.users.insert(user('c')))
    })
    expect(made.id).toBe('c')
    tx.commit()
    expect(ids(store.reader.users.all())).toEqual(['a', 'c'])
  })

  it('undoes inner ones that succeeded when the outer one throws', () => {
    const tx = storeWith().begin()
    expect(() => tx.attempt(failing(() => void tx.attempt(() => tx.users.insert(user('a')))))).toThrow('no')
    expect(tx.users.size).toBe(0)
    expect(tx.changes()).toEqual([])
  })

  it('refuses a function that returns a promise', () => {
    const tx = storeWith().begin()
    expect(() => tx.attempt(async () => tx.users.insert(user('a')))).toThrow(TypeError)
    expect(tx.users.size).toBe(0)
  })
})
