import { describe, expect, expectTypeOf, it } from 'vitest'
import { createStore } from './store.ts'
import { declareTables, table, UniqueViolation, type Column } from './table.ts'

interface Pet {
  readonly id: string
  readonly home: string
  readonly name?: string | null | undefined
  readonly tags?: readonly string[]
  readonly age: number
  readonly gone: boolean
}

const tables = {
  pets: table<Pet>()({
    ownedBy: 'nobody',
    indexes: {
      byAge: { columns: ['home', 'age'] },
      byName: { columns: ['home', 'name'], unique: 'name_taken', where: (pet: Pet) => !pet.gone },
    },
  }),
}
const pet = (id: string, more: Partial<Pet> = {}): Pet => ({
  id,
  home: 'h',
  name: `name ${id}`,
  age: 1,
  gone: false,
  ...more,
})
const storeWith = (...pets: Pet[]) => {
  const store = createStore(tables)
  store.transaction((tx) => pets.forEach((each) => tx.pets.insert(each)))
  return store
}

describe('table', () => {
  it('refuses an index without columns', () => {
    expect(() => table<Pet>()({ ownedBy: 'nobody', indexes: { byNothing: { columns: [] } } })).toThrow(
      new TypeError('Failed to declare the index "byNothing": it needs at least one column.'),
    )
  })

  it('accepts only columns with scalar values', () => {
    expectTypeOf<Column<Pet>>().toEqualTypeOf<'id' | 'home' | 'name' | 'age' | 'gone'>()
    // @ts-expect-error -- a list does not sort
    table<Pet>()({ ownedBy: 'nobody', indexes: { byTags: { columns: ['tags'] } } })
  })

  it('keeps index names and the types of their columns', () => {
    const { reader } = createStore(tables)
    expect(reader.pets.find('byName', ['h', null])).toBeUndefined()
    expectTypeOf(reader.pets.find('byName', ['h', 'x'])).toEqualTypeOf<Pet | undefined>()
    expectTypeOf(reader.pets.page('byAge', [], { offset: 0, limit: 1 })).toEqualTypeOf<Pet[]>()
    // The calls below are about types; at run time the wrong ones would throw.
    const wrong = () => {
      // @ts-expect-error -- no such index
      reader.pets.count('byColour', [])
      // @ts-expect-error -- the age is a number
      reader.pets.count('byAge', ['h', '1'])
      // @ts-expect-error -- find needs all columns
      reader.pets.find('byAge', ['h'])
      // @ts-expect-error -- the position needs the age, which is left open
      reader.pets.after('byAge', ['h'], { after: { id: 'a' }, limit: 1 })
      // @ts-expect-error -- a reader does not write
      reader.pets.put(pet('a'))
    }
    expect(wrong).toThrow(TypeError)
    expect(reader.pets.after('byAge', ['h', 1], { after: { id: 'a' }, limit: 1 })).toEqual([])
  })
})

