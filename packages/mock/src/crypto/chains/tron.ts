import { sha256 } from '@noble/hashes/sha2.js'
import { concat, readHex, toBase58, toHex } from '../bytes.ts'
import type { ChainSignatures } from '../walletSignature.ts'
import { createRecoverableAccount, prefixedDigest, recoverAccount } from './recoverable.ts'

const digestOf = (message: string) => prefixedDigest('\x19TRON Signed Message:\n', message)

/** Base58 of the main network's prefix, the account, and the first four bytes of the double SHA-256 of both. */
function addressOf(account: Uint8Array): string {
  const payload = concat(Uint8Array.of(0x41), account)
  return toBase58(concat(payload, sha256(sha256(payload)).subarray(0, 4)))
}

/**
 * Tron: a signature is `0x` and hex of r, s and 27 or 28 (0 or 1 from hardware wallets) over Keccak-256 of the message behind
 * its prefix, as `signMessageV2` gives it; s is in the lower half of its range. The address is base58 with a checksum. Kind of
 * account: `account`.
 */
export const tron: ChainSignatures = {
  verify({ address, message, signature }) {
    const bytes = signature.startsWith('0x') ? readHex(signature) : undefined
    const account = bytes && recoverAccount(digestOf(message), bytes)
    return account && addressOf(account) === address ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'account') {
    if (kind !== 'account') throw new RangeError('Accounts of Tron are of the kind account.')
    const { account, publicKey, sign } = createRecoverableAccount(secret)
    return { address: addressOf(account), publicKey: toHex(publicKey), sign: (message) => `0x${toHex(sign(digestOf(message)))}` }
  },
}
