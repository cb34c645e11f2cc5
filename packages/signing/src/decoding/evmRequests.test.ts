import { toHex, utf8 } from '@latchkey/base/bytes'
import * as Authorization from 'ox/Authorization'
import * as Rlp from 'ox/Rlp'
import * as TxEnvelope from 'ox/TxEnvelope'
import { describe, expect, it } from 'vitest'
import { decodeEvmRequest } from './evmRequests.ts'
import type { Hex } from './knownFunction.ts'
import type { RequestToDecode } from './requestToDecode.ts'
import { unlimited } from './unlimited.ts'

type Request = RequestToDecode['request']
type Context = NonNullable<Request['context']>

const account = `eip155:0x${'aa'.repeat(20)}`
const friend: Hex = `0x${'0e'.repeat(20)}`
const somebody: Hex = `0x${'0f'.repeat(20)}`
const sender: Hex = `0x${'0b'.repeat(20)}`
const digest = `0x${'9f'.repeat(32)}`
const accountOf = (address: string) => `eip155:${address.toLowerCase()}`

const effectsOf = (request: Request) =>
  decodeEvmRequest({ isErc721: () => false }, { chain: 'EVM', account, named: [], request, signed: '' })
const ofContext = (context: Context, isFormatted = true) => effectsOf({ message: digest, isFormatted, context })

const hexOf = (text: string): Hex => `0x${toHex(utf8(text))}`
const serialized = (fields: object): Hex =>
  TxEnvelope.serialize({ chainId: 10, type: 'eip1559', to: friend, value: 7n, ...fields } as never)
const ofTransaction = (fields: object) => effectsOf({ message: serialized(fields) })

const call = { target: accountOf(friend), chainId: 10, data: '0x', isDecoded: true }
const payment = { account: accountOf(friend), asset: 'native', amount: 7n, chainId: 10, call }
const hidden = { kind: 'transaction', hidden: [expect.any(String)] }

describe('a transaction before it is hashed', () => {
  it('pays whom it calls, and the most that its gas may cost', () => {
    expect(ofTransaction({ gas: 3n, maxFeePerGas: 5n })).toEqual({
      kind: 'transaction',
      grants: [payment],
      calls: [call],
      fees: [{ amount: 15n, chainId: 10 }],
      unknown: [],
      hidden: [],
    })
  })

  it('costs the price of gas where it has one price', () => {
    expect(ofTransaction({ type: 'legacy', gas: 3n, gasPrice: 4n }).fees).toEqual([{ amount: 12n, chainId: 10 }])
    expect(ofTransaction({ type: 'legacy', gas: 3n }).fees).toEqual([{ amount: 0n, chainId: 10 }])
  })

  it('costs 131 072 units of gas more for each blob', () => {
    const blobs = { type: 'eip4844', blobVersionedHashes: [1, 2].map((each) => `0x01${'00'.repeat(30)}0${each}`) }
    expect(ofTransaction({ ...blobs, gas: 3n, maxFeePerGas: 5n, maxFeePerBlobGas: 2n }).fees).toEqual([
      { amount: 15n + 2n * 131_072n * 2n, chainId: 10 },
    ])
  })

  it('counts on every network before EIP-155', () => {
    const { fees, calls, grants } = ofTransaction({ type: 'legacy', chainId: undefined, gas: 3n, gasPrice: 4n })
    expect(fees).toEqual([{ amount: 12n }])
    for (const each of [...calls, ...grants]) expect(each).not.toHaveProperty('chainId')
  })

  it('pays nothing, and calls nothing, where it says nothing', () => {
    const { grants, calls } = ofTransaction({ value: undefined })
    expect([grants[0]?.amount, calls[0]?.data]).toEqual([0n, '0x'])
  })

  it('pays the wallet itself without a rule', () => {
    expect(ofTransaction({ to: `0x${'aa'.repeat(20)}` }).grants).toMatchObject([{ account, isCommon: true }])
  })

  it('calls with its data', () => {
    expect(ofTransaction({ data: '0x12345678' }).calls).toMatchObject([{ data: '0x12345678', isDecoded: false }])
  })

  it('is unknown where it creates a contract', () => {
    const { unknown, calls } = ofTransaction({ to: undefined, data: '0x6000' })
    expect([unknown, calls]).toEqual([[{ reason: expect.stringContaining('contract'), chainId: 10 }], []])
  })

  it('gives everything to the code of each authorization', () => {
    const signature = { r: `0x${'11'.repeat(32)}`, s: `0x${'11'.repeat(32)}`, yParity: 0 }
    const authorizationList = [10, 11, 0].map((chainId) => ({ address: somebody, chainId, nonce: 1n, ...signature }))
    const everything = { account: accountOf(somebody), asset: 'everything', amount: unlimited }
    const { grants } = ofTransaction({ type: 'eip7702', authorizationList })
    expect(grants.slice(1)).toEqual([{ ...everything, chainId: 10 }, { ...everything, chainId: 11 }, everything])
  })

  it('is read in capital letters as well', () => {
    const message = `0x${serialized({}).slice(2).toUpperCase()}`
    expect(effectsOf({ message }).grants).toEqual([payment])
  })

  it('is hidden in another spelling than its own', () => {
    expect(effectsOf({ message: `${serialized({ type: 'legacy', gasPrice: 1n })}00` })).toMatchObject(hidden)
    const parts = Rlp.toHex(`0x${serialized({}).slice(4)}`) as Hex[]
    // The empty value is the canonical zero.
    const padded: Hex = `0x02${Rlp.fromHex(parts.with(1, '0x00')).slice(2)}`
    expect(effectsOf({ message: padded })).toMatchObject(hidden)
  })
})

