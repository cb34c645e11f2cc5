/** How the node's own entry point judges operations. */
import * as AbiError from 'ox/AbiError'
import { errorOf } from '../../../codecs/evmSignatures.ts'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { refusal } from '../../../rpc/evmBundler.ts'
import type { RpcError } from '../../../rpc/jsonRpc.ts'
import { isHex } from '../evmNode.ts'
import { type BundlerTransaction, callOf } from './bundle.ts'
import { type BundledChain, tryNode } from './bundledChain.ts'
import type { Submission } from './submission.ts'

/** The errors of the entry points whose second field is their reason. */
const failures = [
  errorOf('error FailedOp(uint256 opIndex, string reason)'),
  errorOf('error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)'),
]

/** The refusal of an operation by an entry point. @param data - Of its revert. */
function refusalBy(data: unknown, message: string): RpcError {
  const failure = isHex(data) && failures.find((each) => data.startsWith(AbiError.getSelector(each)))
  if (!failure) return refusal(message, data)
  const [, reason, inner] = AbiError.decode(failure, data as Hex) as readonly [bigint, string, Hex?]
  return refusal(reason, inner)
}

/**
 * Runs a bundle without sending it.
 *
 * @throws {@link RpcError} with the entry point's reason if it refuses the operation; a call that fails is no reason
 */
export async function assertAccepted(
  chain: BundledChain,
  bundle: BundlerTransaction,
  { overrides }: Submission,
): Promise<void> {
  const reply = await tryNode(chain, 'eth_call', [callOf(bundle), 'pending', overrides])
  if ('error' in reply) throw refusalBy(reply.error.data, reply.error.message)
}
