/** Calls that carry other calls. This loads `ox`, so import it lazily. */
import * as AbiParameters from 'ox/AbiParameters'
import { everything } from '../policyChains.ts'
import { type Hex, type InnerCall, knownFunction, type Meaning, type UserOperationParts } from './knownFunction.ts'
import { unlimited } from './unlimited.ts'

/** The contracts that run several calls of a Safe in its own name. */
const multiSends: ReadonlySet<string> = new Set([
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
])

interface Operation extends InnerCall {
  /** 0 for a call, 1 for code that runs in the account's own name. */
  readonly operation: number
}

/** Calls that an account makes. Foreign code that runs in its name can do anything. */
function runs(operations: readonly Operation[]): Meaning {
  const foreign = operations.filter(({ operation, target }) => operation !== 0 && !multiSends.has(target.toLowerCase()))
  return {
    inner: operations,
    grants: foreign.map(({ target }) => ({ to: target, asset: everything, amount: unlimited })),
  }
}

const calls = (...inner: readonly InnerCall[]): Meaning => ({ inner })
const withoutValue = (inner: readonly { readonly target: Hex; readonly callData: Hex }[]): Meaning => ({
  inner: inner.map(({ target, callData }) => ({ target, value: 0n, data: callData })),
})
const inItself = (target: Hex, all: readonly Hex[]): Meaning => ({
  inner: all.map((data) => ({ target, value: 0n, data })),
})

function batch(targets: readonly Hex[], data: readonly Hex[], values: readonly bigint[] = []): Meaning {
  if (targets.length !== data.length) throw new RangeError('The arrays differ in length.')
  return { inner: targets.map((target, index) => ({ target, value: values[index] ?? 0n, data: data[index] ?? '0x' })) }
}

/** The transactions in the bytes of a `multiSend`: operation, target, value and length, then the data. */
function readMultiSend(bytes: Hex): Operation[] {
  const digits = bytes.slice(2)
  const operations: Operation[] = []
  let at = 0
  while (at < digits.length) {
    const head = digits.slice(at, at + 170)
    if (head.length < 170) throw new RangeError('A transaction is cut off.')
    const length = Number(BigInt(`0x${head.slice(106)}`)) * 2
    const data = digits.slice(at + 170, at + 170 + length)
    if (data.length < length) throw new RangeError('A transaction is cut off.')
    const [operation, target, value] = [head.slice(0, 2), head.slice(2, 42), head.slice(42, 106)]
    operations.push({
      operation: Number.parseInt(operation, 16),
      target: `0x${target}`,
      value: BigInt(`0x${value}`),
      data: `0x${data}`,
    })
    at += 170 + length
  }
  return operations
}

const callList = AbiParameters.from('(address target, uint256 value, bytes data)[] calls')
const batches = AbiParameters.from('bytes[] batches')
const zeroAddress = `0x${'0'.repeat(40)}`

/** The zero address stands for the account itself (ERC-7821). */
const ofAccount = (account: Hex, list: readonly InnerCall[]): InnerCall[] =>
  list.map((call) => ({ ...call, target: call.target.toLowerCase() === zeroAddress ? account : call.target }))

/** The calls of an execution by its mode (ERC-7579, ERC-7821). */
function execution(account: Hex, mode: Hex, data: Hex): Meaning {
  const kind = mode.slice(2, 4)
  const selector = mode.slice(14, 22)
  if (kind === '01') {
    if (selector === '78210002') {
      const [all] = AbiParameters.decode(batches, data)
      return { inner: all.flatMap((each) => ofAccount(account, readBatch(each))) }
    }
    return { inner: ofAccount(account, readBatch(data)) }
  }
  const digits = data.slice(2)
  const target: Hex = `0x${digits.slice(0, 40)}`
  if (kind === '00' && digits.length >= 104)
    return calls({ target, value: BigInt(`0x${digits.slice(40, 104)}`), data: `0x${digits.slice(104)}` })
  if (kind === 'ff' && digits.length >= 40)
    return runs([{ operation: 1, target, value: 0n, data: `0x${digits.slice(40)}` }])
  return { hidden: 'An execution has a mode that is not known.' }
}

/** The calls of a batch. Data for the account may follow them. */
const readBatch = (data: Hex): readonly InnerCall[] =>
  AbiParameters.decode(callList, data, { checksumAddress: false })[0]

/** The addresses at the beginning of longer fields. Empty fields have none. */
const firstAddresses = (...fields: readonly Hex[]): Hex[] =>
  fields.filter((field) => field.length >= 42).map((field) => field.slice(0, 42) as Hex)