describe('a message before it is hashed', () => {
  it.each(['Hello', '0x', '0xabc', 'x0x12', '0x12!', '12', ''])('gives nothing as a text: %s', (message) => {
    expect(effectsOf({ message }).kind).toBe('message')
  })

  it('is a digest that nothing explains where it is no well-formed text', () => {
    expect(effectsOf({ message: '\ud800' }).kind).toBe('raw')
  })

  it('is hidden as bytes of an unknown form, or as a text that begins like typed data', () => {
    expect(effectsOf({ message: '0x7e01' })).toMatchObject(hidden)
    expect(effectsOf({ message: '\x19\x01Hello' })).toMatchObject(hidden)
  })

  it('gives nothing as a personal message of a text', () => {
    expect(effectsOf({ message: hexOf('\x19Ethereum Signed Message:\n5Hello') }).kind).toBe('message')
    expect(effectsOf({ message: '\x19Ethereum Signed Message:\n5Hello' }).kind).toBe('message')
    expect(effectsOf({ message: hexOf(`\x19Ethereum Signed Message:\n32${'x'.repeat(32)}`) }).kind).toBe('message')
  })

  it('is a digest that nothing explains as a personal message of 32 bytes that are no text', () => {
    const prefix = hexOf('\x19Ethereum Signed Message:\n32')
    expect(effectsOf({ message: `${prefix}${digest.slice(2)}` }).kind).toBe('raw')
    // Of another length by its own words.
    const other = hexOf('\x19Ethereum Signed Message:\n33')
    expect(effectsOf({ message: `${other}${digest.slice(2)}` }).kind).toBe('message')
    expect(effectsOf({ message: `${prefix}${digest.slice(2)}9f` }).kind).toBe('message')
  })

  it('gives everything to the code of an authorization', () => {
    const bytes = Rlp.fromHex(['0x0a', somebody, '0x01'])
    const everything = { account: accountOf(somebody), asset: 'everything', amount: unlimited, chainId: 10 }
    const effects = effectsOf({ message: `0x05${bytes.slice(2)}` })
    expect(effects).toMatchObject({ kind: 'transaction', grants: [everything], hidden: [] })
    expect(effectsOf({ message: `0x06${bytes.slice(2)}` })).toMatchObject({ ...hidden, grants: [] })
  })
})

