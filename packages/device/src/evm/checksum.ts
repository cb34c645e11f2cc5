import { type Fail, providerCodes } from './codes.ts'
import type { Hex } from './types.ts'

/**
 * Capitals beside small letters are the checksum of an address (EIP-55). A wrong one means that a digit is wrong, and
 * what is sent there is lost.
 *
 * @param name - What the address is, at the beginning of a sentence.
 * @throws `invalidParams`
 */
export async function assertChecksum(address: Hex | undefined, name: string, fail: Fail): Promise<void> {
  const digits = address?.slice(2) ?? ''
  if (!/[a-f]/.test(digits) || !/[A-F]/.test(digits)) return
  // With keccak, which the page loads for its first signature.
  const { checksumOf } = await import('./encoding.ts')
  if (checksumOf(address as Hex) === address) return
  throw fail(
    providerCodes.invalidParams,
    `${name} has a wrong checksum: ${address}. One of its digits, or a capital, is not as it was written.`,
  )
}
