import { x25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { assert, orFail } from '../errors.ts'

/** Gives `length` random bytes. All chance of this package comes from such a function of the caller. */
export type RandomBytes = (length: number) => Uint8Array

/** A party of ceremonies: an X25519 key pair. The secret key opens what others seal for the party. */
export interface Identity {
  /** Base58 of the public key, 43 or 44 characters. */
  readonly keygenId: string
  /** Hex of the 32 secret bytes. */
  readonly secretKey: string
}

/** Makes the identity of a new party. */
export function createIdentity(randomBytes: RandomBytes): Identity {
  const secretKey = randomBytes(32)
  return { keygenId: base58.encode(x25519.getPublicKey(secretKey)), secretKey: bytesToHex(secretKey) }
}

/**
 * Reads a party id.
 *
 * @returns The X25519 public key, 32 bytes.
 * @throws {@link CeremonyError} `invalid_identity`
 */
export function publicKeyOfParty(keygenId: string): Uint8Array {
  const publicKey = orFail('invalid_identity', () => base58.decode(keygenId))
  assert(publicKey.length === 32, 'invalid_identity')
  return publicKey
}

/** Whether a text is the id of a party: a key that others can seal for. */
export function isPartyId(text: string): boolean {
  try {
    sharedSecret({ keygenId: '', secretKey: '01'.repeat(32) }, text)
    return true
  } catch {
    return false
  }
}

/**
 * The X25519 secret that two parties share.
 *
 * @throws {@link CeremonyError} `invalid_identity` when the other id is not a key, or one of small order.
 */
export function sharedSecret(self: Identity, otherId: string): Uint8Array {
  const publicKey = publicKeyOfParty(otherId)
  return orFail('invalid_identity', () => x25519.getSharedSecret(hexToBytes(self.secretKey), publicKey))
}
