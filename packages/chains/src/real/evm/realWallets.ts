import { OutsideFailure } from '@latchkey/base/questions'
import type { SignedDigest } from '@latchkey/crypto/walletSignature'
import * as AbiParameters from 'ox/AbiParameters'
import * as SignatureErc6492 from 'ox/erc6492/SignatureErc6492'
import type { EvmNode, Hex } from './evmNode.ts'

const validatorInput = AbiParameters.from('address signer, bytes32 digest, bytes signature')

/**
 * Whether a contract wallet accepts a signature: the node runs the universal validator, which deploys a wallet that is
 * not there yet (ERC-6492) and asks it (ERC-1271).
 *
 * @returns `undefined` for an account that signs by its own key
 */
export function isValidSignature(evm: EvmNode, { address, digest, signature }: SignedDigest): boolean | undefined {
  const isWrapped = SignatureErc6492.validate(signature as Hex)
  const code = evm.call('eth_getCode', [address, 'latest'])
  if (code === '0x' && !isWrapped) return undefined
  const input = AbiParameters.encode(validatorInput, [address as Hex, digest as Hex, signature as Hex])
  const data = `${SignatureErc6492.universalSignatureValidatorBytecode}${input.slice(2)}`
  const reply = evm.tryCall('eth_call', [{ data }, 'latest'])
  // The validator reverts where the wallet does.
  if ('error' in reply) return false
  if (typeof reply.result !== 'string')
    throw new OutsideFailure(`The node of ${evm.name} has answered eth_call without a result.`)
  return BigInt(reply.result === '0x' ? 0 : reply.result) === 1n
}
