import { functionOf } from '@latchkey/chains/codecs/evmSignatures'
import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, it } from 'vitest'
import { EffectCollector } from '../policyEffects.ts'
import { decodeCall, decodeUserOperation, type EvmDecoding } from './evmCalls.ts'
import type { CallToDecode, Hex, UserOperationParts } from './knownFunction.ts'
import { unlimited } from './unlimited.ts'

const wallet = `eip155:0x${'aa'.repeat(20)}`
const shop: Hex = `0x${'0A'.repeat(20)}`
const friend: Hex = `0x${'0b'.repeat(20)}`
const multicall3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
const accountOf = (address: Hex) => `eip155:${address.toLowerCase()}`

const decoding = (fields: Partial<EvmDecoding> = {}): EvmDecoding => ({
  collector: new EffectCollector(),
  self: new Set([wallet]),
  isErc721: () => false,
  ...fields,
})

function effectsOf(call: Partial<CallToDecode>, fields?: Partial<EvmDecoding>) {
  const state = decoding(fields)
  decodeCall(state, { target: shop, value: 0n, data: '0x', ...call })
  return state.collector.effects()
}

function effectsOfOperation(operation: Partial<UserOperationParts> & { chainId?: number }) {
  const state = decoding()
  decodeUserOperation(state, { sender: shop, callData: '0x', helpers: [], ...operation })
  return state.collector.effects()
}

const encode = (signature: string, ...args: unknown[]): Hex =>
  AbiFunction.encodeData(functionOf(`function ${signature}`), args as never)
const transfer = (to: Hex, amount: bigint) => encode('transfer(address,uint256)', to, amount)
const execute = (target: Hex, value: bigint, data: Hex) => encode('execute(address,uint256,bytes)', target, value, data)
const aggregate = (...values: readonly bigint[]) =>
  encode(
    'aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[])',
    values.map((value) => ({ target: friend, allowFailure: false, value, callData: '0x' })),
  )

