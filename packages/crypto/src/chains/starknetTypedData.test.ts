import { defined } from '@latchkey/base/defined'
import fc from 'fast-check'
import { hash, shortString, type TypedData, typedData } from 'starknet'
import { describe, expect, it } from 'vitest'
import { hashTypedData } from './starknetTypedData.ts'
import { readTypedData } from './starknetTypes.ts'

type Types = Record<string, { name: string; type: string; contains?: string }[]>
const account = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'
const domainType = ['name', 'version', 'chainId', 'revision'].map((name) => ({ name, type: 'shortstring' }))
const domain = { name: 'Sign in', version: '1', chainId: 'SN_MAIN', revision: '1' }

/** Typed data with one value of a type. */
const holding = (
  type: string,
  value: unknown,
  { contains, types = {} }: { contains?: string; types?: Types } = {},
) => ({
  types: {
    StarknetDomain: domainType,
    Holder: [{ name: 'value', type, ...defined({ contains }) }],
    ...types,
  },
  primaryType: 'Holder',
  domain,
  message: { value },
})
const hashOf = (data: object) =>
  hashTypedData(readTypedData(JSON.stringify(data)) ?? expect.fail('not read'), BigInt(account))
const referenceOf = (data: TypedData) => BigInt(typedData.getMessageHash(data, account))

const people: Types = {
  Person: [
    { name: 'name', type: 'string' },
    { name: 'home', type: 'Place' },
    { name: 'friends', type: 'Name*' },
  ],
  Place: [
    { name: 'city', type: 'shortstring' },
    { name: 'at', type: 'timestamp' },
  ],
  Name: [{ name: 'text', type: 'shortstring' }],
}
const person = { name: 'Ada', home: { city: 'London', at: 1700000000 }, friends: [{ text: 'Bob' }, { text: 'Eve' }] }
const choice: Types = {
  Choice: [
    { name: 'None', type: '()' },
    { name: 'One', type: '(u128)' },
    { name: 'Both', type: '(felt,Name)' },
    { name: 'Many', type: '(u128*,Name*)' },
  ],
  Name: [{ name: 'text', type: 'shortstring' }],
}
const inChoice = { contains: 'Choice', types: choice }
const u256 = { low: '0xffffffffffffffffffffffffffffffff', high: 1 }
const prime = 2n ** 251n + 17n * 2n ** 192n + 1n
const top128 = 2n ** 128n

