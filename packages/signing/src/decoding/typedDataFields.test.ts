import { describe, expect, it } from 'vitest'
import { addressesIn, fieldsOf, leavesOf, signedFields } from './typedDataFields.ts'

const one = `0x${'01'.repeat(20)}`
const two = `0x${'02'.repeat(20)}`
const three = `0x${'03'.repeat(20)}`
const types = {
  Mail: [
    { name: 'from', type: 'address' },
    { name: 'readers', type: 'Person[][1]' },
    { name: 'text', type: 'string' },
  ],
  Person: [
    { name: 'wallets', type: 'address[]' },
    { name: 'age', type: 'uint8' },
  ],
}
const person = (...wallets: string[]) => ({ wallets, age: 7 })
const mail = { from: one, readers: [[person(two), person(three)]], text: 'Hello' }

describe('signedFields', () => {
  it('leaves out what the types do not have, at any depth', () => {
    const more = { ...mail, readers: [[{ ...person(two), more: 1 }, person(three)]], more: { from: two } }
    expect(signedFields(types, 'Mail', more)).toEqual(mail)
  })

  it('leaves values of types that are no structs as they are', () => {
    expect(signedFields(types, 'uint8', 7)).toBe(7)
    expect(signedFields(types, 'toString', mail)).toBe(mail)
    expect(signedFields(types, 'uint8[]', [7])).toEqual([7])
    expect(signedFields(types, 'Person[]', 'nobody')).toBe('nobody')
  })

  it('has the members of a struct that is not given, without values', () => {
    expect(signedFields(types, 'Person', undefined)).toEqual({ wallets: undefined, age: undefined })
  })
})

describe('leavesOf', () => {
  it('names each member inside by itself', () => {
    expect(leavesOf(types, { name: 'mail', type: 'Mail', value: mail })).toEqual([
      { name: 'from', type: 'address', value: one },
      { name: 'wallets', type: 'address', value: two },
      { name: 'age', type: 'uint8', value: 7 },
      { name: 'wallets', type: 'address', value: three },
      { name: 'age', type: 'uint8', value: 7 },
      { name: 'text', type: 'string', value: 'Hello' },
    ])
  })

  it('takes an array by the name of its member', () => {
    expect(leavesOf(types, { name: 'ages', type: 'uint8[2]', value: [1, 2] })).toEqual([
      { name: 'ages', type: 'uint8', value: 1 },
      { name: 'ages', type: 'uint8', value: 2 },
    ])
  })

  it('takes no property of every object for a struct', () => {
    expect(leavesOf(types, { name: 'x', type: 'toString', value: 1 })).toEqual([
      { name: 'x', type: 'toString', value: 1 },
    ])
  })

  it('does not read an array that is none', () => {
    expect(() => leavesOf(types, { name: 'ages', type: 'uint8[]', value: 7 })).toThrow(TypeError)
  })
})

describe('addressesIn', () => {
  it('finds addresses at any depth, and nothing else', () => {
    expect(addressesIn(types, 'Mail', mail)).toEqual([one, two, three])
    expect(addressesIn(types, 'uint8', one)).toEqual([])
    expect(addressesIn(types, 'address', 7)).toEqual(['7'])
  })
})

describe('fieldsOf', () => {
  it('has no fields of nothing', () => {
    expect([fieldsOf(undefined), fieldsOf(null)]).toEqual([{}, {}])
  })
})
