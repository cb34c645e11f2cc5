import { concat, utf8 } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { ecdsaSecret } from './curves.ts'
import { recoverPublicKey, signDigest } from './secp256k1.ts'

/** An account of Ethereum, or of a chain with the same keys and signatures. */
export interface RecoverableAccount {
  /** 20 bytes: the end of the key's hash. */
  readonly account: Uint8Array
  /** 65 bytes, uncompressed. */
  readonly publicKey: Uint8Array
  /** Signs a digest deterministically (RFC 6979): r, s in the lower half of its range, and 27 or 28. */
  sign(digest: Uint8Array): Uint8Array
}

/** The recovery id in the last byte: wallets write 27 and 28, hardware wallets 0 and 1. */
const recoveryBits: ReadonlyMap<number | undefined, number> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

/** The account that 32 secret bytes stand for. */
export function createRecoverableAccount(secret: Uint8Array): RecoverableAccount {
  const key = ecdsaSecret(secp256k1, secret)
  const publicKey = secp256k1.getPublicKey(key, false)
  return {
    account: accountOf(publicKey),
    publicKey,
    sign(digest) {
      const [recovery = 0, ...compact] = signDigest(digest, key, 'recovered')
      return Uint8Array.of(...compact, 27 + recovery)
    },
  }
}

/**
 * The account that signed a digest.
 *
 * @param signature - r, s and the recovery byte, 65 bytes; s must be in the lower half of its range (EIP-2).
 * @returns 20 bytes; `undefined` for an invalid signature.
 */
export function recoverAccount(digest: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  const recovery = recoveryBits.get(signature[64])
  if (signature.length !== 65 || recovery === undefined) return undefined
  const publicKey = recoverPublicKey({ signature: signature.subarray(0, 64), recovery }, digest, {
    isCompressed: false,
  })
  return publicKey && accountOf(publicKey)
}

/** Keccak-256 of the chain's prefix, the length of the message in UTF-8 bytes (in decimal), and the message. */
export function prefixedDigest(prefix: string, message: string | Uint8Array): Uint8Array {
  const bytes = typeof message === 'string' ? utf8(message) : message
  return keccak_256(concat(utf8(`${prefix}${bytes.length}`), bytes))
}

function accountOf(publicKey: Uint8Array): Uint8Array {
  return keccak_256(publicKey.subarray(1)).subarray(-20)
}
