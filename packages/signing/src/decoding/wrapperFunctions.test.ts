import { functionOf } from '@latchkey/chains/codecs/evmSignatures'
import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import { describe, expect, it } from 'vitest'
import type { Hex, Meaning } from './knownFunction.ts'
import { unlimited } from './unlimited.ts'
import { partsOf, wrapperFunctions } from './wrapperFunctions.ts'

const self: Hex = `0x${'ab'.repeat(20)}`
const first: Hex = `0x${'0a'.repeat(20)}`
const second: Hex = `0x${'0b'.repeat(20)}`
const nobody: Hex = `0x${'00'.repeat(20)}`
const word: Hex = `0x${'77'.repeat(32)}`
const multiSend: Hex = '0x38869bF66a61cF6bDB996A6aE40D5853Fd43B526'

type Call = readonly [signature: string, ...args: unknown[]]

/** The meaning of a call of the account, only by the types of the function. */
function meaningOf([signature, ...args]: readonly unknown[]): Meaning | undefined {
  const abi = functionOf(`function ${String(signature)}`)
  const match = wrapperFunctions.find(({ selector }) => selector === AbiFunction.getSelector(abi))
  const data = AbiFunction.encodeData(abi, args as never)
  return match?.read({ target: self, value: 0n, data, isErc721: false })
}

const inner = (target: Hex, value: bigint, data: Hex) => ({ target, value, data })
const call = (target: Hex, callData: Hex) => ({ target, callData, allowFailure: true })
const callType = '(address target,bytes callData)'
const everything = (to: Hex) => ({ to, asset: 'everything', amount: unlimited })

describe('a call that carries others', () => {
  it.each<Call>([
    ['multicall(bytes[])', ['0x01', '0x02']],
    ['multicall(uint256,bytes[])', 9n, ['0x01', '0x02']],
    ['multicall(bytes32,bytes[])', word, ['0x01', '0x02']],
  ])('calls its own contract: %s', (...each) => {
    expect(meaningOf(each)).toEqual({ inner: [inner(self, 0n, '0x01'), inner(self, 0n, '0x02')] })
  })

  const listed = [call(first, '0x01'), call(second, '0x02')]
  it.each<Call>([
    [`aggregate(${callType}[])`, listed],
    [`tryAggregate(bool,${callType}[])`, true, listed],
    [`blockAndAggregate(${callType}[])`, listed],
    [`tryBlockAndAggregate(bool,${callType}[])`, true, listed],
    ['aggregate3((address target,bool allowFailure,bytes callData)[])', listed],
    ['executeBatch(address[],bytes[])', [first, second], ['0x01', '0x02']],
  ])('calls others without paying: %s', (...each) => {
    expect(meaningOf(each)).toEqual({ inner: [inner(first, 0n, '0x01'), inner(second, 0n, '0x02')] })
  })

  const paying = [
    { ...inner(first, 3n, '0x01'), callData: '0x01', allowFailure: true },
    { ...inner(second, 4n, '0x02'), callData: '0x02', allowFailure: true },
  ]
  const payingType = '(address target,uint256 value,bytes data)'
  it.each<Call>([
    ['aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[])', paying],
    [`execute(${payingType}[])`, paying],
    [`executeBatch(${payingType}[])`, paying],
    ['executeBatch(address[],uint256[],bytes[])', [first, second], [3n, 4n], ['0x01', '0x02']],
  ])('pays others: %s', (...each) => {
    expect(meaningOf(each)).toEqual({ inner: [inner(first, 3n, '0x01'), inner(second, 4n, '0x02')] })
  })

  it('pays nothing for which a batch has no value', () => {
    const each: Call = ['executeBatch(address[],uint256[],bytes[])', [first, second], [3n], ['0x01', '0x02']]
    expect(meaningOf(each)).toEqual({ inner: [inner(first, 3n, '0x01'), inner(second, 0n, '0x02')] })
  })

  it.each<Call>([
    ['executeBatch(address[],bytes[])', [first], ['0x01', '0x02']],
    ['executeBatch(address[],uint256[],bytes[])', [first, second], [3n, 4n], ['0x01']],
  ])('does not decode where a batch has more targets or data: %s', (...each) => {
    expect(() => meaningOf(each)).toThrow(RangeError)
  })

  it('is one call of an account', () => {
    expect(meaningOf(['execute(address,uint256,bytes)', first, 3n, '0x01'])).toEqual({
      inner: [inner(first, 3n, '0x01')],
    })
  })
})

