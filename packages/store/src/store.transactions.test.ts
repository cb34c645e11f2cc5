import { describe, expect, expectTypeOf, it } from 'vitest'
import { ids, storeWith, tables, type Note, type User, user } from '../test/exampleStore.ts'
import { createStore, type Change } from './store.ts'
import { TransactionConflict } from './transaction.ts'

describe('transactions', () => {
  it('show their writes at once inside, and outside only after the commit', () => {
    const store = createStore(tables)
    const tx = store.begin()
    tx.users.insert(user('a', 1))
    expect([tx.users.size, store.reader.users.size]).toEqual([1, 0])
    expect(tx.users.count('byAt', ['h'])).toBe(1)
    tx.commit()
    expect(ids(store.reader.users.scan('byAt', ['h']))).toEqual(['a'])
  })

  it('are undone in all tables when the function throws', () => {
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

  it('return the changes, one for each record and in order', () => {
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

  it('conflict when the store has changed since their start, and then write nothing', () => {
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

  it('read the state of their start, and never conflict without writes', () => {
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

  it('refuse calls after their end', () => {
    const store = createStore(tables)
    const committed = store.begin()
    const { users } = committed
    committed.commit()
    const ended = new TypeError('Failed to use a transaction: it was committed; begin a new one.')
    expect(() => committed.users.get('a')).toThrow(ended)
    expect(() => users.put(user('a'))).toThrow(ended)
    expect(() => users.scan('byAt', [])).toThrow(ended)
    expect(() => committed.commit()).toThrow(ended)
    expect(() => committed.changes()).toThrow(ended)
    const discarded = store.begin()
    discarded.users.put(user('a'))
    discarded.discard()
    discarded.discard()
    expect(() => discarded.commit()).toThrow(
      new TypeError('Failed to use a transaction: it was discarded; begin a new one.'),
    )
    const endedTables: (typeof users)[] = []
    const failing = () =>
      store.transaction((tx) => {
        endedTables.push(tx.users)
        throw new RangeError('no')
      })
    store.transaction((tx) => void endedTables.push(tx.users))
    expect(failing).toThrow(RangeError)
    expect(endedTables).toHaveLength(2)
    for (const endedTable of endedTables) expect(() => endedTable.put(user('a'))).toThrow(TypeError)
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

describe('an attempt', () => {
  const failing = (run: () => void) => () => {
    run()
    throw new Error('no')
  }

  it('undoes its writes when it throws, and no earlier writes', () => {
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

  it('keeps its writes when it returns, and undoes only a failing inner one', () => {
    const store = storeWith()
    const tx = store.begin()
    const inserted = tx.attempt(() => {
      tx.users.insert(user('a'))
      expect(() => tx.attempt(failing(() => void tx.users.insert(user('b'))))).toThrow('no')
      return tx.attempt(() => tx.users.insert(user('c')))
    })
    expect(inserted.id).toBe('c')
    tx.commit()
    expect(ids(store.reader.users.all())).toEqual(['a', 'c'])
  })

  it('undoes successful inner ones when the outer one throws', () => {
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

describe('a branch of a transaction', () => {
  it('sees what the transaction has written, and neither sees what the other writes from then on', () => {
    const store = storeWith(user('a', 1))
    const tx = store.begin()
    tx.users.insert(user('b', 1))
    const branch = tx.branch()
    tx.users.put(user('b', 2))
    tx.users.insert(user('d', 1))
    expect([branch.users.size, ids(branch.users.scan('byAt', ['h']))]).toEqual([2, ['a', 'b']])
    branch.users.insert(user('c', 1))
    branch.users.delete('a')
    expect(ids(branch.users.all())).toEqual(['b', 'c'])
    expect(branch.users.get('b')).toEqual(user('b', 1))
    expect(ids(tx.users.all())).toEqual(['a', 'b', 'd'])
    expect(tx.users.count('byAt', ['h'])).toBe(3)
    expect(branch.users.count('byAt', ['h'])).toBe(2)
  })

  it('lists its own writes, undoes parts of them, and goes on after the transaction', () => {
    const store = storeWith(user('a', 1))
    const tx = store.begin()
    tx.users.insert(user('b', 1))
    const branch = tx.branch()
    tx.discard()
    const point = branch.savepoint()
    branch.users.insert(user('c', 1))
    point.undo()
    branch.users.delete('b')
    const inner = branch.branch()
    inner.users.insert(user('d', 1))
    expect(branch.changes()).toEqual([{ table: 'users', before: user('b', 1) }])
    expect(inner.changes()).toEqual([{ table: 'users', after: user('d', 1) }])
    expect(ids(store.reader.users.all())).toEqual(['a'])
  })
})
