import * as TypedData from 'ox/TypedData'
import { describe, expect, it } from 'vitest'
import { typedDataRequest } from './encoding.ts'
import { address, createProviderWorld } from './test/providerWorld.ts'
import { readTypedData } from './typedData.ts'

const contract = `0x${'c0'.repeat(20)}`
const salt = `0x${'01'.repeat(32)}`
const types = { Order: [{ name: 'amount', type: 'uint256' }] }
const order = { types, primaryType: 'Order', message: { amount: '5' } }
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** The signature of a library to which every member and its type are named. */
const expected = (domain: object, message: object = { amount: 5n }) =>
  TypedData.encode({ domain, types: { ...types, EIP712Domain: domainType }, primaryType: 'Order', message } as never)

describe('a negative integer of typed data', () => {
  it.each([-5n, '-5', -5])('is signed however it is written: %s', async (delta) => {
    const { ask, signing } = createProviderWorld()
    const signable: unknown[] = []
    signing.signTypedData = async (typedData) => {
      signable.push(typedDataRequest(typedData).message)
      return '0x01'
    }
    const signed = { Move: [{ name: 'delta', type: 'int256' }] }
    await ask('eth_signTypedData_v4', address, { types: signed, primaryType: 'Move', message: { delta } })
    const types = { ...signed, EIP712Domain: [] }
    expect(signable).toEqual([
      TypedData.encode({ domain: {}, types, primaryType: 'Move', message: { delta: -5n } } as never),
    ])
  })
})

describe('the domain of typed data', () => {
  const domain = { name: 'Shop', version: '1', verifyingContract: contract, salt }

  it.each([1, 1n, '1', '0x1', '0x01', '01'])('is signed with its chain, however its id is written: %s', (chainId) => {
    expect(typedDataRequest({ ...order, domain: { ...domain, chainId } }).message).toBe(
      expected({ ...domain, chainId: 1n }),
    )
    const withType = { ...order, types: { ...types, EIP712Domain: domainType }, domain: { ...domain, chainId } }
    expect(typedDataRequest(withType).message).toBe(expected({ ...domain, chainId: 1n }))
  })

  it('is explained to the service with a number, and not at all where a number would be another chain', () => {
    const { context } = typedDataRequest({ ...order, domain: { name: 'Shop', chainId: '0x2105' } })
    expect(context).toMatchObject({ evmTypedData: { domain: { name: 'Shop', chainId: 8453 } } })
    const large = typedDataRequest({ ...order, domain: { name: 'Shop', chainId: 2n ** 60n + 1n } })
    expect(large).not.toHaveProperty('context')
  })

  it('does without members that have no value, and is signed as if they were not there', () => {
    const sparse = { name: 'Shop', version: undefined, chainId: null }
    expect(typedDataRequest({ ...order, domain: sparse }).message).toBe(
      typedDataRequest({ ...order, domain: { name: 'Shop' } }).message,
    )
  })

  it.each<[domain: unknown, sentence: string]>([
    [{ chainId: 'one' }, '"domain.chainId" is not a whole number'],
    [{ chainId: '1e3' }, '"domain.chainId" is not a whole number'],
    [{ chainId: ' 1' }, '"domain.chainId" is not a whole number'],
    [{ chainId: '' }, '"domain.chainId" is not a whole number'],
    [{ chainId: 1.5 }, '"domain.chainId" is not a whole number'],
    [{ chainId: -1 }, '"domain.chainId" is not a whole number'],
    [{ chainId: 2 ** 60 }, '"domain.chainId" is not a whole number'],
    [{ chainId: true }, '"domain.chainId" is not a whole number'],
    [{ chainId: [1] }, '"domain.chainId" is not a whole number'],
    [{ name: 7 }, '"domain.name" is not a text'],
    [{ version: 1 }, '"domain.version" is not a text'],
    [{ version: '' }, '"domain.version" is empty'],
    [{ salt: '' }, '"domain.salt" is not 32 bytes'],
    [{ salt: '0x01' }, '"domain.salt" is not 32 bytes'],
    [{ verifyingContract: 'shop.eth' }, '"domain.verifyingContract" is not an address'],
    [{ name: 'Shop', chainID: 1 }, '"domain.chainID" has no type'],
    ['Shop', 'The domain is not an object.'],
  ])('is refused when something else would be signed: %j', (domainValue, sentence) => {
    expect(() => readTypedData({ ...order, domain: domainValue })).toThrow(sentence)
    expect(() => readTypedData({ ...order, domain: domainValue })).toThrow(TypeError)
  })

  it('is refused when its type leaves out a member that is shown, or has one that is missing', () => {
    const shown = { name: 'Shop', chainId: 1 }
    const typed = (names: readonly string[]) => ({
      ...order,
      domain: shown,
      types: { ...types, EIP712Domain: domainType.filter(({ name }) => names.includes(name)) },
    })
    expect(() => readTypedData(typed(['name']))).toThrow('"domain.chainId" would not be signed')
    expect(() => readTypedData(typed(['name', 'chainId', 'version']))).toThrow('The domain lacks "version"')
    expect(readTypedData(typed(['name', 'chainId'])).shown.domain).toEqual(shown)
  })

  it('can have members of its own, if it gives their type', () => {
    const own = [
      { name: 'name', type: 'string' },
      { name: 'shard', type: 'uint8' },
    ]
    const typed = { ...order, domain: { name: 'Shop', shard: 2 }, types: { ...types, EIP712Domain: own } }
    expect(typedDataRequest(typed).message).toBe(TypedData.encode({ ...typed, message: { amount: 5n } } as never))
  })
})

describe('the message of typed data', () => {
  const nested = {
    types: {
      Cart: [
        { name: 'orders', type: 'Order[]' },
        { name: 'to', type: 'Person' },
      ],
      Person: [{ name: 'wallet', type: 'address' }],
      ...types,
    },
    primaryType: 'Cart',
  }

  it('is shown without the fields that no type has, at any depth, since nothing signs them', () => {
    const signed = { orders: [{ amount: '1' }], to: { wallet: contract } }
    const sent = { orders: [{ amount: '1', note: 'free' }], to: { wallet: contract, name: 'Ada' }, total: 0 }
    expect(readTypedData({ ...nested, message: sent }).shown).toEqual({ ...nested, message: signed })
    expect(typedDataRequest({ ...nested, message: sent })).toEqual(typedDataRequest({ ...nested, message: signed }))
  })

  it.each([
    [{ ...order, primaryType: 'Orders' }, 'no type "Orders"'],
    [{ ...order, types: { Order: 'uint256' } }, 'The type "Order" is not a list'],
    [{ ...order, types: { Order: [{ name: 'amount' }] } }, 'The type "Order" is not a list'],
  ])('is refused without the types that it needs', (typed, sentence) => {
    expect(() => readTypedData(typed)).toThrow(sentence)
  })
})