describe('a call of an account with a kind', () => {
  const rest = [0n, 0n, 0n, nobody, nobody, '0x']
  const parts = 'address,uint256,bytes,uint8'
  const functions: [string, ...unknown[]][] = [
    [`execTransaction(${parts},uint256,uint256,uint256,address,address,bytes)`, ...rest],
    [`execTransactionFromModule(${parts})`],
    [`execTransactionFromModuleReturnData(${parts})`],
    [`execute(${parts})`],
  ]

  it.each(functions)('is made as it is: %s', (signature, ...more) => {
    expect(meaningOf([signature, first, 3n, '0x01', 0, ...more])).toEqual({
      inner: [{ ...inner(first, 3n, '0x01'), operation: 0 }],
      grants: [],
    })
  })

  it.each(functions)('gives everything to foreign code that runs in its name: %s', (signature, ...more) => {
    expect(meaningOf([signature, first, 3n, '0x01', 1, ...more])).toEqual({
      inner: [{ ...inner(first, 3n, '0x01'), operation: 1 }],
      grants: [everything(first)],
    })
  })

  it.each<Hex>([
    '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
    '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
    multiSend,
    '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  ])('gives nothing to the contract %s, which makes several calls', (target) => {
    expect(meaningOf([`execute(${parts})`, target, 0n, '0x01', 1])?.grants).toEqual([])
  })

  it('gives everything to whoever gets its gas back, if there is a price', () => {
    const [[signature]] = functions as [[string]]
    const refund = (gasPrice: bigint) =>
      meaningOf([signature, first, 3n, '0x01', 1, 0n, 0n, gasPrice, nobody, second, '0x'])?.grants
    expect(refund(0n)).toEqual([everything(first)])
    expect(refund(1n)).toEqual([everything(first), everything(second)])
  })
})

describe('a multiSend of a Safe', () => {
  const entry = (operation: string, value: bigint, data: string) =>
    [
      operation,
      first.slice(2),
      value.toString(16).padStart(64, '0'),
      (data.length / 2).toString(16).padStart(64, '0'),
      data,
    ].join('')
  const send = (...entries: readonly string[]) => meaningOf(['multiSend(bytes)', `0x${entries.join('')}`])

  it('makes its calls, of which foreign code gets everything', () => {
    expect(send(entry('00', 3n, '0102'), entry('01', 0n, ''), entry('10', 0n, '03'))).toEqual({
      inner: [
        { ...inner(first, 3n, '0x0102'), operation: 0 },
        { ...inner(first, 0n, '0x'), operation: 1 },
        { ...inner(first, 0n, '0x03'), operation: 16 },
      ],
      grants: [everything(first), everything(first)],
    })
    expect(send()).toEqual({ inner: [], grants: [] })
  })

  it('does not decode where it is cut off, in its head or in its data', () => {
    expect(() => send(entry('00', 3n, '').slice(2))).toThrow(RangeError)
    expect(() => send(entry('00', 3n, '0102').slice(0, -2))).toThrow(RangeError)
  })
})

