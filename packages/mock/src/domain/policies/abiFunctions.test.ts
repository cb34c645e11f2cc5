import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, it } from 'vitest'
import { comparable, holds, isInteger, readFunctions } from './abiFunctions.ts'

const functionWith = (...inputs: unknown[]) => [{ type: 'function', name: 'f', inputs }]
const signatureOf = (...types: string[]) =>
  readFunctions(functionWith(...types.map((type) => ({ type }))))?.[0]?.signature

describe('readFunctions', () => {
  it('leaves out what is no function', () => {
    const others = ['constructor', 'event', 'error', 'fallback', 'receive'].map((type) => ({ type, name: 'f' }))
    expect(readFunctions([...others, { type: 'function', name: '_a$1' }])).toMatchObject([{ signature: '_a$1()' }])
  })

  it.each([
    ['uint8', 'int256', 'address', 'bool', 'string', 'function'],
    ['bytes', 'bytes1', 'bytes32', 'bytes4[]', 'uint256[2][]'],
  ])('writes the types of arguments into the signature: %s, …', (...types) => {
    expect(signatureOf(...types)).toBe(`f(${types.join(',')})`)
  })

  it('writes a tuple as its components', () => {
    const inner = { type: 'tuple', components: [{ type: 'bytes' }] }
    const tuple = { type: 'tuple[2]', components: [{ type: 'bool', name: 'flag' }, inner] }
    expect(readFunctions(functionWith(tuple))?.[0]?.signature).toBe('f((bool,(bytes))[2])')
  })

  it('writes lists of tuples with their lengths', () => {
    const components = [{ type: 'bool' }]
    expect(readFunctions(functionWith({ type: 'tuple[12][]', components }))?.[0]?.signature).toBe('f((bool)[12][])')
  })

  it.each<[string, readonly object[]]>([
    ['an unknown kind', [{ type: 'method', name: 'f', inputs: [] }]],
    ['no name', [{ type: 'function', inputs: [] }]],
    ['a name that begins with a digit', [{ type: 'function', name: '1f', inputs: [] }]],
    ['a name that ends with a bracket', [{ type: 'function', name: 'f(', inputs: [] }]],
    ['inputs that are no list', [{ type: 'function', name: 'f', inputs: 'bool' }]],
    ['an input that is nothing', functionWith(null)],
    ['an input without a type', functionWith({ name: 'amount' })],
    ['an input whose type is no text', functionWith({ type: ['bool'] })],
    ['an input whose name is no text', functionWith({ type: 'bool', name: 1 })],
    ['a type that there is not', functionWith({ type: 'fixed' })],
    ['a type that begins with another word', functionWith({ type: 'myuint8' })],
    ['a type that ends with another word', functionWith({ type: 'uint8s' })],
    ['a tuple that begins with another word', functionWith({ type: 'mytuple', components: [] })],
    ['a tuple that ends with another word', functionWith({ type: 'tuples', components: [] })],
    ['integers of no bits', functionWith({ type: 'uint0' })],
    ['integers of 12 bits', functionWith({ type: 'uint12' })],
    ['integers of 264 bits', functionWith({ type: 'int264' })],
    ['no bytes', functionWith({ type: 'bytes0' })],
    ['33 bytes', functionWith({ type: 'bytes33' })],
    ['a tuple without components', functionWith({ type: 'tuple' })],
    ['a tuple with one wrong component', functionWith({ type: 'tuple', components: [{ type: 'bool' }, {}] })],
  ])('refuses an ABI with %s', (_, abi) => {
    expect(readFunctions(abi)).toBeUndefined()
  })
})

describe('decode', () => {
  const one = readFunctions(functionWith({ type: 'uint8' }))?.[0]
  const none = readFunctions(functionWith())?.[0]

  it('gives the arguments, and nothing for data that does not fit', () => {
    const data = AbiFunction.encodeData(AbiFunction.from('function f(uint8)'), [7])
    expect(one?.decode(data)).toEqual([7])
    expect(one?.decode('0x12345678ff')).toBeUndefined()
  })

  it('gives no arguments of a function without any', () => {
    expect(none?.decode('0x')).toEqual([])
  })
})

const parameter = (type: string) => ({ type })
const pair = { type: 'tuple', components: [{ type: 'bool', name: 'flag' }, { type: 'uint8' }] }
const letters = { type: 'tuple', components: ['0', '1'].map((name) => ({ type: 'string', name })) }

