import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concat, utf8 } from '../bytes.ts'
import { ecdsaSecret } from './curves.ts'
import { recoverPublicKey, signDigest } from './secp256k1.ts'

/** An account of Ethereum and of chains that took its keys and signatures over. */
export interface RecoverableAccount {
  /** 20 bytes: the end of the key's hash. */
  readonly account: Uint8Array
  /** 65 bytes, uncompressed. */
  readonly publicKey: Uint8Array
  /** Signs a digest deterministically (RFC 6979): r, s in the lower half of its range, and 27 or 28. */
  sign(digest: Uint8Array): Uint8Array
}

/** What the last byte says of the key to be recovered: wallets write 27 and 28, hardware wallets 0 and 1. */
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
 * @param signature - r, s and what tells the key, 65 bytes; s must be in the lower half of its range (EIP-2).
 * @returns 20 bytes; `undefined` where the signature is not one.
 */
export function recoverAccount(digest: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  const recovery = recoveryBits.get(signature[64])
  if (signature.length !== 65 || recovery === undefined) return undefined
  const publicKey = recoverPublicKey(signature.subarray(0, 64), recovery, digest, false)
  return publicKey && accountOf(publicKey)
}

/** Keccak-256 of a message behind its chain's prefix and its length: how many bytes it has in UTF-8, in decimal. */
export function prefixedDigest(prefix: string, message: string): Uint8Array {
  const bytes = utf8(message)
  return keccak_256(concat(utf8(`${prefix}${bytes.length}`), bytes))
}

function accountOf(publicKey: Uint8Array): Uint8Array {
  return keccak_256(publicKey.subarray(1)).subarray(-20)
}