describe.each(['execute(bytes32,bytes)', 'executeFromExecutor(bytes32,bytes)'])(
  'an execution by a mode: %s',
  (signature) => {
    const modeOf = (kind: string, selector = '00000000'): Hex =>
      `0x${kind}00${'0'.repeat(8)}${selector}${'0'.repeat(44)}`
    const run = (mode: Hex, data: string) => meaningOf([signature, mode, data])
    const callsType = AbiParameters.from('(address target, uint256 value, bytes data)[] calls')
    const withDataType = AbiParameters.from(['(address target, uint256 value, bytes data)[] calls', 'bytes opData'])
    const calls = [inner(first, 3n, '0x01'), inner(nobody, 4n, '0x02')]
    const ofSelf = [inner(first, 3n, '0x01'), inner(self, 4n, '0x02')]

    it('is one call, packed', () => {
      const value = '3'.padStart(64, '0')
      expect(run(modeOf('00'), `${first}${value}01`)).toEqual({ inner: [inner(first, 3n, '0x01')] })
      expect(run(modeOf('00'), `${first}${value}`)).toEqual({ inner: [inner(first, 3n, '0x')] })
    })

    it('is foreign code that runs in its name', () => {
      expect(run(modeOf('ff'), `${first}01`)).toEqual({
        inner: [{ ...inner(first, 0n, '0x01'), operation: 1 }],
        grants: [everything(first)],
      })
      expect(run(modeOf('ff'), first)?.grants).toEqual([everything(first)])
    })

    it('is a batch, where the zero address is the account itself', () => {
      expect(run(modeOf('01'), AbiParameters.encode(callsType, [calls]))).toEqual({ inner: ofSelf })
      expect(run(modeOf('01'), AbiParameters.encode(withDataType, [calls, '0x1234']))).toEqual({ inner: ofSelf })
    })

    it('is several batches', () => {
      const batches = [AbiParameters.encode(callsType, [calls]), AbiParameters.encode(callsType, [calls.slice(0, 1)])]
      const data = AbiParameters.encode(AbiParameters.from('bytes[] batches'), [batches])
      expect(run(modeOf('01', '78210002'), data)).toEqual({ inner: [...ofSelf, inner(first, 3n, '0x01')] })
      expect(() => run(modeOf('01', '78210001'), data)).toThrow()
    })

    it.each<[string, Hex, string]>([
      ['an unknown kind', modeOf('fe'), `${first}${'0'.repeat(64)}01`],
      ['a call that is too short', modeOf('00'), `${first}${'0'.repeat(62)}`],
      ['code that is too short', modeOf('ff'), first.slice(0, -2)],
    ])('is hidden with %s', (_, mode, data) => {
      expect(run(mode, data)).toEqual({ hidden: expect.stringContaining('mode') })
    })
  },
)

describe('the user operations of an entry point', () => {
  const account = 'address sender,uint256 nonce,bytes initCode,bytes callData'
  const gas06 = 'uint256 callGas,uint256 verificationGas,uint256 preVerificationGas,uint256 maxFee,uint256 maxTip'
  const gas07 = 'bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees'
  const payment = 'bytes paymasterAndData,bytes signature'
  const operation = (initCode: Hex, paymasterAndData: Hex) => ({
    sender: first,
    nonce: 1n,
    initCode,
    callData: '0x01' as const,
    callGas: 1n,
    verificationGas: 2n,
    preVerificationGas: 3n,
    maxFee: 4n,
    maxTip: 5n,
    accountGasLimits: word,
    gasFees: word,
    paymasterAndData,
    signature: '0x' as const,
  })

  it.each([
    `handleOps((${account},${gas06},${payment})[],address)`,
    `handleOps((${account},${gas07},${payment})[],address)`,
  ])('are run, and the beneficiary takes part: %s', (signature) => {
    const all = [operation('0x', '0x'), operation(`${second}aa`, `${self}bb`)]
    expect(meaningOf([signature, all, second])).toEqual({
      operations: [
        { sender: first, callData: '0x01', helpers: [] },
        { sender: first, callData: '0x01', helpers: [second, self] },
      ],
      grants: [{ to: second, asset: 'native', amount: 0n }],
    })
  })

  it('have an address as a helper that is all of its field, and none of a shorter field', () => {
    expect(partsOf(operation(second, first.slice(0, -1) as Hex)).helpers).toEqual([second])
  })
})