describe('a unique index', () => {
  it('refuses a second record with equal columns, and names code, table and index but no value', () => {
    const store = storeWith(pet('a', { name: 'Rex' }))
    const put = () => store.transaction((tx) => tx.pets.put(pet('b', { name: 'Rex' })))
    expect(put).toThrow(UniqueViolation)
    expect(put).toThrow(expect.objectContaining({ code: 'name_taken', table: 'pets', index: 'byName' }))
    expect(put).toThrow('Failed to put a record into "pets": another record has the same columns in "byName".')
    expect([...store.reader.pets.all()]).toEqual([pet('a', { name: 'Rex' })])
  })

  it('does not change the transaction when a refused put is caught', () => {
    const store = storeWith(pet('a', { name: 'Rex' }), pet('b', { name: 'Tom' }))
    const refused = pet('b', { name: 'Rex', age: 9 })
    store.transaction((tx) => {
      expect(() => tx.pets.put(refused)).toThrow(UniqueViolation)
      expect(tx.changes()).toEqual([])
      tx.pets.put(pet('c'))
    })
    expect(Object.isFrozen(refused)).toBe(false)
    expect(store.reader.pets.page('byAge', ['h'], { offset: 0, limit: 9 }).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(store.reader.pets.find('byName', ['h', 'Tom'])?.id).toBe('b')
  })

  it("accepts a record's unchanged columns, and frees them when it changes, leaves the index or is deleted", () => {
    const store = storeWith(pet('a', { name: 'Rex' }))
    store.transaction((tx) => {
      tx.pets.put(pet('a', { name: 'Rex', age: 2 }))
      tx.pets.put(pet('a', { name: 'Max' }))
      tx.pets.put(pet('b', { name: 'Rex' }))
      tx.pets.put(pet('b', { name: 'Rex', gone: true }))
      tx.pets.put(pet('c', { name: 'Rex' }))
      tx.pets.delete('c')
      tx.pets.put(pet('d', { name: 'Rex' }))
      expect(() => tx.pets.put(pet('b', { name: 'Rex' }))).toThrow(UniqueViolation)
    })
    expect(store.reader.pets.find('byName', ['h', 'Rex'])?.id).toBe('d')
  })

  it('allows equal columns with another leading column', () => {
    const store = storeWith(pet('a', { name: 'Rex' }), pet('b', { name: 'Rex', home: 'other' }))
    expect(store.reader.pets.find('byName', ['other', 'Rex'])?.id).toBe('b')
  })

  it.each([null, undefined])('has no record whose column is %s', (name) => {
    const store = storeWith(pet('a', { name }), pet('b', { name }))
    expect(store.reader.pets.find('byName', ['h', name])).toBeUndefined()
    expect(store.reader.pets.count('byName', ['h'])).toBe(0)
    expect(store.reader.pets.size).toBe(2)
  })
})

interface Toy {
  readonly id: string
  readonly petId: string
  readonly userId?: string
  readonly colour?: string
}

describe('the owner of a table', () => {
  const byPet = { columns: ['petId'] } as const
  const byUser = { columns: ['userId'] } as const

  it('must be declared, with an index that finds all its records', () => {
    const byColour = { columns: ['colour'] } as const
    const bySomePets = { columns: ['petId'], where: () => false } as const
    const byPetAndColour = { columns: ['petId', 'colour'], unique: 'taken' } as const
    // @ts-expect-error -- the declaration has no owner
    expect(() => table<Pet>()({ indexes: { byHome: { columns: ['home'] } } })).toThrow(TypeError)
    // @ts-expect-error -- there is no such index
    table<Pet>()({ ownedBy: { homes: 'byHouse' }, indexes: { byHome: { columns: ['home'] } } })
    // @ts-expect-error -- an age is not an id
    table<Pet>()({ ownedBy: { homes: 'byAge' }, indexes: { byAge: { columns: ['age'] } } })
    const toy = { onMerge: 'drop', ownedBy: { pets: 'byPet', users: 'byUser' } } as const
    // @ts-expect-error -- the index leaves records out
    table<Toy>()({ ...toy, indexes: { byUser, byPet: bySomePets } })
    // @ts-expect-error -- a unique index leaves records out that have no colour
    table<Toy>()({ ...toy, indexes: { byUser, byPet: byPetAndColour } })
    const { owners } = table<Toy>()({ ...toy, indexes: { byColour, byUser, byPet } })
    expect(owners).toEqual([
      { table: 'pets', column: 'petId', index: 'byPet' },
      { table: 'users', column: 'userId', index: 'byUser' },
    ])
  })

  it('declares what a merge does if it is a user, and only then', () => {
    // @ts-expect-error -- a user's records declare what a merge does
    table<Toy>()({ ownedBy: { users: 'byUser' }, indexes: { byUser } })
    // @ts-expect-error -- pets are not merged
    table<Pet>()({ ownedBy: { homes: 'byHome' }, onMerge: 'drop', indexes: { byHome: { columns: ['home'] } } })
    // @ts-expect-error -- there is no such way to merge
    table<Toy>()({ ownedBy: { users: 'byUser' }, onMerge: 'copy', indexes: { byUser } })
    expect(table<Toy>()({ ownedBy: { users: 'byUser' }, onMerge: 'move', indexes: { byUser } }).onMerge).toBe('move')
  })

  it("is the user of a record's `userId`, unless the record remembers the user", () => {
    // @ts-expect-error -- the user would be forgotten
    table<Toy>()({ ownedBy: { pets: 'byPet' }, indexes: { byPet } })
    // @ts-expect-error -- the user would be forgotten
    table<Toy>()({ ownedBy: 'nobody' })
    // @ts-expect-error -- there is no such column
    table<Toy>()({ ownedBy: 'nobody', remembers: ['userId', 'shape'] })
    expect(table<Toy>()({ ownedBy: { pets: 'byPet' }, remembers: ['userId'], indexes: { byPet } }).remembers).toEqual([
      'userId',
    ])
  })

  it('has rules for owners only, and is one of the tables', () => {
    // @ts-expect-error -- homes own nothing here
    table<Pet>()({ ownedBy: 'nobody', onDelete: { homes: 'rule' } })
    const pets = table<Pet>()({ ownedBy: { homes: 'byHome' }, indexes: { byHome: { columns: ['home'] } } })
    // @ts-expect-error -- there are no homes
    expect(Object.keys(declareTables({ pets }))).toEqual(['pets'])
    const homes = table<Pet>()({ ownedBy: 'nobody' })
    expect(Object.keys(declareTables({ pets, homes }))).toEqual(['pets', 'homes'])
  })
})
