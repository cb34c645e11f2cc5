import { keccak_256 } from '@noble/hashes/sha3.js'
import * as AbiFunction from 'ox/AbiFunction'
import { toHex, utf8 } from '../../../crypto/bytes.ts'
import { createRecoverableAccount } from '../../../crypto/chains/recoverable.ts'
import { type EvmAuthorization, type Hex, signEvmTransaction } from '../../../crypto/evmTransactions.ts'
import type { OutsideBackend } from '../../../domain/shared/backend.ts'
/** The pretended bundler of user operations (ERC-4337). */
import { defined } from '../../../shared/defined.ts'
import { accountAt, addNative } from '../accounts.ts'
import type { entryPoints } from '../nativeAddresses.ts'
import { undone } from '../undone.ts'
import { codeAt } from './code.ts'
import { callOf, nothingCalled, operationArgument, type OperationChecks, validate } from './entryPoint.ts'
import { accountOf, Execution } from './execution.ts'
import { baseFee, blockGasLimit, suggestedTip } from './gas.ts'
import { authorize, type Outcome, reasonOf } from './runTransaction.ts'
import { submitTransaction } from './submit.ts'
import { operationHash, operationTuple, type UserOperation } from './userOperations.ts'

/** The account that sends bundles. Everybody can know its key: it holds nothing but the gas of its next bundle. */
const bundler = createRecoverableAccount(keccak_256(utf8('bundler of user operations')))
const bundlerAddress: Hex = `0x${toHex(bundler.account)}`

const handleOps: Readonly<Record<'0.6' | '0.7', AbiFunction.AbiFunction>> = {
  '0.6': AbiFunction.from(`function handleOps(${operationTuple['0.6']}[] ops, address beneficiary)`),
  '0.7': AbiFunction.from(`function handleOps(${operationTuple['0.7']}[] ops, address beneficiary)`),
}

type EntryPoint = (typeof entryPoints)[number]

/** The result of a tried operation. */
export type TriedOperation = { readonly problem: string } | { readonly outcome: Outcome }

/** Runs an operation without paying for it, lets `read` look at the result, and undoes it. */
export function tryOperation<T>(
  chain: { readonly backend: OutsideBackend; readonly networkId: number },
  { operation, entryPoint, checks, delegation }: TryInput,
  read: (tried: TriedOperation) => T,
): T {
  const { backend, networkId } = chain
  return undone(backend, () => {
    if (delegation) authorize(backend, networkId, delegation)
    const execution = new Execution(backend, { networkId, origin: bundlerAddress }, codeAt)
    const frame = { execution, self: entryPoint.address, sender: bundlerAddress, value: 0n, data: '0x' as const }
    const handled = { operation, hash: operationHash(operation, entryPoint, networkId) }
    const problem = validate(frame, handled, checks)
    if (problem !== undefined) return read({ problem })
    const call = callOf(frame, handled)
    const { success, data } = call ? execution.tryCall(call) : nothingCalled
    const reason = success ? undefined : reasonOf(data)
    return read({ outcome: { execution, success, data, ...defined({ reason }), gasUsed: 0n } })
  })
}

interface TryInput {
  readonly operation: UserOperation
  readonly entryPoint: EntryPoint
  readonly checks: OperationChecks
  /** The authorization by which the account delegates first (EIP-7702). */
  readonly delegation?: EvmAuthorization | undefined
}

/** Sends an operation in a bundle of its own. The operation must have been tried. */
export function sendOperation(
  { backend, networkId }: { readonly backend: OutsideBackend; readonly networkId: number },
  { operation, delegation }: Pick<TryInput, 'operation' | 'delegation'>,
  { version, address }: EntryPoint,
): void {
  const networkAccount = { account: accountOf(bundlerAddress), networkId }
  const gas = blockGasLimit / 3n
  const maxFeePerGas = baseFee + suggestedTip
  addNative(backend, networkAccount, gas * maxFeePerGas)
  const unsigned = {
    chainId: networkId,
    nonce: BigInt(accountAt(backend, networkAccount).nonce),
    to: address,
    value: 0n,
    data: AbiFunction.encodeData(handleOps[version], [[operationArgument(operation, version)], bundlerAddress]),
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: suggestedTip,
  } as const
  submitTransaction(
    backend,
    networkId,
    signEvmTransaction(delegation ? { ...unsigned, delegation } : unsigned, bundler),
  )
}
