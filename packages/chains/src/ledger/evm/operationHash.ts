import { concat, readHex, toHex, utf8 } from '@latchkey/base/bytes'
/** The hashes of user operations, which the owners of accounts sign. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as AbiParameters from 'ox/AbiParameters'
import { domainSeparator } from 'ox/TypedData'
import type { ChainReadStore } from '../../backend.ts'
import type { EvmAuthorization, Hex } from '../../codecs/evmTransactions.ts'
import { accountAt, addressOf } from '../accounts.ts'
import type { EntryPoint } from '../nativeAddresses.ts'
import { accountOf } from './execution.ts'
import { pack, type UserOperation } from './userOperations.ts'

const bytesOf = (data: Hex) => readHex(data) ?? new Uint8Array()
const hashOf = (data: Hex): Hex => `0x${toHex(keccak_256(bytesOf(data)))}`

/** The address in the place of a factory by which an operation says that its account is delegated (EIP-7702). */
const delegationMark: Hex = `0x7702${'0'.repeat(36)}`

/** Whether an operation says that its account is delegated. Entry points know this from version 0.8 on. */
export function isMarkedDelegated({ initCode }: UserOperation): boolean {
  return initCode.length >= 6 && initCode.slice(0, 42).padEnd(42, '0') === delegationMark
}

/** The data with which a delegated account is called first; `undefined` without any. */
export function delegatedInit({ initCode }: UserOperation): Hex | undefined {
  return initCode.length > 42 ? `0x${initCode.slice(42)}` : undefined
}

/** The end of a paymaster's data that has a signature, which the hash leaves out (0.9). Two bytes of length precede it. */
export const paymasterSignatureMark = '22e325a297439656'

/** The signature in a paymaster's data (0.9), without a prefix; `undefined` where there is none. */
export function paymasterSignatureOf({
  paymasterAndData,
}: Pick<UserOperation, 'paymasterAndData'>): string | undefined {
  if (!paymasterAndData.endsWith(paymasterSignatureMark)) return undefined
  const end = paymasterAndData.length - paymasterSignatureMark.length - 4
  const start = end - 2 * Number.parseInt(paymasterAndData.slice(end, end + 4), 16)
  // The paymaster and its two limits come before any signature.
  return start < 2 + 2 * 52 ? undefined : paymasterAndData.slice(start, end)
}

function unsignedPaymaster(operation: UserOperation): Hex {
  const signature = paymasterSignatureOf(operation)
  if (signature === undefined) return operation.paymasterAndData
  const end = paymasterSignatureMark.length + 4 + signature.length
  return `${operation.paymasterAndData.slice(0, -end)}${paymasterSignatureMark}` as Hex
}

/** For which an operation is hashed. */
export interface HashedFor {
  readonly entryPoint: EntryPoint
  readonly chainId: number
  /** The code to which the sender delegates, without a prefix of its family. */
  readonly delegate: Hex | undefined
}

const packedFields =
  'address sender, uint256 nonce, bytes32 initCode, bytes32 callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes32 paymasterAndData'
const unpackedFields = AbiParameters.from(
  'address, uint256, bytes32, bytes32, uint256, uint256, uint256, uint256, uint256, bytes32',
)
const envelope = AbiParameters.from('bytes32, address, uint256')
const inEnvelope = (fields: Hex, { entryPoint, chainId }: HashedFor) =>
  hashOf(AbiParameters.encode(envelope, [hashOf(fields), entryPoint.address, BigInt(chainId)]))

function hash06(operation: UserOperation, hashedFor: HashedFor): Hex {
  const fields = AbiParameters.encode(unpackedFields, [
    operation.sender,
    operation.nonce,
    hashOf(operation.initCode),
    hashOf(operation.callData),
    operation.callGasLimit,
    operation.verificationGasLimit,
    operation.preVerificationGas,
    operation.maxFeePerGas,
    operation.maxPriorityFeePerGas,
    hashOf(operation.paymasterAndData),
  ])
  return inEnvelope(fields, hashedFor)
}

/** The fields of a packed operation. @param changes - Texts to hash in place of its own. */
function packedWords(
  operation: UserOperation,
  { initCode, paymasterAndData }: Pick<UserOperation, 'initCode' | 'paymasterAndData'>,
): Hex {
  const { accountGasLimits, gasFees } = pack(operation)
  return AbiParameters.encode(AbiParameters.from(packedFields), [
    operation.sender,
    operation.nonce,
    hashOf(initCode),
    hashOf(operation.callData),
    accountGasLimits,
    operation.preVerificationGas,
    gasFees,
    hashOf(paymasterAndData),
  ])
}

const hash07 = (operation: UserOperation, hashedFor: HashedFor) =>
  inEnvelope(packedWords(operation, operation), hashedFor)

/** The hash of the type of operations in typed data (EIP-712). */
export const packedTypeHash: Hex = `0x${toHex(
  keccak_256(
    utf8(
      'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
    ),
  ),
)}`

/** The typed data domain of the entry points from version 0.8 on. */
export const operationDomain = (verifyingContract: Hex, chainId: number) =>
  ({ name: 'ERC4337', version: '1', chainId, verifyingContract }) as const

function hashTyped(operation: UserOperation, { entryPoint, chainId, delegate }: HashedFor): Hex {
  const { initCode } = operation
  const hashed = {
    initCode: isMarkedDelegated(operation) ? (`${delegate}${initCode.slice(42)}` as Hex) : initCode,
    paymasterAndData: entryPoint.version === '0.9' ? unsignedPaymaster(operation) : operation.paymasterAndData,
  }
  const struct = hashOf(`${packedTypeHash}${packedWords(operation, hashed).slice(2)}`)
  const domain = domainSeparator(operationDomain(entryPoint.address, chainId))
  return `0x${toHex(keccak_256(concat(Uint8Array.of(0x19, 0x01), bytesOf(domain), bytesOf(struct))))}`
}

const hashes = { '0.6': hash06, '0.7': hash07, '0.8': hashTyped, '0.9': hashTyped }

interface Asked {
  readonly entryPoint: EntryPoint
  /** The authorization that comes with the operation. */
  readonly delegation?: EvmAuthorization | undefined
}

/** The hash that the owner of the account signs; `undefined` if the operation says that the account delegates, and it does not. */
export function operationHash(
  {
    backend,
    networkId,
  }: { readonly backend: { readonly store: Pick<ChainReadStore, 'chainAccounts'> }; readonly networkId: number },
  operation: UserOperation,
  { entryPoint, delegation }: Asked,
): Hex | undefined {
  const { delegate } = accountAt(backend, { account: accountOf(operation.sender), networkId })
  const hashedFor = {
    entryPoint,
    chainId: networkId,
    delegate: delegation?.address ?? (delegate === undefined ? undefined : (addressOf(delegate) as Hex)),
  }
  return hashFor(operation, hashedFor)
}

/** The hash of an operation; `undefined` if it says that the account delegates, and it does not. */
export function hashFor(operation: UserOperation, hashedFor: HashedFor): Hex | undefined {
  const { version } = hashedFor.entryPoint
  if ((version === '0.8' || version === '0.9') && isMarkedDelegated(operation) && !hashedFor.delegate) return undefined
  return hashes[version](operation, hashedFor)
}
