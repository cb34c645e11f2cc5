import { concat, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import type { AccountKey, ChainSignatures } from '../walletSignature.ts'
import { ecdsaSecret } from './curves.ts'
import { isCompactSignature, signDigest } from './secp256k1.ts'

/** The total key weight that a valid set of signatures needs. */
const requiredWeight = 1000

const domainTag = new Uint8Array(32)
domainTag.set(utf8('FLOW-V0.0-user'))

const hashes = { SHA2_256: sha256, SHA3_256: sha3_256 } as const

const curves = {
  // On P-256 the chain accepts s in either half, since hardware keys and browsers do not normalise it.
  ECDSA_P256: {
    publicKey: (secret: Uint8Array) => p256.getPublicKey(ecdsaSecret(p256, secret), false),
    sign: (digest: Uint8Array, secret: Uint8Array) =>
      p256.sign(digest, ecdsaSecret(p256, secret), { prehash: false, lowS: true, format: 'compact' }),
    verify: (signature: Uint8Array, digest: Uint8Array, key: Uint8Array) =>
      p256.verify(signature, digest, key, { prehash: false, lowS: false, format: 'compact' }),
  },
  ECDSA_secp256k1: {
    publicKey: (secret: Uint8Array) => secp256k1.getPublicKey(ecdsaSecret(secp256k1, secret), false),
    sign: (digest: Uint8Array, secret: Uint8Array) => signDigest(digest, ecdsaSecret(secp256k1, secret), 'compact'),
    verify: isCompactSignature,
  },
} as const

const kinds = {
  p256Sha3: { signatureAlgorithm: 'ECDSA_P256', hashAlgorithm: 'SHA3_256' },
  secp256k1Sha2: { signatureAlgorithm: 'ECDSA_secp256k1', hashAlgorithm: 'SHA2_256' },
} as const satisfies Record<string, Pick<AccountKey, 'signatureAlgorithm' | 'hashAlgorithm'>>

const isKind = (kind: string): kind is keyof typeof kinds => Object.hasOwn(kinds, kind)

const digestOf = (message: string, { hashAlgorithm = 'SHA3_256' }: Pick<AccountKey, 'hashAlgorithm'>) =>
  hashes[hashAlgorithm](userMessage(utf8(message)))

/** The bytes of a message behind the tag of user signatures. */
export const userMessage = (message: Uint8Array): Uint8Array => concat(domainTag, message)

/** The only key of an account. */
export interface FlowKey {
  /** `0x` and 16 hex digits. */
  readonly address: string
  /** 64 bytes in hex. */
  readonly publicKey: string
  /** Signs the hash of bytes, which begin with the tag of their kind. @returns 64 bytes in hex */
  sign(bytes: Uint8Array): string
}

/** The key of an address, whatever its kind. @throws RangeError for an address that is not of this secret */
export function createFlowKey(address: string, secret: Uint8Array): FlowKey {
  for (const kind of Object.keys(kinds)) {
    const key = keyOfKind(secret, kind as keyof typeof kinds)
    if (key.address === address) return key
  }
  throw new RangeError(`The secret is not that of ${address}.`)
}

function keyOfKind(secret: Uint8Array, kind: keyof typeof kinds): FlowKey {
  const { signatureAlgorithm, hashAlgorithm } = kinds[kind]
  const curve = curves[signatureAlgorithm]
  const publicKey = curve.publicKey(secret).subarray(1)
  return {
    address: `0x${toHex(sha256(publicKey).subarray(0, 8))}`,
    publicKey: toHex(publicKey),
    sign: (bytes) => toHex(curve.sign(hashes[hashAlgorithm](bytes), secret)),
  }
}

/** One key's signature, as the Flow Client Library writes it. */
interface CompositeSignature {
  readonly addr: string
  readonly keyId: number
  readonly signature: Uint8Array
}

/**
 * Flow: a user signature, which is ECDSA over the hash of the tag `FLOW-V0.0-user`, padded to 32 bytes with zeros, and
 * the message in UTF-8. The key determines curve and hash.
 *
 * A signature is a JSON array with one object for each key that signed: `addr`, the account address in lower case;
 * `keyId`; and `signature`, r and s in 64 bytes of lower-case hex. The members `f_type` and `f_vsn` are optional;
 * others are refused. Every signature must come from a different registered key that is not revoked, and the weights
 * must add up to at least 1000.
 *
 * On secp256k1, s must be in the lower half; on P-256 it may be in either.
 *
 * @see The Flow Client Library's specification, "User Signature"
 */
export const flow: ChainSignatures = {
  verify({ chain, address, message, signature }, facts) {
    const signatures = readSignatures(signature)
    const account = address.toLowerCase()
    if (!signatures || !isAddress(account) || signatures.some(({ addr }) => addr !== account)) return 'invalid'
    if (new Set(signatures.map(({ keyId }) => keyId)).size !== signatures.length) return 'invalid'
    const keys = facts.accountKeys(chain, address)
    let weight = 0
    for (const { keyId, signature: bytes } of signatures) {
      const key = keys.find(({ index, isRevoked }) => index === keyId && isRevoked !== true)
      if (!key || !isSignatureOf(key, bytes, message)) return 'invalid'
      weight += key.weight ?? requiredWeight
    }
    return weight >= requiredWeight ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'p256Sha3') {
    if (!isKind(kind)) throw new RangeError('Accounts of Flow are of the kinds p256Sha3 and secp256k1Sha2.')
    const { address, publicKey, sign } = keyOfKind(secret, kind)
    const key: AccountKey = { index: 0, publicKey, ...kinds[kind], weight: requiredWeight }
    return {
      address,
      publicKey,
      registered: { keys: [key] },
      sign(message) {
        const signature = sign(userMessage(utf8(message)))
        return JSON.stringify([{ f_type: 'CompositeSignature', f_vsn: '1.0.0', addr: address, keyId: 0, signature }])
      },
    }
  },
}

const isAddress = (text: string) => /^0x[\da-f]{16}$/.test(text)

function isSignatureOf(key: AccountKey, signature: Uint8Array, message: string): boolean {
  const point = readHex(key.publicKey)
  if (!point) return false
  const curve = curves[key.signatureAlgorithm ?? 'ECDSA_P256']
  return curve.verify(signature, digestOf(message, key), concat(Uint8Array.of(4), point))
}

function readSignatures(text: string): readonly CompositeSignature[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return undefined
    const signatures = value.map(readSignature)
    return signatures.every((signature) => signature !== undefined) ? signatures : undefined
  } catch {
    return undefined
  }
}

const memberNames: ReadonlySet<string> = new Set(['f_type', 'f_vsn', 'addr', 'keyId', 'signature'])

function readSignature(value: unknown): CompositeSignature | undefined {
  const members = Object(value) as Readonly<Record<string, unknown>>
  if (Object.keys(members).some((name) => !memberNames.has(name))) return undefined
  const { f_type: type = 'CompositeSignature', f_vsn: version = '1.0.0', addr, keyId, signature } = members
  if (type !== 'CompositeSignature' || version !== '1.0.0' || typeof addr !== 'string' || !isAddress(addr))
    return undefined
  if (typeof keyId !== 'number') return undefined
  const bytes = typeof signature === 'string' && /^[\da-f]{128}$/.test(signature) ? readHex(signature) : undefined
  return bytes && { addr, keyId, signature: bytes }
}
