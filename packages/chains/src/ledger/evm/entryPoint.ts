import { concat, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { newRecord } from '@latchkey/base/newRecord'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { domainSeparator } from 'ox/TypedData'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { accountAt, changeAccount } from '../accounts.ts'
import { customError, event, method, methodsOf, revertWith } from './abi.ts'
import { deployAccount } from './accountDeployment.ts'
import { isCoinbaseWallet } from './coinbase/coinbaseOwners.ts'
import { isSignedByCoinbaseOwner } from './coinbase/coinbaseSignature.ts'
import { recoverSigner } from './ecdsa.ts'
import { domainMethod } from './eip712Domain.ts'
import { zeroAddress } from './erc20.ts'
import { accountOf, type Execution, type Frame } from './execution.ts'
import { effectGas, gasPriceOf } from './gas.ts'
import { entryPointAt, type HandledOperation, versionAt } from './handledOperation.ts'
import { operationDomain, operationHash, packedTypeHash } from './operationHash.ts'
import { returnPrefund, takePrefund } from './prefund.ts'
import { Revert } from './revert.ts'
import { simple7702VersionOf } from './simple7702Account.ts'
import { isSignedByOwner } from './smartAccount.ts'
import type { CallResult, InnerCall, Steps } from './steps.ts'
import {
  type EntryPointVersion,
  operationTuple,
  pack,
  type PackedOperation,
  paymasterOf,
  storedOperation,
  unpack,
  type UserOperation,
} from './userOperations.ts'

const operationEvent = event(
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
)
const revertReason = event(
  'event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
)
const beforeExecution = event('event BeforeExecution()')
/** The first topic of the event of an operation. */
export const operationTopic: Hex = operationEvent(zeroAddress, {
  userOpHash: `0x${'0'.repeat(64)}`,
  sender: zeroAddress,
  paymaster: zeroAddress,
  nonce: 0n,
  success: true,
  actualGasCost: 0n,
  actualGasUsed: 0n,
}).topics[0] as Hex

/** The first topic of the event between the validations and the first operation of a bundle. */
export const executionTopic: Hex = beforeExecution(zeroAddress, {}).topics[0] as Hex

/** How the versions refuse a bundle that a contract brings. */
const reentrancies: Readonly<Partial<Record<EntryPointVersion, () => Revert>>> = {
  '0.8': customError('error ReentrancyGuardReentrantCall()'),
  '0.9': customError('error Reentrancy()'),
}
const notDelegate = customError('error Eip7702SenderNotDelegate(address sender)')
const withoutCode = customError('error Eip7702SenderWithoutCode(address sender)')
const failedOperation = customError('error FailedOp(uint256 opIndex, string reason)')

/** Gas of the verification of an operation. */
const verificationGas = 45_000n

/** How an operation is checked. A bundler that estimates gas has no signature yet. */
export interface OperationChecks {
  readonly signature: boolean
  readonly funds: boolean
}

/** The number of the next operation of an account, by the key of its sequence. */
function nonceOf({ backend, networkId }: Execution, self: Hex, { sender, key }: { sender: Hex; key: bigint }): bigint {
  const { operationNonces } = accountAt(backend, { account: accountOf(sender), networkId })
  return BigInt(operationNonces?.[`${self}:${key}`] ?? '0')
}

function useNonce({ execution, self }: Frame, { sender, nonce }: UserOperation): boolean {
  const key = nonce >> 64n
  const next = nonceOf(execution, self, { sender, key })
  if ((nonce & (2n ** 64n - 1n)) !== next) return false
  const networkAccount = { account: accountOf(sender), networkId: execution.networkId }
  const { operationNonces } = accountAt(execution.backend, networkAccount)
  changeAccount(execution.backend, networkAccount, {
    operationNonces: { ...operationNonces, [`${self}:${key}`]: (next + 1n).toString() },
  })
  return true
}

/** Owners sign the hash itself, or as a message (EIP-191), which the accounts of viem that have code of their own do not take. */
function isSigned(execution: Execution, { operation: { sender, signature }, hash }: HandledOperation): boolean {
  if (simple7702VersionOf(execution, sender)) return recoverSigner(hash, signature) === sender
  if (isCoinbaseWallet(execution, sender))
    return isSignedByCoinbaseOwner(execution, sender, { digest: hash, signature })
  const message = keccak_256(concat(utf8('\x19Ethereum Signed Message:\n32'), readHex(hash) ?? new Uint8Array()))
  const digests: readonly Hex[] = [hash, `0x${toHex(message)}`]
  return digests.some((digest) => isSignedByOwner(execution, sender, { digest, signature }))
}

/** Accounts revert for a signature that they cannot read. */
function signatureProblemOf(execution: Execution, handled: HandledOperation): string | undefined {
  try {
    return isSigned(execution, handled) ? undefined : 'AA24 signature error'
  } catch (error) {
    if (error instanceof Revert) return 'AA23 reverted: the account cannot read the signature'
    throw error
  }
}

/** Smart wallets and viem's accounts obey only the entry point of their version, other accounts obey each one. */
function obeys(execution: Execution, self: Hex, { sender }: UserOperation): boolean {
  const wallet = execution.backend.store.contractWallets.find('byAddress', [sender])
  const ownCode = isCoinbaseWallet(execution, sender) ? '0.6' : simple7702VersionOf(execution, sender)
  const entryPoint = ownCode ?? wallet?.entryPoint
  return entryPoint === undefined || entryPoint === versionAt(self)
}

/** Whether a paymaster pays for an account. A paymaster with a list of accounts pays only for those. */
function isSponsored({ backend }: Execution, paymaster: Hex, { sender }: UserOperation): boolean {
  const { sponsoredAccounts } = backend.store
  if (sponsoredAccounts.count('byPaymaster', [paymaster]) === 0) return true
  return sponsoredAccounts.find('byAddress', [sender])?.paymaster === paymaster
}

/**
 * Checks an operation, takes its number and its prefund, and deploys its account.
 *
 * @returns Why the entry point refuses it
 */
export function validate(frame: Frame, handled: HandledOperation, checks: OperationChecks): string | undefined {
  const { execution, self } = frame
  const { operation } = handled
  const problem = deployAccount(frame, handled)
  if (problem !== undefined) return problem
  if (!obeys(execution, self, operation)) return 'AA23 reverted: the account obeys another entry point'
  const signatureProblem = checks.signature ? signatureProblemOf(execution, handled) : undefined
  if (signatureProblem !== undefined) return signatureProblem
  if (!useNonce(frame, operation)) return 'AA25 invalid account nonce'
  const paymaster = paymasterOf(operation)
  if (paymaster && !isSponsored(execution, paymaster, operation))
    return 'AA33 reverted: the paymaster does not know the account'
  if (!checks.funds || takePrefund(frame, operation)) return undefined
  return paymaster === undefined ? "AA21 didn't pay prefund" : 'AA31 paymaster deposit too low'
}

/** The call of an operation. A revert undoes the call, and the account pays all the same. */
export function callOf({ self }: Frame, { operation: { sender, callData } }: HandledOperation): InnerCall | undefined {
  return callData === '0x' ? undefined : { from: self, to: sender, value: 0n, data: callData, isTried: true }
}

/** The result of an operation without a call. */
export const nothingCalled: CallResult = { success: true, data: '0x' }

function* handle(frame: Frame, handled: HandledOperation, beneficiary: Hex): Steps<void> {
  const { execution, self } = frame
  const { operation, hash } = handled
  const { sender, nonce } = operation
  const [transfers, logs] = [execution.transfers.length, execution.logs.length]
  const call = callOf(frame, handled)
  const { success, data } = call ? yield call : nothingCalled
  if (!success) execution.log(revertReason(self, { userOpHash: hash, sender, nonce, revertReason: data }))
  const effects = { transfers: execution.transfers.slice(transfers), logs: execution.logs.slice(logs), hasCode: true }
  const actualGasUsed = operation.preVerificationGas + verificationGas + effectGas(effects)
  const { payer, amount } = returnPrefund(frame, operation)
  const gasCost = actualGasUsed * gasPriceOf(operation, execution.block.baseFee)
  const actualGasCost = gasCost < amount ? gasCost : amount
  execution.pay(payer, beneficiary, actualGasCost)
  execution.log(
    operationEvent(self, {
      userOpHash: hash,
      sender,
      paymaster: paymasterOf(operation) ?? zeroAddress,
      nonce,
      success,
      actualGasCost,
      actualGasUsed,
    }),
  )
  const { backend, networkId, block } = execution
  backend.store.userOperations.insert({
    ...newRecord(backend),
    networkId,
    hash,
    entryPoint: self,
    blockNumber: block.number,
    operation: storedOperation(operation),
  })
}

/** The hash of an operation. @throws {@link Revert} for one of an account that has to delegate and does not */
function hashAt(frame: Frame, operation: UserOperation): Hex {
  const { execution, self } = frame
  const hash = operationHash(execution, operation, { entryPoint: entryPointAt(self) })
  if (hash !== undefined) return hash
  const { sender } = operation
  const hasCode = execution.hasCode(sender)
  if (versionAt(self) === '0.9') throw (hasCode ? notDelegate : withoutCode)(sender)
  throw revertWith(hasCode ? 'not an EIP-7702 delegate' : 'sender has no code')
}

function* handleAll(frame: Frame, operations: readonly UserOperation[], beneficiary: Hex): Steps<void> {
  const { execution, self, sender } = frame
  const reentrancy = reentrancies[versionAt(self)]
  if (reentrancy && sender !== execution.origin) throw reentrancy()
  const bundle = operations.map((operation) => ({ operation, hash: hashAt(frame, operation) }))
  for (const [index, handled] of bundle.entries()) {
    const problem = validate(frame, handled, { signature: true, funds: true })
    if (problem !== undefined) throw failedOperation(BigInt(index), problem)
  }
  execution.log(beforeExecution(self, {}))
  for (const handled of bundle) yield* handle(frame, handled, beneficiary)
}

const common = [
  method(
    'function getNonce(address sender, uint192 key) view returns (uint256)',
    (frame: Frame, [sender, key]) => (key << 64n) | nonceOf(frame.execution, frame.self, { sender, key }),
  ),
]

const packed = [
  ...common,
  method(
    `function handleOps(${operationTuple['0.7']}[] ops, address beneficiary)`,
    (frame: Frame, [operations, beneficiary]) => handleAll(frame, operations.map(unpack), beneficiary),
  ),
  method(
    `function getUserOpHash(${operationTuple['0.7']} userOp) view returns (bytes32)`,
    (frame: Frame, [operation]) => hashAt(frame, unpack(operation)),
  ),
]

const typed = [
  ...packed,
  method('function getDomainSeparatorV4() view returns (bytes32)', ({ execution, self }: Frame) =>
    domainSeparator(operationDomain(self, execution.networkId)),
  ),
  method('function getPackedUserOpTypeHash() pure returns (bytes32)', () => packedTypeHash),
  domainMethod(({ execution, self }) => operationDomain(self, execution.networkId)),
]

/** The entry points of ERC-4337, without deposits and stakes: accounts and paymasters pay from their balance. */
export const entryPointMethods = {
  '0.6': methodsOf(
    ...common,
    method(
      `function handleOps(${operationTuple['0.6']}[] ops, address beneficiary)`,
      (frame: Frame, [operations, beneficiary]) => handleAll(frame, operations, beneficiary),
    ),
    method(
      `function getUserOpHash(${operationTuple['0.6']} userOp) view returns (bytes32)`,
      (frame: Frame, [operation]) => hashAt(frame, operation),
    ),
  ),
  '0.7': methodsOf(...packed),
  '0.8': methodsOf(...typed),
  '0.9': methodsOf(...typed),
}

/** The operation in the form that `handleOps` of a version takes. */
export function operationArgument(
  operation: UserOperation,
  version: EntryPointVersion,
): UserOperation | PackedOperation {
  return version === '0.6' ? operation : pack(operation)
}