describe('a digest', () => {
  it('is raw without a context', () => {
    expect(effectsOf({ message: digest, isFormatted: true }).kind).toBe('raw')
  })

  it('gives nothing where it is of a personal message of a text', () => {
    expect(ofContext({ evmMessage: 'Hello' }).kind).toBe('message')
    expect(ofContext({ evmMessage: '' }).kind).toBe('message')
    expect(ofContext({ evmMessage: { raw: hexOf('Hello') } }).kind).toBe('message')
    expect(ofContext({ evmMessage: 'Hello' }, false).kind).toBe('message')
  })

  it('is raw where it is of a personal message of a digest', () => {
    expect(ofContext({ evmMessage: { raw: digest } }).kind).toBe('raw')
    expect(ofContext({ evmMessage: { raw: digest } }, false).kind).toBe('raw')
    // A text of 32 bytes, which are not printable.
    expect(ofContext({ evmMessage: 'é'.repeat(16) }).kind).toBe('raw')
  })
})

describe('the transaction of a context', () => {
  const evmTransaction = {
    to: friend,
    chainId: 10,
    nonce: 0,
    value: '7',
    gas: '3',
    maxFeePerGas: '5',
    maxPriorityFeePerGas: '0',
  } as NonNullable<Context['evmTransaction']>
  const { maxFeePerGas: _, ...withoutPrice } = evmTransaction

  it('explains the digest', () => {
    expect(ofContext({ evmTransaction })).toEqual({
      kind: 'transaction',
      grants: [payment],
      calls: [call],
      fees: [{ amount: 15n, chainId: 10 }],
      unknown: [],
      hidden: [],
    })
    expect(ofContext({ evmTransaction: { ...withoutPrice, gasPrice: '4' } as never }).fees).toEqual([
      { amount: 12n, chainId: 10 },
    ])
  })

  it('has its data, and defaults like a transaction before it is hashed', () => {
    expect(ofContext({ evmTransaction: { ...evmTransaction, data: '0x12345678' } }).calls).toMatchObject([
      { data: '0x12345678' },
    ])
    const least = ofContext({ evmTransaction: { to: friend, chainId: 10, nonce: 0 } as never })
    expect(least).toMatchObject({ grants: [{ ...payment, amount: 0n }], fees: [{ amount: 0n, chainId: 10 }] })
    // Gas without a price costs nothing.
    expect(ofContext({ evmTransaction: withoutPrice as never }).fees).toEqual([{ amount: 0n, chainId: 10 }])
  })

  it('is not believed beside a message that is not hashed', () => {
    const effects = effectsOf({ message: 'Hello', context: { evmTransaction } })
    expect(effects.kind).toBe('message')
  })
})

describe('the delegation of a context', () => {
  const delegation = (address: string, chainId: number) => ofContext({ eip7702Auth: { address, chainId, nonce: 0 } })
  const everything = { account: accountOf(somebody), asset: 'everything', amount: unlimited }

  it('gives everything to code, on its network or on all of them', () => {
    expect(delegation(somebody, 10)).toEqual({
      kind: 'transaction',
      grants: [{ ...everything, chainId: 10 }],
      calls: [],
      fees: [],
      unknown: [],
      hidden: [],
    })
    expect(delegation(somebody, 0).grants).toEqual([everything])
    expect(ofContext({ eip7702Auth: { address: somebody, chainId: 10, nonce: 0 } }, false).grants).toHaveLength(1)
  })

  it('gives nothing to the zero address, which takes the power back', () => {
    expect(delegation(`0x${'0'.repeat(40)}`, 10)).toMatchObject({ kind: 'transaction', grants: [] })
    expect(delegation(`0x1${'0'.repeat(39)}`, 10).grants).toHaveLength(1)
    expect(delegation(`0x${'0'.repeat(39)}1`, 10).grants).toHaveLength(1)
  })

  it('is what the same bytes are before they are hashed', () => {
    const address = somebody
    const signed = Authorization.getSignPayload({ address, chainId: 10, nonce: 0n })
    expect(signed).not.toBe(digest)
    expect(effectsOf({ message: `0x05${Rlp.fromHex(['0x0a', address, '0x']).slice(2)}` }).grants).toEqual(
      delegation(address, 10).grants,
    )
  })
})