describe('hashTypedData, against starknet.js', () => {
  const cases: [name: string, data: ReturnType<typeof holding>][] = [
    ['felt as a number', holding('felt', 7)],
    ['felt in decimal', holding('felt', '1234567890123456789')],
    ['felt in hex', holding('felt', '0xDEADbeef')],
    ['felt as a short text', holding('felt', 'short text')],
    ['the highest felt', holding('felt', String(prime - 1n))],
    ['shortstring', holding('shortstring', 'app.example.com')],
    ['shortstring of 31 characters', holding('shortstring', 'a'.repeat(31))],
    ['shortstring of digits', holding('shortstring', '0042')],
    ['empty shortstring', holding('shortstring', '')],
    ['empty string', holding('string', '')],
    ['string of 30 characters', holding('string', 'b'.repeat(30))],
    ['string of 31 characters', holding('string', 'b'.repeat(31))],
    ['string of 32 characters', holding('string', 'b'.repeat(32))],
    ['string of 100 characters', holding('string', 'c'.repeat(100))],
    ['string of digits', holding('string', '42')],
    ['true', holding('bool', true)],
    ['false', holding('bool', false)],
    ['u128', holding('u128', String(top128 - 1n))],
    ['i128 above zero', holding('i128', String(top128 / 2n - 1n))],
    ['i128 below zero', holding('i128', -5)],
    ['the lowest i128', holding('i128', String(-top128 / 2n))],
    ['timestamp', holding('timestamp', 1700000000)],
    ['ContractAddress', holding('ContractAddress', account)],
    ['ClassHash', holding('ClassHash', '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564')],
    ['selector by name', holding('selector', 'transfer')],
    ['selector by a name with 0x in it', holding('selector', 'swap0x')],
    ['selector in hex', holding('selector', '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e')],
    ['array of felts', holding('felt*', [1, '2', '0x3', 'four'])],
    ['array of one', holding('u128*', [1])],
    ['empty array', holding('string*', [])],
    ['array of arrays', holding('felt**', [[1], [], [2, 3]])],
    ['struct', holding('Person', person, { types: people })],
    ['array of structs', holding('Person*', [person, { ...person, friends: [] }], { types: people })],
    ['u256', holding('u256', u256)],
    ['TokenAmount', holding('TokenAmount', { token_address: account, amount: u256 })],
    ['NftId', holding('NftId', { collection_address: account, token_id: u256 })],
    ['array of preset structs', holding('u256*', [u256, { low: 0, high: 0 }])],
    ['enum without values', holding('enum', { None: [] }, inChoice)],
    ['enum with one value', holding('enum', { One: [5] }, inChoice)],
    ['enum with two values', holding('enum', { Both: ['0x7', { text: 'Bob' }] }, inChoice)],
    ['enum with arrays', holding('enum', { Many: [[1, 2], [{ text: 'Bob' }]] }, inChoice)],
    ['merkletree of 1', holding('merkletree', [9], { contains: 'felt' })],
    ['merkletree of 2', holding('merkletree', [9, 4], { contains: 'felt' })],
    ['merkletree of 5', holding('merkletree', ['a', 'b', 'c', 'd', 'e'], { contains: 'shortstring' })],
    ['merkletree of signed numbers', holding('merkletree', [5, -3, 0, -7, -1, 0], { contains: 'i128' })],
    [
      'merkletree of structs',
      holding('merkletree', [{ text: 'Bob' }, { text: 'Eve' }, { text: 'Ada' }], { contains: 'Name', types: people }),
    ],
    [
      'members with other names',
      {
        ...holding('felt', 1),
        types: { StarknetDomain: domainType, Holder: [{ name: 'ключ *', type: 'felt' }] },
        message: { 'ключ *': 1 },
      } as never,
    ],
  ]

  it.each(cases)('hashes %s alike', (_, data) => {
    expect(hashOf(data)).toBe(referenceOf(data))
  })

  it('agrees on a domain whose members are numbers, and in another order', () => {
    const input = {
      ...holding('felt', 1),
      domain: { revision: '1', chainId: '0x534e5f4d41494e', version: '1', name: '' },
    }
    expect(hashOf({ ...input, domain: { ...input.domain, version: 1, revision: 1 } })).toBe(referenceOf(input))
    const felts = {
      ...input,
      types: { ...input.types, StarknetDomain: domainType.map(({ name }) => ({ name, type: 'felt' })).reverse() },
    }
    expect(hashOf(felts)).toBe(referenceOf(felts))
    expect(hashOf(felts)).not.toBe(hashOf(input))
  })

  it('agrees on all accepted values of each type', () => {
    const number = fc.bigInt({ min: 0n, max: top128 - 1n }).map(String)
    const printable = fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength: 90,
    })
    const value = fc.record({
      text: printable,
      whole: number,
      signed: fc.bigInt({ min: -top128 / 2n, max: top128 / 2n - 1n }).map(String),
      truth: fc.boolean(),
      names: fc.array(fc.stringMatching(/^[a-z]{1,31}$/), { maxLength: 4 }),
      tree: fc.array(number, { minLength: 1, maxLength: 6 }),
    })
    const types: Types = {
      Value: [
        { name: 'text', type: 'string' },
        { name: 'whole', type: 'u128' },
        { name: 'signed', type: 'i128' },
        { name: 'truth', type: 'bool' },
        { name: 'names', type: 'shortstring*' },
        { name: 'tree', type: 'merkletree', contains: 'u128' },
      ],
    }
    fc.assert(
      fc.property(value, (input) => {
        const data = holding('Value', input, { types })
        expect(hashOf(data)).toBe(referenceOf(data))
      }),
      { seed: 40, numRuns: 40 },
    )
  })

  it.each([
    ['é', [0, 0xc3a9, 2]],
    // The first 31 bytes end within the last character.
    [`${'a'.repeat(30)}é`, [1, `0x${'61'.repeat(30)}c3`, 0xa9, 1]],
    ['a\n', [0, 0x610a, 2]],
  ])('hashes %j, which starknet.js refuses, as its bytes in UTF-8', (text, words) => {
    const data = holding('string', text)
    const message = hash.computePoseidonHashOnElements([
      typedData.getTypeHash(data.types, 'Holder', '1'),
      hash.computePoseidonHashOnElements(words),
    ])
    const parts = [
      shortString.encodeShortString('StarkNet Message'),
      typedData.getStructHash(data.types, 'StarknetDomain', domain, '1'),
      account,
      message,
    ]
    expect(hashOf(data)).toBe(BigInt(hash.computePoseidonHashOnElements(parts)))
  })

  it('gives each account another hash', () => {
    const data = readTypedData(JSON.stringify(holding('felt', 1))) ?? expect.fail('not read')
    expect(hashTypedData(data, 1n)).not.toBe(hashTypedData(data, 2n))
  })
})

