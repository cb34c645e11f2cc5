import { describe, expect, it } from 'vitest'
import { readQuantity, readTransaction } from './readTransaction.ts'

const from = `0x${'0a'.repeat(20)}`
const to = `0x${'0b'.repeat(20)}`
const key = `0x${'0c'.repeat(32)}`

const read = (fields: unknown) =>
  readTransaction(fields, (code, message) => Object.assign(new Error(message), { code }))

describe('a quantity', () => {
  it.each([
    ['0x0', 0n],
    ['0xAf', 175n],
    [`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
    [0, 0n],
    [Number.MAX_SAFE_INTEGER, 9_007_199_254_740_991n],
  ])('is read: %s', (value, quantity) => {
    expect(readQuantity(value)).toBe(quantity)
  })

  it.each([
    '0x',
    '0xg',
    ' 0x1',
    '0x1 ',
    '12',
    '',
    `0x${'0'.repeat(65)}`,
    -1,
    0.5,
    Number.MAX_SAFE_INTEGER + 1,
    Number.NaN,
    null,
    undefined,
    true,
    [],
    ['0x1'],
  ])('is not %j', (value) => {
    expect(readQuantity(value)).toBeUndefined()
  })
})

describe('a transaction of an app', () => {
  it('is read with every field in its form', () => {
    const accessList = [{ address: to, storageKeys: [key] }]
    const numbers = { type: '0x2', chainId: 1, nonce: '0x2', value: '0x3', gas: '0x4' }
    const fees = { maxFeePerGas: '0x6', maxPriorityFeePerGas: '0x6' }
    expect(read({ from, to, data: '0xABcd', accessList, ...numbers, ...fees, other: 1 })).toEqual({
      from,
      to,
      data: '0xABcd',
      accessList,
      type: 2n,
      chainId: 1n,
      nonce: 2n,
      value: 3n,
      gas: 4n,
      gasPrice: undefined,
      maxFeePerGas: 6n,
      maxPriorityFeePerGas: 6n,
    })
  })

  it.each([
    ['fields that are null', { gas: null, data: null, accessList: null }],
    ['an empty access list', { accessList: [] }],
    ['no data but "input"', { to: undefined, input: '0x60' }],
    ['the same data twice', { data: '0x60', input: '0x60' }],
    ['no bytes', { data: '0x' }],
    ['one price', { gasPrice: '0x1', type: '0x0' }],
    ['one price and a list', { gasPrice: '0x1', type: '0x1', accessList: [] }],
    ['only a tip', { maxPriorityFeePerGas: '0x1', type: '0x2' }],
  ])('may have %s', (_, fields) => {
    expect(read({ from, to, ...fields })).toMatchObject({ from })
  })

  it('has the gas of "gasLimit", as ethers names it', () => {
    expect(read({ from, to, gasLimit: '0x7' }).gas).toBe(7n)
    expect(read({ from, to, gas: '0x07', gasLimit: '0x7' })).toMatchObject({ gas: 7n })
    expect(read({ from, to, gas: '0x7' }).gas).toBe(7n)
  })

  it('has the bytes of "input" as its data', () => {
    expect(read({ from, input: '0x60' }).data).toBe('0x60')
  })

  it.each([
    ['nothing', null, 'neither "to" nor "data"'],
    ['a receiver of 19 bytes', { to: to.slice(0, -2) }, '"to" of the transaction is not an address'],
    ['a receiver of 21 bytes', { to: `${to}00` }, '"to" of the transaction is not an address'],
    ['a receiver that is no text', { to: 1 }, '"to"'],
    ['bytes that begin elsewhere', { data: ' 0x12' }, '"data" of the transaction is not bytes in hex'],
    ['bytes that end elsewhere', { data: '0x12 ' }, '"data"'],
    ['bytes in a list', { data: ['0x12'] }, '"data"'],
    ['malformed bytes in "input"', { input: '0x1' }, '"input" of the transaction is not bytes in hex'],
    ['a list with an address of 19 bytes', { accessList: [{ address: '0x12', storageKeys: [] }] }, '"accessList"'],
    ['a list without keys', { accessList: [{ address: to }] }, '"accessList" of the transaction is not an access list'],
    ['a list with null', { accessList: [null] }, '"accessList"'],
    ['a list with one wrong key', { accessList: [{ address: to, storageKeys: [key, '0x12'] }] }, '"accessList"'],
    ['a list with one wrong entry', { accessList: [{ address: to, storageKeys: [] }, {}] }, '"accessList"'],
    ['a malformed price', { gasPrice: 'x' }, '"gasPrice" of the transaction is not a quantity'],
    ['a malformed gas', { gas: 'x' }, '"gas"'],
    ['a malformed limit of gas', { gasLimit: 'x' }, '"gasLimit" of the transaction is not a quantity'],
    ['two limits of gas', { gas: '0x1', gasLimit: '0x2' }, '"gas" and "gasLimit" of the transaction differ'],
    ['a malformed chain', { chainId: 'x' }, '"chainId"'],
    ['a malformed type', { type: 'x' }, '"type"'],
    ['a malformed most', { maxFeePerGas: 'x' }, '"maxFeePerGas"'],
    ['a malformed tip', { maxPriorityFeePerGas: 'x' }, '"maxPriorityFeePerGas"'],
    ['a tip beside one price', { gasPrice: '0x1', maxPriorityFeePerGas: '0x1' }, 'without "gasPrice"'],
    ['fees by the base fee in type 0', { type: '0x0', maxFeePerGas: '0x1' }, 'type 2'],
    ['fees by the base fee in type 1', { type: '0x1', maxPriorityFeePerGas: '0x1' }, 'type 2'],
    ['blobs by hash', { blobVersionedHashes: [] }, '"blobVersionedHashes"'],
    ['a fee for blobs', { maxFeePerBlobGas: '0x1' }, '"maxFeePerBlobGas"'],
    ['sidecars', { sidecars: [] }, '"sidecars"'],
  ])('is refused with %s', (_, fields, sentence) => {
    expect(() => read(fields && { from, to, ...fields })).toThrow(
      expect.objectContaining({ code: -32_602, message: expect.stringContaining(sentence) }),
    )
  })
})
