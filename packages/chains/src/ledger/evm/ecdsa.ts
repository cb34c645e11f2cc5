/** The recovery of signers, with the errors of OpenZeppelin 5. */
import { readHex, toHex } from '@latchkey/base/bytes'
import { recoverAccount } from '@latchkey/crypto/chains/recoverable'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { customError } from './abi.ts'

const invalidSignature = customError('error ECDSAInvalidSignature()')
const invalidLength = customError('error ECDSAInvalidSignatureLength(uint256 length)')
const invalidS = customError('error ECDSAInvalidSignatureS(bytes32 s)')

/** The highest `s` that counts: half of the order of secp256k1 (EIP-2). */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** The signer of a digest. @throws {@link Revert} for a signature from which nobody can be recovered */
export function recoverSigner(digest: Hex, signature: Hex): Hex {
  const [hash, bytes] = [readHex(digest), readHex(signature)]
  if (!hash || !bytes) throw invalidSignature()
  if (bytes.length !== 65) throw invalidLength(BigInt(bytes.length))
  const s: Hex = `0x${toHex(bytes.subarray(32, 64))}`
  if (BigInt(s) > highestS) throw invalidS(s)
  // Contracts take only 27 and 28.
  const account = (bytes[64] ?? 0) < 27 ? undefined : recoverAccount(hash, bytes)
  if (!account) throw invalidSignature()
  return `0x${toHex(account)}`
}