describe('hashTypedData', () => {
  const wrong: [name: string, data: object][] = [
    ['a type that is not there', holding('Nothing', 1)],
    ['a type of Object.prototype', holding('toString', 1)],
    ['a felt that is the prime', holding('felt', String(prime))],
    ['a felt below zero', holding('felt', -1)],
    ['a felt below zero as a text', holding('felt', '-1')],
    ['a felt that is not whole', holding('felt', 1.5)],
    ['a felt beyond safe integers', holding('felt', 2 ** 60)],
    ['a felt that is a boolean', holding('felt', true)],
    ['a felt that is null', holding('felt', null)],
    ['a felt with spaces around it', holding('felt', ' 12 ')],
    ['a felt in octal', holding('felt', '0o17')],
    ['a felt with a capital X', holding('felt', '0XFF')],
    ['a shortstring of 32 characters', holding('shortstring', 'a'.repeat(32))],
    ['a shortstring beyond ASCII', holding('shortstring', 'é')],
    ['a shortstring with a line break', holding('shortstring', 'a\nb')],
    ['a string that is a number', holding('string', 1)],
    ['a bool that is a number', holding('bool', 1)],
    ['a bool that is a text', holding('bool', 'true')],
    ['a u128 that is too large', holding('u128', String(top128))],
    ['a u128 below zero', holding('u128', -1)],
    ['a u128 that is a word', holding('u128', 'one')],
    ['an i128 that is too large', holding('i128', String(top128 / 2n))],
    ['an i128 that is too small', holding('i128', String(-top128 / 2n - 1n))],
    ['a timestamp that is a date', holding('timestamp', '2026-01-01')],
    ['an address that is a word', holding('ContractAddress', 'account')],
    ['a selector that is no felt', holding('selector', `0x${'f'.repeat(64)}`)],
    ['a selector that is null', holding('selector', null)],
    ['a number in a list of its own', holding('felt', ['5'])],
    ['a short string in a list of its own', holding('shortstring', ['five'])],
    ['an array that is an object', holding('felt*', { 0: 1 })],
    ['an array with one wrong item', holding('u128*', [1, -1])],
    ['a struct that is an array', holding('Person', [person], { types: people })],
    ['a struct that is null', holding('Person', null, { types: people })],
    ['a struct with a member too many', holding('Person', { ...person, isAdmin: true }, { types: people })],
    ['a struct with a member missing', holding('Person', { name: 'Ada', home: person.home }, { types: people })],
    [
      'a struct with a member missing inside',
      holding('Person', { ...person, home: { city: 'London' } }, { types: people }),
    ],
    [
      'a struct with a member too many inside',
      holding('Person', { ...person, friends: [{ text: 'Bob', age: 3 }] }, { types: people }),
    ],
    ['a message with a member too many', { ...holding('felt', 1), message: { value: 1, nonce: '1' } }],
    ['a message without its member', { ...holding('felt', 1), message: {} }],
    ['a domain with a member too many', { ...holding('felt', 1), domain: { ...domain, salt: 1 } }],
    ['a domain without a name', { ...holding('felt', 1), domain: { version: '1', chainId: 'SN_MAIN', revision: '1' } }],
    ['an enum that does not tell what it contains', holding('enum', { None: [] }, { types: choice })],
    ['an enum with a variant that is not there', holding('enum', { Two: [] }, inChoice)],
    ['an enum with two variants', holding('enum', { None: [], One: [1] }, inChoice)],
    ['an enum with no variant', holding('enum', {}, inChoice)],
    ['an enum with a value too many', holding('enum', { One: [1, 2] }, inChoice)],
    ['an enum with a value missing', holding('enum', { Both: [1] }, inChoice)],
    ['an enum with a value that is no array', holding('enum', { One: 1 }, inChoice)],
    [
      'an enum that is an array',
      holding('enum', [[1]], { contains: 'Odd', types: { Odd: [{ name: '0', type: '(felt)' }] } }),
    ],
    ['an enum that is null', holding('enum', null, inChoice)],
    ...['felt', 'x(felt)', '(felt)x'].map((type): [string, ReturnType<typeof holding>] => [
      `an enum of a variant that is no tuple but ${type}`,
      holding('enum', { A: [1] }, { contains: 'Odd', types: { Odd: [{ name: 'A', type }] } }),
    ]),
    ['a struct that is a text', holding('Odd', 'a', { types: { Odd: [{ name: '0', type: 'string' }] } })],
    ['an empty merkletree', holding('merkletree', [], { contains: 'felt' })],
    ['a merkletree that does not tell what it contains', holding('merkletree', [1])],
    ['a merkletree that is no array', holding('merkletree', 1, { contains: 'felt' })],
    ['a tuple outside an enum', holding('(felt,felt)', [1, 2])],
  ]

  it.each(wrong)('refuses to hash %s', (_, data) => {
    const message: unknown = expect.stringContaining('Failed to hash typed data: give each value of the type "')
    expect(() => hashOf(data)).toThrow(expect.objectContaining({ name: 'TypeError', message }))
  })

  it.each([
    ['merkletree', holding('merkletree', [], { contains: 'felt' })],
    ['u128', holding('u128*', [1, -1])],
    ['Place', holding('Person', { ...person, home: {} }, { types: people })],
    ['Choice', holding('enum', {}, inChoice)],
  ])('names the type %s in its refusal', (type, data) => {
    expect(() => hashOf(data)).toThrow(`the type "${type}"`)
  })

  it('hashes values of a recursive type at any depth', () => {
    const types: Types = { List: [{ name: 'rest', type: 'List*' }] }
    const nested = (depth: number) =>
      holding('List', JSON.parse(`${'{"rest":['.repeat(depth)}{"rest":[]}${']}'.repeat(depth)}`), { types })
    expect(new Set([0, 1, 2, 500].map((depth) => hashOf(nested(depth)))).size).toBe(4)
  })
})

