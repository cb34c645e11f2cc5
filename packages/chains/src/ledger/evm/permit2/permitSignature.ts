import { concat, readHex, toHex } from '@latchkey/base/bytes'
import { recoverAccount } from '@latchkey/crypto/chains/recoverable'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { customError } from '../abi.ts'
import { erc1271Answers, signatureQuestion } from '../erc1271.ts'
import type { Frame } from '../execution.ts'
import type { Steps } from '../steps.ts'
import { digestOf } from './permitHashes.ts'

const invalidLength = customError('error InvalidSignatureLength()')
const invalidSignature = customError('error InvalidSignature()')
const invalidSigner = customError('error InvalidSigner()')
const invalidContractSignature = customError('error InvalidContractSignature()')

/** The 65 bytes of a signature. A compact one of 64 has the recovery bit above `s` (EIP-2098). */
function longForm(signature: Uint8Array): Uint8Array {
  if (signature.length === 65) return signature
  if (signature.length !== 64) throw invalidLength()
  const [head = 0, ...rest] = signature.subarray(32)
  return concat(signature.subarray(0, 32), Uint8Array.of(head & 0x7f, ...rest, 27 + (head >> 7)))
}

/** Checks that an owner, or their contract wallet (ERC-1271), has signed. @throws {@link Revert} */
export function* assertSigned(
  frame: Frame,
  { owner, struct, signature }: { readonly owner: Hex; readonly struct: Hex; readonly signature: Hex },
): Steps<void> {
  const { execution, self } = frame
  const digest = digestOf(frame, struct)
  if (execution.hasCode(owner)) {
    const answer = yield { from: self, to: owner, value: 0n, data: signatureQuestion(digest, signature) }
    if (!answer.data.startsWith(erc1271Answers.valid)) throw invalidContractSignature()
    return
  }
  const bytes = longForm(readHex(signature) ?? new Uint8Array())
  const signer = (bytes[64] ?? 0) < 27 ? undefined : recoverAccount(readHex(digest) ?? new Uint8Array(), bytes)
  if (!signer) throw invalidSignature()
  if (`0x${toHex(signer)}` !== owner) throw invalidSigner()
}
