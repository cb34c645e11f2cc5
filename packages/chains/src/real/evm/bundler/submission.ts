import type { EvmAuthorization, Hex } from '../../../codecs/evmTransactions.ts'
import { type HashedFor, hashFor, isMarkedDelegated } from '../../../ledger/evm/operationHash.ts'
import type { UserOperation } from '../../../ledger/evm/userOperations.ts'
import type { EntryPoint } from '../../../ledger/nativeAddresses.ts'
import { readOperationAuthorization } from '../../../rpc/authorizationParams.ts'
import { refusal } from '../../../rpc/evmBundler.ts'
import { RpcError } from '../../../rpc/jsonRpc.ts'
import { readUserOperation } from '../../../rpc/userOperationParams.ts'
import { askNode, type BundledChain, codeAt, entryPointOn, lacks } from './bundledChain.ts'

/** An operation for an entry point that the node has. */
export interface Submission {
  readonly operation: UserOperation
  readonly entryPoint: EntryPoint
  /** The authorization that comes with it (EIP-7702). */
  readonly delegation: EvmAuthorization | undefined
  /** The owner of the account signs this. */
  readonly hash: Hex
  /** The code of accounts that differs from the node's until the operation is there, as nodes take it with a call. */
  readonly overrides: Readonly<Record<Hex, { readonly code: Hex }>>
}

/** The code of an account that has delegated itself begins with this (EIP-7702). */
const delegatedCode = '0xef0100'

/** Reads an operation with its entry point. @throws {@link RpcError} with what the node lacks for it */
export async function readSubmission(chain: BundledChain, [value, at]: readonly unknown[]): Promise<Submission> {
  const entryPoint = await entryPointOn(chain, at)
  const operation = readUserOperation(value, entryPoint.version)
  const delegation = readOperationAuthorization(value)
  const { sender } = operation
  const code = await codeAt(chain, sender)
  if (code === '0x' && !delegation) await assertFactory(chain, operation)
  const delegate = delegation?.address ?? delegateIn(code)
  const hashedFor: HashedFor = { entryPoint, chainId: chain.networkId, delegate }
  const hash = hashFor(operation, hashedFor)
  if (hash === undefined) throw refusal('AA20 the account does not delegate (EIP-7702)')
  const overrides = delegation ? { [sender]: { code: `${delegatedCode}${delegation.address.slice(2)}` as Hex } } : {}
  return { operation, entryPoint, delegation, hash, overrides }
}

const delegateIn = (code: Hex): Hex | undefined =>
  code.startsWith(delegatedCode) ? `0x${code.slice(delegatedCode.length)}` : undefined

/** @throws {@link RpcError} for an account without code that nothing on the node would deploy */
async function assertFactory(chain: BundledChain, operation: UserOperation): Promise<void> {
  const { sender, initCode } = operation
  if (initCode === '0x') throw lacks(chain, `smart wallet at ${sender}`)
  const factory = initCode.slice(0, 42) as Hex
  if (isMarkedDelegated(operation) || (await codeAt(chain, factory)) !== '0x') return
  throw lacks(chain, `factory of smart wallets at ${factory}`)
}

/**
 * Asserts that an authorization delegates the sender of its operation to a contract.
 *
 * @throws {@link RpcError} for one of another account, chain or nonce, or to an address where the node has no contract
 */
export async function assertDelegates(chain: BundledChain, { sender }: UserOperation, delegation: EvmAuthorization) {
  const { chainId, nonce, authority, address } = delegation
  if (authority !== sender) throw new RpcError('params', 'eip7702Auth is not signed by the sender of the operation')
  const next = await askNode(chain, 'eth_getTransactionCount', [sender, 'pending'])
  if ((chainId !== 0 && chainId !== chain.networkId) || nonce !== BigInt(next as string))
    throw new RpcError('params', 'eip7702Auth is not for this chain and the next nonce of the sender')
  if ((await codeAt(chain, address)) === '0x') throw lacks(chain, `contract at ${address} to delegate to`)
}