describe('readTypedData', () => {
  const good = holding('Person', person, { types: people })
  const read = (data: object) => readTypedData(JSON.stringify(data))

  it('returns domain and message unchanged', () => {
    expect(read(good)).toMatchObject({ revision: '1', primaryType: 'Holder', domain, message: { value: person } })
  })

  it('recognises revision 0 by its domain', () => {
    const types = { StarkNetDomain: [{ name: 'name', type: 'felt' }], Holder: [{ name: 'value', type: 'felt' }] }
    const legacy = { types, primaryType: 'Holder', domain: { name: 'Sign in' }, message: { value: 1 } }
    expect(read(legacy)?.revision).toBe('0')
    expect(read({ ...legacy, domain: { name: 'Sign in', revision: 0 } })?.revision).toBe('0')
    for (const revision of ['1', '2'])
      expect(read({ ...legacy, domain: { name: 'Sign in', revision } }), revision).toBeUndefined()
  })

  it('reads a text of up to 8192 characters', () => {
    const text = JSON.stringify(good)
    expect(readTypedData(text.padEnd(8192))).toEqual(readTypedData(text))
    expect(readTypedData(text.padEnd(8193))).toBeUndefined()
  })

  const wrong: [name: string, data: object | string][] = [
    ['no JSON', '{'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a text', '"text"'],
    ['an empty text', ''],
    ['no types', { ...good, types: undefined }],
    ['types in an array', { ...good, types: [] }],
    ['types that are null', { ...good, types: null }],
    ['no primary type', { ...good, primaryType: undefined }],
    ['a primary type that is not there', { ...good, primaryType: 'Other' }],
    ['a primary type that is basic', { ...good, primaryType: 'felt' }],
    ['a primary type of Object.prototype', { ...good, primaryType: 'constructor' }],
    ['no domain', { ...good, domain: undefined }],
    ['a domain in an array', { ...good, domain: [] }],
    ['no message', { ...good, message: undefined }],
    ['a message that is a text', { ...good, message: 'value' }],
    ['no domain type', { ...good, types: { Holder: good.types.Holder } }],
    ['another revision', { ...good, domain: { ...domain, revision: '2' } }],
    ['no revision', { ...good, domain: { ...domain, revision: undefined } }],
    [
      'a domain type without chainId',
      { ...good, types: { ...good.types, StarknetDomain: domainType.filter(({ name }) => name !== 'chainId') } },
    ],
    [
      'a domain type with a member twice',
      { ...good, types: { ...good.types, StarknetDomain: [...domainType, { name: 'name', type: 'felt' }] } },
    ],
    // The basic types of SNIP-12, and the one of revision 0.
    ...'felt bool string shortstring selector merkletree enum u128 i128 timestamp ContractAddress ClassHash raw'
      .split(' ')
      .map((name): [string, object] => [
        `a type with the name ${name}`,
        { ...good, types: { ...good.types, [name]: [] } },
      ]),
    ['a type named as a preset one', { ...good, types: { ...good.types, u256: [] } }],
    ['a type named with a star', { ...good, types: { ...good.types, 'A*': [] } }],
    ['a type named with parentheses', { ...good, types: { ...good.types, '(A)': [] } }],
    ['a type named with a comma', { ...good, types: { ...good.types, 'A,B': [] } }],
    ['a type without a name', { ...good, types: { ...good.types, '': [] } }],
    ['a type named with a quotation mark', { ...good, types: { ...good.types, 'A"': [] } }],
    ['a type that is an object', { ...good, types: { ...good.types, Name: {} } }],
    ['a member that is null', { ...good, types: { ...good.types, Name: [null] } }],
    ['a member without a type', { ...good, types: { ...good.types, Name: [{ name: 'text' }] } }],
    ['a member without a name', { ...good, types: { ...good.types, Name: [{ type: 'felt' }] } }],
    [
      'a member named with a quotation mark',
      { ...good, types: { ...good.types, Name: [{ name: 'a":"b', type: 'felt' }] } },
    ],
    [
      'a member typed with a quotation mark',
      { ...good, types: { ...good.types, Name: [{ name: 'a', type: 'felt","b":"felt' }] } },
    ],
    [
      'a member that contains a number',
      { ...good, types: { ...good.types, Name: [{ name: 'a', type: 'merkletree', contains: 1 }] } },
    ],
    [
      'a member twice',
      {
        ...good,
        types: {
          ...good.types,
          Name: [
            { name: 'text', type: 'felt' },
            { name: 'text', type: 'felt' },
          ],
        },
      },
    ],
    ['a text that is too long', JSON.stringify({ ...good, message: { value: 'a'.repeat(9000) } })],
    ['a text that is nested', '['.repeat(8000)],
  ]

  it.each(wrong)('refuses to read %s', (_, data) => {
    expect(readTypedData(typeof data === 'string' ? data : JSON.stringify(data))).toBeUndefined()
  })
})
