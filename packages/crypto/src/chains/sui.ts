import { concat, readBase64, toBase64, toHex } from '@latchkey/base/bytes'
import type { ECDSA } from '@noble/curves/abstract/weierstrass.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import type { ChainSignatures } from '../walletSignature.ts'
import { ecdsaSecret, isEd25519Signature } from './curves.ts'
import { suiMessageDigest } from './suiMessage.ts'

/** A signature scheme for one key. */
interface Scheme {
  readonly kind: string
  /** First byte of a signature, and of the input of the address hash. */
  readonly flag: number
  readonly publicKeyLength: number
  publicKey(secret: Uint8Array): Uint8Array
  sign(digest: Uint8Array, secret: Uint8Array): Uint8Array
  verify(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean
}

/** ECDSA over SHA-256 of the digest, r and s in 32 bytes each, s in the lower half; the key compressed. */
const ecdsaScheme = (kind: string, flag: number, curve: ECDSA): Scheme => ({
  kind,
  flag,
  publicKeyLength: 33,
  publicKey: (secret) => curve.getPublicKey(ecdsaSecret(curve, secret), true),
  sign: (digest, secret) =>
    curve.sign(digest, ecdsaSecret(curve, secret), { lowS: true, prehash: true, format: 'compact' }),
  verify: (signature, digest, publicKey) =>
    curve.verify(signature, digest, publicKey, { lowS: true, prehash: true, format: 'compact' }),
})

const schemes: readonly Scheme[] = [
  {
    kind: 'ed25519',
    flag: 0x00,
    publicKeyLength: 32,
    publicKey: (secret) => ed25519.getPublicKey(secret),
    sign: (digest, secret) => ed25519.sign(digest, secret),
    verify: isEd25519Signature,
  },
  ecdsaScheme('secp256k1', 0x01, secp256k1),
  ecdsaScheme('secp256r1', 0x02, p256),
]

/** Flags of multisig, zkLogin and passkey signatures. */
const unsupportedFlags: ReadonlySet<number> = new Set([0x03, 0x05, 0x06])

const addressOf = ({ flag }: Pick<Scheme, 'flag'>, publicKey: Uint8Array) =>
  `0x${toHex(blake2b(concat(Uint8Array.of(flag), publicKey), { dkLen: 32 }))}`

/** The address of an ed25519 key. */
export const suiAddressOf = (publicKey: Uint8Array): string => addressOf({ flag: 0x00 }, publicKey)

/**
 * Sui: a signature is base64 of flag, signature and public key, over BLAKE2b-256 of the personal message intent and the
 * message as `vector<u8>`. Kinds of account: ed25519, secp256k1 and secp256r1; several keys, zkLogin and passkeys are
 * not supported. The address is `0x` and the 64 hex digits, in either case, of BLAKE2b-256 of flag and key.
 */
export const sui: ChainSignatures = {
  verify({ address, message, signature }) {
    const bytes = readBase64(signature)
    if (!bytes || bytes.length < 2) return 'invalid'
    const [flag = -1] = bytes
    if (unsupportedFlags.has(flag)) return 'unsupported'
    const scheme = schemes.find((candidate) => candidate.flag === flag)
    if (!scheme || bytes.length !== 65 + scheme.publicKeyLength) return 'invalid'
    const publicKey = bytes.subarray(65)
    if (!/^0x[\da-fA-F]{64}$/.test(address) || address.toLowerCase() !== addressOf(scheme, publicKey)) return 'invalid'
    return scheme.verify(bytes.subarray(1, 65), suiMessageDigest(message), publicKey) ? 'valid' : 'invalid'
  },

  createSigner(secret, kind) {
    const { address, publicKey, sign } = createSuiKey(secret, kind)
    return { address, publicKey: toBase64(publicKey), sign: (message) => toBase64(sign(suiMessageDigest(message))) }
  },
}

/** A key of Sui. */
export interface SuiKey {
  readonly address: string
  /** Flag and key. */
  readonly publicKey: Uint8Array
  /** Signs a digest. @returns Flag, signature and key */
  sign(digest: Uint8Array): Uint8Array
}

/** The kinds of keys, the usual one first. */
export const suiKinds: readonly string[] = schemes.map(({ kind }) => kind)

/** @param secret - 32 bytes. @throws RangeError for another kind */
export function createSuiKey(secret: Uint8Array, kind = 'ed25519'): SuiKey {
  const scheme = schemes.find((candidate) => candidate.kind === kind)
  if (!scheme) throw new RangeError('Accounts of Sui are of the kinds ed25519, secp256k1 and secp256r1.')
  const flag = Uint8Array.of(scheme.flag)
  const publicKey = scheme.publicKey(secret)
  return {
    address: addressOf(scheme, publicKey),
    publicKey: concat(flag, publicKey),
    sign: (digest) => concat(flag, scheme.sign(digest, secret), publicKey),
  }
}