describe('the user operation of a context', () => {
  const operation = (fields: object, more: object = {}) =>
    ofContext({
      evmUserOperation: {
        chainId: 10,
        entryPoint: somebody,
        operation: { sender, callData: '0x12345678', ...fields },
        ...more,
      } as never,
    })
  const accounts = (effects: ReturnType<typeof operation>) => effects.grants.map((grant) => grant.account)
  const helper: Hex = `0x${'1a'.repeat(20)}`

  it('is the call of its sender, and its entry point takes part', () => {
    const { grants, calls, ...rest } = operation({})
    const [ownCall] = calls
    expect(calls).toEqual([{ target: accountOf(sender), chainId: 10, data: '0x12345678', isDecoded: false }])
    expect(grants).toEqual([
      { account: accountOf(somebody), asset: 'native', amount: 0n, chainId: 10 },
      { account: accountOf(sender), asset: 'native', amount: 0n, chainId: 10, call: ownCall, isCommon: true },
    ])
    expect(rest).toEqual({ kind: 'transaction', fees: [{ amount: 0n, chainId: 10 }], unknown: [], hidden: [] })
  })

  it('names its factory, its paymaster and the code that it is given', () => {
    for (const fields of [{ factory: helper }, { paymaster: helper }, { authorization: { address: helper } }])
      expect(accounts(operation(fields))).toEqual([helper, somebody, sender].map(accountOf))
  })

  it.each(['0x7702', `0x7702${'0'.repeat(36)}`])('names no factory where %s marks a delegation', (factory) => {
    expect(accounts(operation({ factory }))).toEqual([somebody, sender].map(accountOf))
  })

  it.each([`0x7702${'0'.repeat(35)}1`, `0x17702${'0'.repeat(35)}`])(
    'names a factory that is no mark: %s',
    (factory) => {
      expect(accounts(operation({ factory }))[0]).toBe(accountOf(factory))
    },
  )

  it('costs all of its gas at its price, unless a paymaster pays', () => {
    const gas = { callGasLimit: '1', verificationGasLimit: '2', preVerificationGas: '3', maxFeePerGas: '10' }
    expect(operation(gas).fees).toEqual([{ amount: 60n, chainId: 10 }])
    expect(operation({ ...gas, paymaster: helper }).fees).toEqual([])
  })

  it('counts on every network without one', () => {
    const { grants, calls, fees } = operation({}, { chainId: undefined })
    for (const each of [...grants, ...calls, ...fees]) expect(each).not.toHaveProperty('chainId')
  })

  it('calls nothing where it says nothing', () => {
    const effects = operation({}, { operation: undefined, entryPoint: undefined })
    expect(effects.calls).toMatchObject([{ data: '0x', isDecoded: true }])
    expect(accounts(effects)).toHaveLength(1)
  })
})

describe('the typed data of a context', () => {
  it('explains what is signed', () => {
    const evmTypedData = {
      domain: { chainId: 10 },
      types: { Mail: [{ name: 'to', type: 'address' }] },
      primaryType: 'Mail',
      message: { to: friend },
    } as NonNullable<Context['evmTypedData']>
    for (const isFormatted of [true, false])
      expect(ofContext({ evmTypedData }, isFormatted)).toMatchObject({
        kind: 'transaction',
        grants: [{ account: accountOf(friend), chainId: 10 }],
        unknown: [{ chainId: 10 }],
      })
  })
})