export interface PackedOperation {
  readonly sender: Hex
  readonly initCode: Hex
  readonly callData: Hex
  readonly paymasterAndData: Hex
}

/** A user operation as entry points take it. */
export const partsOf = ({ sender, initCode, callData, paymasterAndData }: PackedOperation): UserOperationParts => ({
  sender,
  callData,
  helpers: firstAddresses(initCode, paymasterAndData),
})

const handles = (operations: readonly PackedOperation[], beneficiary: Hex): Meaning => ({
  operations: operations.map(partsOf),
  grants: [{ to: beneficiary, asset: 'native', amount: 0n }],
})

const innerCall = '(address target, bytes callData)'
const safeCall = 'address target, uint256 value, bytes data, uint8 operation'
const account = 'address sender, uint256 nonce, bytes initCode, bytes callData'
const gas06 = 'uint256 callGas, uint256 verificationGas, uint256 preVerificationGas, uint256 maxFee, uint256 maxTip'
const gas07 = 'bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees'
const payment = 'bytes paymasterAndData, bytes signature'

/** Functions whose calls carry other calls. */
export const wrapperFunctions = [
  knownFunction('multicall(bytes[] data) payable', ([all], { target }) => inItself(target, all)),
  knownFunction('multicall(uint256 deadline, bytes[] data) payable', ([, all], { target }) => inItself(target, all)),
  knownFunction('multicall(bytes32 previousBlockhash, bytes[] data) payable', ([, all], { target }) =>
    inItself(target, all),
  ),
  knownFunction(`aggregate(${innerCall}[] calls) payable`, ([all]) => withoutValue(all)),
  knownFunction(`tryAggregate(bool requireSuccess, ${innerCall}[] calls) payable`, ([, all]) => withoutValue(all)),
  knownFunction(`blockAndAggregate(${innerCall}[] calls) payable`, ([all]) => withoutValue(all)),
  knownFunction(`tryBlockAndAggregate(bool requireSuccess, ${innerCall}[] calls) payable`, ([, all]) =>
    withoutValue(all),
  ),
  knownFunction('aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable', ([all]) =>
    withoutValue(all),
  ),
  knownFunction(
    'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
    ([all]) => ({ inner: all.map(({ target, value, callData }) => ({ target, value, data: callData })) }),
  ),
  knownFunction('multiSend(bytes transactions) payable', ([bytes]) => runs(readMultiSend(bytes))),
  knownFunction(
    `execTransaction(${safeCall}, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable`,
    ([target, value, data, kind, , , gasPrice, , refundReceiver]) => {
      const meaning = runs([{ target, value, data, operation: kind }])
      if (gasPrice === 0n) return meaning
      const refund = { to: refundReceiver, asset: everything, amount: unlimited } as const
      return { ...meaning, grants: [...(meaning.grants ?? []), refund] }
    },
  ),
  knownFunction(`execTransactionFromModule(${safeCall})`, ([target, value, data, kind]) =>
    runs([{ target, value, data, operation: kind }]),
  ),
  knownFunction(`execTransactionFromModuleReturnData(${safeCall})`, ([target, value, data, kind]) =>
    runs([{ target, value, data, operation: kind }]),
  ),
  knownFunction('execute(address target, uint256 value, bytes data) payable', ([target, value, data]) =>
    calls({ target, value, data }),
  ),
  knownFunction(`execute(${safeCall}) payable`, ([target, value, data, kind]) =>
    runs([{ target, value, data, operation: kind }]),
  ),
  knownFunction('execute((address target, uint256 value, bytes data)[] calls) payable', ([all]) => calls(...all)),
  knownFunction('executeBatch((address target, uint256 value, bytes data)[] calls) payable', ([all]) => calls(...all)),
  knownFunction('executeBatch(address[] targets, bytes[] data)', ([targets, data]) => batch(targets, data)),
  knownFunction('executeBatch(address[] targets, uint256[] values, bytes[] data)', ([targets, values, data]) =>
    batch(targets, data, values),
  ),
  knownFunction('execute(bytes32 mode, bytes executionCalldata) payable', ([mode, data], { target }) =>
    execution(target, mode, data),
  ),
  knownFunction('executeFromExecutor(bytes32 mode, bytes executionCalldata) payable', ([mode, data], { target }) =>
    execution(target, mode, data),
  ),
  knownFunction(`handleOps((${account}, ${gas06}, ${payment})[] ops, address beneficiary)`, ([all, beneficiary]) =>
    handles(all, beneficiary),
  ),
  knownFunction(`handleOps((${account}, ${gas07}, ${payment})[] ops, address beneficiary)`, ([all, beneficiary]) =>
    handles(all, beneficiary),
  ),
]
