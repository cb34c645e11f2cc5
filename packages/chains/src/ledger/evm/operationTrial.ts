import { toHex, utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { createRecoverableAccount } from '@latchkey/crypto/chains/recoverable'
/** Runs user operations as an entry point would, without a bundle. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { ChainBackend } from '../../backend.ts'
import type { EvmAuthorization, Hex } from '../../codecs/evmTransactions.ts'
import type { EntryPoint } from '../nativeAddresses.ts'
import { undone } from '../undone.ts'
import { codeAt } from './code.ts'
import { callOf, nothingCalled, type OperationChecks, validate } from './entryPoint.ts'
import { Execution } from './execution.ts'
import { operationHash } from './operationHash.ts'
import { authorize, type Outcome, reasonOf } from './runTransaction.ts'
import type { UserOperation } from './userOperations.ts'

/** The account that sends bundles. Everybody can know its key: it holds nothing but the gas of its next bundle. */
export const bundler = createRecoverableAccount(keccak_256(utf8('bundler of user operations')))
export const bundlerAddress: Hex = `0x${toHex(bundler.account)}`

/** In the place of the hash of an operation that has none. */
const noHash: Hex = `0x${'0'.repeat(64)}`

/** An EVM chain in one transaction of the store. */
export interface Chain {
  readonly backend: ChainBackend
  readonly networkId: number
}

/** An operation, and the authorization by which its account delegates first (EIP-7702). */
export interface DelegatingOperation {
  readonly operation: UserOperation
  readonly delegation?: EvmAuthorization | undefined
}

/** The result of a tried operation. */
export type TriedOperation = { readonly problem: string } | { readonly outcome: Outcome }

interface Trial extends DelegatingOperation {
  readonly entryPoint: EntryPoint
  readonly checks: OperationChecks
  /** Operations that come before it. Those that the entry point refuses count for nothing. */
  readonly earlier?: readonly DelegatingOperation[]
}

/** Runs an operation without paying for it, lets `read` look at the result, and undoes it. */
export function tryOperation<T>(
  chain: Chain,
  { operation, delegation, entryPoint, checks, earlier = [] }: Trial,
  read: (tried: TriedOperation) => T,
): T {
  return undone(chain.backend, () => {
    for (const each of earlier) takeOperation(chain, each, entryPoint)
    const { frame, handled, problem } = validated(chain, { operation, delegation, entryPoint, checks })
    if (problem !== undefined) return read({ problem })
    const { execution } = frame
    const call = callOf(frame, handled)
    const { success, data } = call ? execution.tryCall(call) : nothingCalled
    const reason = success ? undefined : reasonOf(data)
    return read({ outcome: { execution, success, data, ...defined({ reason }), gasUsed: 0n } })
  })
}

/**
 * Lets an entry point validate an operation: its number is used, its account is deployed, and its prefund is paid.
 *
 * @returns Why the entry point refuses it, which undoes all of that
 */
export function takeOperation(chain: Chain, each: DelegatingOperation, entryPoint: EntryPoint): string | undefined {
  const savepoint = chain.backend.savepoint()
  const { problem } = validated(chain, { ...each, entryPoint, checks: { signature: true, funds: true } })
  if (problem === undefined) savepoint.keep()
  else savepoint.undo()
  return problem
}

function validated({ backend, networkId }: Chain, { operation, delegation, entryPoint, checks }: Trial) {
  if (delegation) authorize(backend, networkId, delegation)
  const execution = new Execution({ backend, networkId }, bundlerAddress, codeAt)
  const frame = { execution, self: entryPoint.address, sender: bundlerAddress, value: 0n, data: '0x' as const }
  const hash = operationHash({ backend, networkId }, operation, { entryPoint })
  const handled = { operation, hash: hash ?? noHash }
  const problem =
    hash === undefined ? 'AA20 the account does not delegate (EIP-7702)' : validate(frame, handled, checks)
  return { frame, handled, problem }
}
