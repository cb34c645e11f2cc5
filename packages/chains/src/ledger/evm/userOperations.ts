/** The forms of user operations of ERC-4337. */
import type { Hex } from '../../codecs/evmTransactions.ts'
import { entryPoints } from '../nativeAddresses.ts'

export type EntryPointVersion = (typeof entryPoints)[number]['version']

/** A user operation, the same for all versions of the entry point. Addresses are in lower case. */
export interface UserOperation {
  readonly sender: Hex
  readonly nonce: bigint
  /** Factory and its calldata; `0x` for an account that exists. */
  readonly initCode: Hex
  readonly callData: Hex
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Paymaster, its limits and data; `0x` when the account pays. */
  readonly paymasterAndData: Hex
  readonly signature: Hex
}

/** The operation as the versions from 0.7 on pack it for the entry point. */
export interface PackedOperation extends Pick<
  UserOperation,
  'sender' | 'nonce' | 'initCode' | 'callData' | 'preVerificationGas' | 'paymasterAndData' | 'signature'
> {
  readonly accountGasLimits: Hex
  readonly gasFees: Hex
}

const packedTuple =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)'

/** The tuples of the entry points' functions, as signatures in Solidity write them. */
export const operationTuple = {
  '0.6':
    '(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)',
  '0.7': packedTuple,
  '0.8': packedTuple,
  '0.9': packedTuple,
} as const satisfies Readonly<Record<EntryPointVersion, string>>

const half = (word: Hex, at: 0 | 1) => BigInt(`0x${word.slice(2 + at * 32, 34 + at * 32)}`)
const pair = (high: bigint, low: bigint): Hex =>
  `0x${high.toString(16).padStart(32, '0')}${low.toString(16).padStart(32, '0')}`

export function unpack({ accountGasLimits, gasFees, ...operation }: PackedOperation): UserOperation {
  return {
    ...operation,
    verificationGasLimit: half(accountGasLimits, 0),
    callGasLimit: half(accountGasLimits, 1),
    maxPriorityFeePerGas: half(gasFees, 0),
    maxFeePerGas: half(gasFees, 1),
  }
}

export function pack(operation: UserOperation): PackedOperation {
  const { sender, nonce, initCode, callData, preVerificationGas, paymasterAndData, signature } = operation
  return {
    sender,
    nonce,
    initCode,
    callData,
    accountGasLimits: pair(operation.verificationGasLimit, operation.callGasLimit),
    preVerificationGas,
    gasFees: pair(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
    paymasterAndData,
    signature,
  }
}

/** The operation as JSON, its numbers in hex. */
export function storedOperation(operation: UserOperation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(operation).map(([name, value]: [string, Hex | bigint]) => [
      name,
      typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
    ]),
  )
}

const numbers: ReadonlySet<string> = new Set<keyof UserOperation>([
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
])

/** The operation that was stored as JSON. */
export function restoredOperation(stored: Readonly<Record<string, string>>): UserOperation {
  const fields = Object.entries(stored).map(([name, value]) => [name, numbers.has(name) ? BigInt(value) : value])
  return Object.fromEntries(fields) as UserOperation
}

/** The account that pays the gas instead of the sender. */
export function paymasterOf({ paymasterAndData }: UserOperation): Hex | undefined {
  return paymasterAndData.length < 42 ? undefined : (paymasterAndData.slice(0, 42).toLowerCase() as Hex)
}

/** The gas that an operation may use at most, with the paymaster's share from version 0.7 on. */
export function gasLimitOf(operation: UserOperation, version: EntryPointVersion): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, paymasterAndData } = operation
  const accountGas = callGasLimit + verificationGasLimit + preVerificationGas
  if (paymasterOf(operation) === undefined) return accountGas
  if (version === '0.6') return accountGas + 2n * verificationGasLimit
  const limits: Hex = `0x${paymasterAndData.slice(42, 106).padEnd(64, '0')}`
  return accountGas + half(limits, 0) + half(limits, 1)
}
