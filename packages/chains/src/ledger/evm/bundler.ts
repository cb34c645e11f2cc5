import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
/** The simulated bundler of user operations (ERC-4337). */
import type { Hex } from '../../codecs/evmTransactions.ts'
import { RpcError } from '../../rpc/jsonRpc.ts'
import type { EntryPoint } from '../nativeAddresses.ts'
import { isAutomined, pendingOperationsOf } from '../pending.ts'
import { bundleOf, waitingOperation } from './bundles.ts'
import type { OperationChecks } from './entryPoint.ts'
import { operationHash } from './operationHash.ts'
import { type Chain, type DelegatingOperation, type TriedOperation, tryOperation } from './operationTrial.ts'
import { acceptTransaction } from './submit.ts'
import { storedOperation, type UserOperation } from './userOperations.ts'

/** How many operations may wait on one chain. */
const poolLimit = 1000

/** The code with which bundlers refuse an operation that they need not even try. */
const refused = -32_602

interface Submission extends DelegatingOperation {
  readonly entryPoint: EntryPoint
}

/**
 * Tries an operation as {@link tryOperation} does: in the present state, or behind the operations of its account that
 * wait, if the entry point takes it only then.
 */
export function tryWithWaiting<T>(
  chain: Chain,
  submission: Submission & { readonly checks: OperationChecks },
  read: (tried: TriedOperation) => T,
): T {
  const { operation, entryPoint } = submission
  const earlier = waitingOf(chain, operation).filter(
    (each) => each.entryPoint === entryPoint.address && BigInt(each.operation.nonce ?? 0) !== operation.nonce,
  )
  const isTaken = earlier.length === 0 || tryOperation(chain, submission, (tried) => !('problem' in tried))
  return tryOperation(chain, isTaken ? submission : { ...submission, earlier: earlier.map(waitingOperation) }, read)
}

const waitingOf = ({ backend, networkId }: Chain, { sender }: UserOperation) =>
  pendingOperationsOf({ store: backend.store }, sender, networkId)

/**
 * Sends an operation in a bundle of its own, or lets it wait for one while nothing is mined by itself. It replaces a
 * waiting one of the same account and nonce if it offers a tenth more. The operation must have been tried.
 *
 * @returns Its hash
 * @throws {@link RpcError} for one that is known, or offers too little, and when too many wait
 */
export function sendOperation(chain: Chain, { entryPoint, ...submitted }: Submission): Hex {
  const { backend, networkId } = chain
  const { operation, delegation } = submitted
  const hash = operationHash(chain, operation, { entryPoint, delegation })
  if (hash === undefined) throw new TypeError('Failed to send an operation: it was not tried before.')
  if (isAutomined(backend, networkId)) {
    acceptTransaction(backend, networkId, bundleOf(chain, [submitted], entryPoint))
    return hash
  }
  const { pendingOperations } = backend.store
  if (pendingOperations.find('byHash', [networkId, hash])) throw new RpcError(refused, 'already known')
  const replaced = waitingOf(chain, operation).find(
    (each) => each.entryPoint === entryPoint.address && BigInt(each.operation.nonce ?? 0) === operation.nonce,
  )
  if (replaced && !offersMore(operation, waitingOperation(replaced).operation))
    throw new RpcError(refused, 'replacement operation underpriced: it has to offer a tenth more')
  if (!replaced && pendingOperations.count('byHash', [networkId]) >= poolLimit)
    throw new RpcError(refused, `${poolLimit} user operations wait already`)
  const { id, createdAt } = replaced ?? newRecord(backend)
  pendingOperations.put({
    id,
    createdAt,
    networkId,
    hash,
    sender: operation.sender,
    entryPoint: entryPoint.address,
    operation: storedOperation(operation),
    ...defined({ delegation: delegation && { ...delegation, nonce: delegation.nonce.toString() } }),
  })
  return hash
}

/** Whether both prices of a replacement are at least a tenth higher. */
const offersMore = (replacement: UserOperation, replaced: UserOperation): boolean =>
  (['maxFeePerGas', 'maxPriorityFeePerGas'] as const).every(
    (price) => replacement[price] * 10n >= replaced[price] * 11n,
  )
