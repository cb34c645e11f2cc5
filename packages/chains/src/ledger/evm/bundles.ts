/** The transactions that bring user operations to an entry point. */
import { defined } from '@latchkey/base/defined'
import * as AbiFunction from 'ox/AbiFunction'
import { functionOf } from '../../codecs/evmSignatures.ts'
import { type EvmTransaction, type Hex, readEvmTransaction, signEvmTransaction } from '../../codecs/evmTransactions.ts'
import type { PendingOperation } from '../../records.ts'
import { accountAt, addNative } from '../accounts.ts'
import { nextBaseFee, nextGasLimit } from '../blocks.ts'
import { type EntryPoint, entryPoints } from '../nativeAddresses.ts'
import { pendingOperations } from '../pending.ts'
import { undone } from '../undone.ts'
import { operationArgument } from './entryPoint.ts'
import { accountOf } from './execution.ts'
import { suggestedTip } from './gas.ts'
import { type Chain, type DelegatingOperation, bundler, bundlerAddress, takeOperation } from './operationTrial.ts'
import {
  type EntryPointVersion,
  gasLimitOf,
  operationTuple,
  restoredOperation,
  type UserOperation,
} from './userOperations.ts'

/** Gas of a bundle, which is also the most that its operations may ask for together. */
export const bundleGasOf = ({ backend, networkId }: Chain): bigint => nextGasLimit(backend, networkId) / 3n

/** The function of an entry point that takes a bundle. */
export const handleOps = (version: EntryPointVersion): AbiFunction.AbiFunction =>
  functionOf(`function handleOps(${operationTuple[version]}[] ops, address beneficiary)`)

/** The call data of a bundle. @param beneficiary - Gets what the operations pay for gas. */
export const bundleData = (operations: readonly UserOperation[], version: EntryPointVersion, beneficiary: Hex): Hex =>
  AbiFunction.encodeData(handleOps(version), [
    operations.map((operation) => operationArgument(operation, version)),
    beneficiary,
  ])

/** A transaction with operations that an entry point accepts. It can be paid, and has the next nonce of the bundler. */
export function bundleOf(
  { backend, networkId }: Chain,
  operations: readonly DelegatingOperation[],
  { version, address }: EntryPoint,
): EvmTransaction {
  const networkAccount = { account: accountOf(bundlerAddress), networkId }
  const gas = bundleGasOf({ backend, networkId })
  const maxFeePerGas = nextBaseFee(backend, networkId) + suggestedTip
  addNative(backend, networkAccount, gas * maxFeePerGas)
  const bundled = operations.map(({ operation }) => operation)
  const raw = signEvmTransaction(
    {
      chainId: networkId,
      nonce: BigInt(accountAt(backend, networkAccount).nonce),
      to: address,
      value: 0n,
      data: bundleData(bundled, version, bundlerAddress),
      gas,
      maxFeePerGas,
      maxPriorityFeePerGas: suggestedTip,
      authorizationList: operations.flatMap(({ delegation }) => delegation ?? []),
    },
    bundler,
  )
  return readEvmTransaction(raw)
}

/** The operation of a record, and its authorization. */
export function waitingOperation({ operation, delegation }: PendingOperation): DelegatingOperation {
  return {
    operation: restoredOperation(operation),
    ...defined({ delegation: delegation && { ...delegation, nonce: BigInt(delegation.nonce) } }),
  }
}

/**
 * Takes operations that wait for one entry point, the earliest first, as many as a bundle has gas for. Those that the
 * entry point does not take any more are forgotten, as bundlers do.
 *
 * @returns Their bundle; `undefined` when none wait
 */
export function takeBundle(chain: Chain): EvmTransaction | undefined {
  for (const entryPoint of entryPoints) {
    const { accepted, refused } = sift(chain, entryPoint)
    for (const { id } of [...accepted, ...refused]) chain.backend.store.pendingOperations.delete(id)
    if (accepted.length > 0) return bundleOf(chain, accepted.map(waitingOperation), entryPoint)
  }
  return undefined
}

interface Sifted {
  readonly accepted: PendingOperation[]
  readonly refused: PendingOperation[]
}

/** Tells the operations that an entry point takes one after the other from those that it refuses. */
function sift({ backend, networkId }: Chain, entryPoint: EntryPoint): Sifted {
  const sifted: Sifted = { accepted: [], refused: [] }
  const waiting = pendingOperations({ store: backend.store }, networkId)
  const candidates = waiting.filter((each) => each.entryPoint === entryPoint.address)
  if (candidates.length === 0) return sifted
  return undone(backend, () => {
    const most = bundleGasOf({ backend, networkId })
    let gas = 0n
    for (const candidate of candidates) {
      const each = waitingOperation(candidate)
      gas += gasLimitOf(each.operation, entryPoint.version)
      if (gas > most && sifted.accepted.length > 0) break
      const problem = takeOperation({ backend, networkId }, each, entryPoint)
      sifted[problem === undefined ? 'accepted' : 'refused'].push(candidate)
    }
    return sifted
  })
}