describe('comparable', () => {
  it.each<[string, unknown, unknown]>([
    ['uint8', 255, 255n],
    ['uint8', '0', 0n],
    ['uint256', '0x1F', 31n],
    ['uint256', 7n, 7n],
    ['uint256', `${2n ** 256n - 1n}`, 2n ** 256n - 1n],
    ['int8', '-128', -128n],
    ['int8', 127, 127n],
    ['bool', false, false],
    ['string', '0xAB', '0xAB'],
    ['bytes', '0x', '0x'],
    ['bytes', '0xABcd01', '0xabcd01'],
    ['bytes4', '0xABCDEF01', '0xabcdef01'],
    ['address', `0x${'aB'.repeat(20)}`, `0x${'ab'.repeat(20)}`],
    ['function', `0x${'aB'.repeat(24)}`, `0x${'ab'.repeat(24)}`],
    ['uint8[]', [], []],
    ['uint8[]', [1, '0x2'], [1n, 2n]],
    ['uint8[12]', Array(12).fill(1), Array(12).fill(1n)],
    ['uint8[2][]', [[1, 2]], [[1n, 2n]]],
  ])('reads a value of the type %s: %s', (type, value, result) => {
    expect(comparable(parameter(type), value)).toEqual(result)
  })

  it.each<[string, unknown]>([
    ['uint8', 256],
    ['uint8', -1],
    ['int8', 128],
    ['int8', '-129'],
    ['uint256', 1.5],
    ['uint256', 2 ** 53],
    ['uint256', true],
    ['uint256', ''],
    ['uint256', 'x1'],
    ['uint256', '1x'],
    ['uint256', '0x'],
    ['uint256', '0xgg'],
    ['uint256', '0'.repeat(79)],
    ['uint256', `0x${'0'.repeat(65)}`],
    ['bool', 'true'],
    ['string', 1],
    ['bytes', 1],
    ['bytes', 'ab'],
    ['bytes', '0xabc'],
    ['bytes', 'x0xab'],
    ['bytes', '0xab!'],
    ['bytes4', '0xabcdef'],
    ['address', '0xab'],
    ['function', `0x${'ab'.repeat(20)}`],
    ['uint8[]', '1'],
    ['uint8[]', [1, 256]],
    ['uint8[2]', [1]],
    ['uint8[2]', [1, 2, 3]],
    ['uint8[][2]', [1, 2]],
  ])('refuses a value of another type than %s: %s', (type, value) => {
    expect(comparable(parameter(type), value)).toBeUndefined()
  })

  it('reads a tuple by the names of its components, or as a list', () => {
    expect(comparable(pair, [true, 1])).toEqual([true, 1n])
    expect(comparable(pair, { flag: true, '': 1 })).toEqual([true, 1n])
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a component too few', [true]],
    ['a component too many', { flag: true, '': 1, more: 2 }],
    ['another name', { flag: true, count: 1 }],
    ['a component of another type', [true, 256]],
  ])('refuses a tuple with %s', (_, value) => {
    expect(comparable(pair, value)).toBeUndefined()
  })

  it('refuses a text as a tuple, though it has letters by number', () => {
    expect(comparable(letters, 'ab')).toBeUndefined()
    expect(comparable(letters, { 0: 'a', 1: 'b' })).toEqual(['a', 'b'])
  })
})

describe('isInteger', () => {
  it('is true only of single integers', () => {
    expect(['uint8', 'int256'].every(isInteger)).toBe(true)
    expect(['uint8[2]', 'myint8', 'bytes8'].some(isInteger)).toBe(false)
  })
})

describe('holds', () => {
  it('compares by value, in lists as well', () => {
    expect(holds('equal', [1n, 'a'], [1n, 'a'])).toBe(true)
    expect(holds('notEqual', [1n, 'a'], [1n, 'a'])).toBe(false)
    expect(holds('equal', ['a,b'], ['a', 'b'])).toBe(false)
    expect(holds('equal', [1n], [2n])).toBe(false)
    expect(holds('notEqual', 1n, 2n)).toBe(true)
  })

  it.each([
    ['greater', [false, false, true]],
    ['greaterEqual', [false, true, true]],
    ['less', [true, false, false]],
    ['lessEqual', [true, true, false]],
  ] as const)('compares by order: %s', (operator, expected) => {
    expect([1n, 2n, 3n].map((argument) => holds(operator, argument, 2n))).toEqual(expected)
  })

  it.each(['equal', 'notEqual', 'less', 'greaterEqual'] as const)('holds for no absent value: %s', (operator) => {
    expect(holds(operator, undefined, undefined)).toBe(false)
    expect(holds(operator, undefined, 1n)).toBe(false)
    expect(holds(operator, 1n, undefined)).toBe(false)
  })
})
