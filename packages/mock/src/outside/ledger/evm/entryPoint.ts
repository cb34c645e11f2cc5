import { keccak_256 } from '@noble/hashes/sha3.js'
import { concat, readHex, toHex, utf8 } from '../../../crypto/bytes.ts'
import type { Hex } from '../../../crypto/evmTransactions.ts'
import { newRecord } from '../../../domain/shared/backend.ts'
import { deployContractWallet } from '../../contractWallets.ts'
import { accountAt, changeAccount, moveNative } from '../accounts.ts'
import { entryPoints } from '../nativeAddresses.ts'
import { customError, event, method, methodsOf } from './abi.ts'
import { zeroAddress } from './erc20.ts'
import { accountOf, type Execution, type Frame } from './execution.ts'
import { effectGas, gasPriceOf } from './gas.ts'
import { hasAccountCode, isSignedByOwner } from './smartAccount.ts'
import type { CallResult, InnerCall, Steps } from './steps.ts'
import {
  type EntryPointVersion,
  gasLimitOf,
  operationHash,
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
const deployed = event(
  'event AccountDeployed(bytes32 indexed userOpHash, address indexed sender, address factory, address paymaster)',
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

const failedOperation = customError('error FailedOp(uint256 opIndex, string reason)')

/** Gas of the verification of an operation. */
const verificationGas = 45_000n

/** One operation of a bundle. */
interface Handled {
  readonly operation: UserOperation
  readonly hash: Hex
}

/** How an operation is checked. A bundler that estimates gas has no signature yet. */
export interface OperationChecks {
  readonly signature: boolean
  readonly funds: boolean
}

const versionAt = (self: Hex): EntryPointVersion =>
  entryPoints.find(({ address }) => address === self)?.version ?? '0.7'

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

/** Deploys the account by its factory. @returns Why that fails, as the entry point says it */
function deploy({ execution, self }: Frame, { operation, hash }: Handled): string | undefined {
  const { sender, initCode } = operation
  const hasCode = hasAccountCode(execution, sender)
  if (initCode === '0x') return hasCode ? undefined : 'AA20 account not deployed'
  if (hasCode) return 'AA10 sender already constructed'
  const { store } = execution.backend
  const wallet = store.contractWallets.find('byAddress', [sender])
  const isOwnFactory = wallet && initCode === `${wallet.factory}${wallet.factoryCalldata?.slice(2)}`.toLowerCase()
  if (!isOwnFactory) return 'AA13 initCode failed or OOG'
  deployContractWallet(execution.backend, wallet, execution.networkId)
  const paymaster = paymasterOf(operation) ?? zeroAddress
  execution.log(deployed(self, { userOpHash: hash, sender, factory: initCode.slice(0, 42) as Hex, paymaster }))
  return undefined
}

/** Owners sign the hash itself, or as a message (EIP-191). */
function isSigned(execution: Execution, { operation: { sender, signature }, hash }: Handled): boolean {
  const message = keccak_256(concat(utf8('\x19Ethereum Signed Message:\n32'), readHex(hash) ?? new Uint8Array()))
  const digests: readonly Hex[] = [hash, `0x${toHex(message)}`]
  return digests.some((digest) => isSignedByOwner(execution, sender, { digest, signature }))
}

/** A smart wallet obeys the entry point of its version alone, other accounts obey both. */
function obeys({ backend }: Execution, self: Hex, { sender }: UserOperation): boolean {
  const entryPoint = backend.store.contractWallets.find('byAddress', [sender])?.entryPoint
  return entryPoint === undefined || entryPoint === versionAt(self)
}

/** Whether a paymaster pays for an account. A paymaster with a list of accounts pays only for those. */
function isSponsored({ backend }: Execution, paymaster: Hex, { sender }: UserOperation): boolean {
  const { sponsoredAccounts } = backend.store
  if (sponsoredAccounts.count('byPaymaster', [paymaster]) === 0) return true
  return sponsoredAccounts.find('byAddress', [sender])?.paymaster === paymaster
}

/** The most that an operation can cost, and who pays for it. */
function prefundOf({ self }: Frame, operation: UserOperation) {
  const amount = gasLimitOf(operation, versionAt(self)) * operation.maxFeePerGas
  return { payer: paymasterOf(operation) ?? operation.sender, amount }
}

/**
 * Takes the prefund before the call, so that the call cannot spend it. No list of transfers has it: an operation that
 * has run gets it back and pays its cost.
 *
 * @returns Whether the payer has as much
 */
function takePrefund(frame: Frame, operation: UserOperation): boolean {
  const { execution, self } = frame
  const { payer, amount } = prefundOf(frame, operation)
  if (execution.balanceOf(payer) < amount) return false
  moveNative(execution.backend, execution.networkId, { from: accountOf(payer), to: accountOf(self), amount })
  return true
}

/** Gives the prefund back. @returns Its payer and amount */
function returnPrefund(frame: Frame, operation: UserOperation): ReturnType<typeof prefundOf> {
  const { execution, self } = frame
  const prefund = prefundOf(frame, operation)
  const [from, to] = [accountOf(self), accountOf(prefund.payer)]
  moveNative(execution.backend, execution.networkId, { from, to, amount: prefund.amount })
  return prefund
}

/**
 * Checks an operation, takes its number and its prefund, and deploys its account.
 *
 * @returns Why the entry point refuses it
 */
export function validate(frame: Frame, handled: Handled, checks: OperationChecks): string | undefined {
  const { execution, self } = frame
  const { operation } = handled
  const problem = deploy(frame, handled)
  if (problem !== undefined) return problem
  if (!obeys(execution, self, operation)) return 'AA23 reverted: the account obeys the other entry point'
  if (checks.signature && !isSigned(execution, handled)) return 'AA24 signature error'
  if (!useNonce(frame, operation)) return 'AA25 invalid account nonce'
  const paymaster = paymasterOf(operation)
  if (paymaster && !isSponsored(execution, paymaster, operation))
    return 'AA33 reverted: the paymaster does not know the account'
  if (!checks.funds || takePrefund(frame, operation)) return undefined
  return paymaster === undefined ? "AA21 didn't pay prefund" : 'AA31 paymaster deposit too low'
}

/** The call of an operation. A revert undoes the call, and the account pays all the same. */
export function callOf({ self }: Frame, { operation: { sender, callData } }: Handled): InnerCall | undefined {
  return callData === '0x' ? undefined : { from: self, to: sender, value: 0n, data: callData, isTried: true }
}

/** The result of an operation without a call. */
export const nothingCalled: CallResult = { success: true, data: '0x' }

function* handle(frame: Frame, handled: Handled, beneficiary: Hex): Steps<void> {
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

function* handleAll(frame: Frame, operations: readonly UserOperation[], beneficiary: Hex): Steps<void> {
  const { execution, self } = frame
  const entryPoint = { address: self, version: versionAt(self) }
  const bundle = operations.map((operation) => ({
    operation,
    hash: operationHash(operation, entryPoint, execution.networkId),
  }))
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

const hashAt = ({ execution, self }: Frame, operation: UserOperation) =>
  operationHash(operation, { address: self, version: versionAt(self) }, execution.networkId)

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
  '0.7': methodsOf(
    ...common,
    method(
      `function handleOps(${operationTuple['0.7']}[] ops, address beneficiary)`,
      (frame: Frame, [operations, beneficiary]) => handleAll(frame, operations.map(unpack), beneficiary),
    ),
    method(
      `function getUserOpHash(${operationTuple['0.7']} userOp) view returns (bytes32)`,
      (frame: Frame, [operation]) => hashAt(frame, unpack(operation)),
    ),
  ),
}

/** The operation in the form that `handleOps` of a version takes. */
export function operationArgument(
  operation: UserOperation,
  version: EntryPointVersion,
): UserOperation | PackedOperation {
  return version === '0.6' ? operation : pack(operation)
}
