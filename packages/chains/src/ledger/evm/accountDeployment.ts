import type { Hex } from '../../codecs/evmTransactions.ts'
import { addressOf, accountAt } from '../accounts.ts'
import { event } from './abi.ts'
import { isCoinbaseWallet } from './coinbase/coinbaseOwners.ts'
import { zeroAddress } from './erc20.ts'
import { accountOf, type Execution, type Frame } from './execution.ts'
import { type HandledOperation, versionAt } from './handledOperation.ts'
import { delegatedInit, isMarkedDelegated } from './operationHash.ts'
import { deployPlanned } from './plannedDeployment.ts'
import { hasAccountCode } from './smartAccount.ts'
import { paymasterOf, type UserOperation } from './userOperations.ts'

const deployed = event(
  'event AccountDeployed(bytes32 indexed userOpHash, address indexed sender, address factory, address paymaster)',
)
const ignored = event(
  'event IgnoredInitCode(bytes32 indexed userOpHash, address indexed sender, address unusedFactory)',
)
const initialized = event(
  'event EIP7702AccountInitialized(bytes32 indexed userOpHash, address indexed sender, address indexed delegate)',
)

/** The contract by which entry points call factories. */
const senderCreator: Hex = '0x449ed7c3e6fee6a97311d4b55475df59c44add33'

/** Deploys the account by its factory. @returns Why that fails, as the entry point says it */
export function deployAccount(frame: Frame, handled: HandledOperation): string | undefined {
  const { execution, self } = frame
  const { operation, hash } = handled
  const { sender, initCode } = operation
  const version = versionAt(self)
  const knowsDelegation = version === '0.8' || version === '0.9'
  if (knowsDelegation && isMarkedDelegated(operation)) return initialize(frame, handled)
  const hasCode = isAccount(execution, sender)
  if (initCode === '0x') return hasCode ? undefined : 'AA20 account not deployed'
  const factory = initCode.slice(0, 42) as Hex
  if (hasCode) {
    if (version !== '0.9') return 'AA10 sender already constructed'
    execution.log(ignored(self, { userOpHash: hash, sender, unusedFactory: factory }))
    return undefined
  }
  const problem = runFactory(execution, operation)
  if (problem !== undefined) return problem
  const paymaster = paymasterOf(operation) ?? zeroAddress
  execution.log(deployed(self, { userOpHash: hash, sender, factory, paymaster }))
  return undefined
}

const isAccount = (execution: Execution, address: Hex): boolean =>
  hasAccountCode(execution, address) || isCoinbaseWallet(execution, address)

/** Deploys the account. */
function runFactory(execution: Execution, { sender, initCode }: UserOperation): string | undefined {
  const [factory, data] = [initCode.slice(0, 42) as Hex, `0x${initCode.slice(42)}` as const]
  if (deployPlanned(execution, sender, { factory, calldata: data })) return undefined
  const { success, data: answer } = execution.tryCall({ from: senderCreator, to: factory, value: 0n, data })
  if (!success || answer === '0x') return 'AA13 initCode failed or OOG'
  if (`0x${answer.slice(26, 66)}` !== sender) return 'AA14 initCode must return sender'
  return isAccount(execution, sender) ? undefined : 'AA15 initCode must create sender'
}

/** Calls an account that delegates with the data that its first operation brings. */
function initialize({ execution, self }: Frame, { operation, hash }: HandledOperation): string | undefined {
  const { sender } = operation
  const data = delegatedInit(operation)
  if (data === undefined) return undefined
  const { success } = execution.tryCall({ from: senderCreator, to: sender, value: 0n, data })
  if (!success) return 'AA13 EIP7702 sender init failed'
  if (versionAt(self) !== '0.9') return undefined
  const { delegate } = accountAt(execution.backend, { account: accountOf(sender), networkId: execution.networkId })
  execution.log(initialized(self, { userOpHash: hash, sender, delegate: delegate && addressOf(delegate) }))
  return undefined
}