describe('decodeCall', () => {
  it('notes a payment of the currency with its network, which needs no other decoding', () => {
    const call = { target: accountOf(shop), data: '0x', isDecoded: true, chainId: 10 }
    expect(effectsOf({ value: 7n, chainId: 10 })).toEqual({
      kind: 'transaction',
      calls: [call],
      grants: [{ account: accountOf(shop), asset: 'native', amount: 7n, chainId: 10, call }],
      fees: [],
      unknown: [],
      hidden: [],
    })
  })

  it('notes no network where the call counts on every network', () => {
    const { calls, grants } = effectsOf({ data: transfer(friend, 5n) })
    expect(calls[0]).not.toHaveProperty('chainId')
    for (const grant of grants) expect(grant).not.toHaveProperty('chainId')
  })

  it('notes whoever gets tokens, and the token itself, by the same call', () => {
    const { grants, calls } = effectsOf({ data: transfer(friend, 5n), chainId: 1 })
    const [call] = calls
    expect(grants).toEqual([
      { account: accountOf(shop), asset: 'native', amount: 0n, isToken: true, chainId: 1, call },
      { account: accountOf(friend), asset: accountOf(shop), amount: 5n, chainId: 1, call },
    ])
  })

  it('takes a payment to the wallet itself for common', () => {
    const { grants } = effectsOf({ data: transfer(`0x${'aa'.repeat(20)}`, 5n) })
    expect(grants.map(({ isCommon }) => isCommon)).toEqual([undefined, true])
  })

  it('asks the chain whether the contract holds NFTs, by its network', () => {
    const isErc721 = (account: string, chainId?: number) => account === accountOf(shop) && chainId === 5
    const data = encode('approve(address,uint256)', friend, 77n)
    const amountOn = (chainId: number) => effectsOf({ data, chainId }, { isErc721 }).grants[1]?.amount
    expect([amountOn(5), amountOn(6)]).toEqual([1n, 77n])
  })

  it('knows a function by its selector in any case', () => {
    const data = `0x${transfer(friend, 5n).slice(2).toUpperCase()}` as const
    expect(effectsOf({ data }).grants).toHaveLength(2)
  })

  it('does not decode an unknown function', () => {
    const { calls, grants, hidden } = effectsOf({ data: '0x12345678', value: 3n })
    expect(calls).toEqual([{ target: accountOf(shop), data: '0x12345678', isDecoded: false }])
    expect(grants).toEqual([{ account: accountOf(shop), asset: 'native', amount: 3n, call: calls[0] }])
    expect(hidden).toEqual([])
  })

  it('hides a known function whose arguments do not decode', () => {
    const { calls, hidden } = effectsOf({ data: transfer(friend, 5n).slice(0, 80) as Hex })
    expect(calls).toMatchObject([{ isDecoded: true }])
    expect(hidden).toEqual([expect.stringContaining('arguments')])
  })

  it('follows the calls inside, on the same network', () => {
    const { grants, calls } = effectsOf({ data: execute(friend, 4n, '0x'), value: 9n, chainId: 10 })
    expect(calls.map(({ target, chainId }) => [target, chainId])).toEqual([
      [accountOf(shop), 10],
      [accountOf(friend), 10],
    ])
    // An account can keep what it gets.
    expect(grants.map(({ account, amount }) => [account, amount])).toEqual([
      [accountOf(shop), 9n],
      [accountOf(friend), 4n],
    ])
  })

  it('follows calls inside without a network where the call counts everywhere', () => {
    const { calls } = effectsOf({ data: execute(friend, 4n, '0x') })
    expect(calls[1]).not.toHaveProperty('chainId')
  })

  it.each([
    [9n, 2n],
    [7n, 0n],
    [6n, 0n],
  ])('counts at Multicall3 only what it does not pass on: %s less 7', (value, amount) => {
    const { grants } = effectsOf({ target: multicall3, data: aggregate(3n, 4n), value })
    expect(grants.map((grant) => grant.amount)).toEqual([amount, 3n, 4n])
  })

  it('counts all that Multicall3 gets by a call that passes nothing on', () => {
    expect(effectsOf({ target: multicall3, value: 9n }).grants.map(({ amount }) => amount)).toEqual([9n])
    expect(effectsOf({ target: multicall3, value: 9n, data: '0x12345678' }).grants[0]?.amount).toBe(9n)
  })

  it('reads every call of a batch', () => {
    const { grants, calls } = effectsOf({ target: multicall3, data: aggregate(1n, 2n, 3n, 4n), value: 10n })
    expect(grants.map(({ amount }) => amount)).toEqual([0n, 1n, 2n, 3n, 4n])
    expect(calls).toHaveLength(5)
  })

  const nested = (depth: number): Hex => (depth === 0 ? '0x' : execute(friend, 0n, nested(depth - 1)))

  it('follows eight calls inside of each other, and hides further ones', () => {
    const eight = effectsOf({ data: nested(8) })
    expect([eight.calls.length, eight.hidden]).toEqual([9, []])
    const nine = effectsOf({ data: nested(9) })
    expect([nine.calls.length, nine.hidden]).toEqual([9, [expect.stringContaining('8')]])
  })

  const account = 'address sender,uint256 nonce,bytes initCode,bytes callData'
  const gas = 'bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees'
  const word = `0x${'00'.repeat(32)}`
  const handleOps = (callData: Hex) =>
    encode(
      `handleOps((${account},${gas},bytes paymasterAndData,bytes signature)[],address)`,
      [
        {
          sender: friend,
          nonce: 0n,
          initCode: '0x',
          callData,
          accountGasLimits: word,
          preVerificationGas: 0n,
          gasFees: word,
          paymasterAndData: '0x',
          signature: '0x',
        },
      ],
      friend,
    )
  const inside = (depth: number, data: Hex): Hex => (depth === 0 ? data : execute(shop, 0n, inside(depth - 1, data)))

  it('follows user operations as deep as calls', () => {
    const { calls, hidden } = effectsOf({ data: inside(7, handleOps('0x12345678')), chainId: 10 })
    expect(calls.at(-1)).toEqual({ target: accountOf(friend), data: '0x12345678', isDecoded: false, chainId: 10 })
    expect(hidden).toEqual([])
    const deeper = effectsOf({ data: inside(8, handleOps('0x12345678')) })
    expect(deeper.hidden).toHaveLength(1)
    expect(deeper.calls).toHaveLength(9)
    expect(effectsOf({ data: inside(7, handleOps(execute(shop, 0n, '0x'))) }).hidden).toHaveLength(1)
  })

  it('follows a user operation without a network where the call counts everywhere', () => {
    expect(effectsOf({ data: handleOps('0x12345678') }).calls.at(-1)).not.toHaveProperty('chainId')
  })
})

describe('decodeUserOperation', () => {
  it('notes its helpers, and the call of its sender, who needs no rule', () => {
    const { grants, calls } = effectsOfOperation({ callData: execute(shop, 4n, '0x'), helpers: [friend], chainId: 10 })
    expect(grants.map(({ account, chainId, isCommon }) => [account, chainId, isCommon])).toEqual([
      [accountOf(friend), 10, undefined],
      [accountOf(shop), 10, true],
      [accountOf(shop), 10, true],
    ])
    expect(grants[0]).toEqual({ account: accountOf(friend), asset: 'native', amount: 0n, chainId: 10 })
    expect(calls.every(({ chainId }) => chainId === 10)).toBe(true)
  })

  it('still takes the wallet for itself', () => {
    const callData = transfer(`0x${'aa'.repeat(20)}`, 5n)
    expect(effectsOfOperation({ callData }).grants.map(({ isCommon }) => isCommon)).toEqual([true, true])
  })

  it('counts on every network without one', () => {
    const { grants, calls } = effectsOfOperation({ helpers: [friend] })
    for (const each of [...grants, ...calls]) expect(each).not.toHaveProperty('chainId')
  })

  it('reads the call behind the prefix by which an account asks for the whole operation', () => {
    const callData = execute(friend, 4n, '0x')
    for (const prefix of ['0x8dd7712f', '0x8DD7712F'])
      expect(effectsOfOperation({ callData: `${prefix}${callData.slice(2)}` as Hex }).calls[1]?.target).toBe(
        accountOf(friend),
      )
  })
})

describe('an allowance of everything', () => {
  it('is the largest amount', () => {
    const { grants } = effectsOf({ data: encode('setApprovalForAll(address,bool)', friend, true) })
    expect(grants[1]).toMatchObject({ asset: accountOf(shop), amount: unlimited })
    expect(unlimited).toBe(2n ** 256n - 1n)
  })
})
