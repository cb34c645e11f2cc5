import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bech32m } from '@scure/base'
import { readBase64, readHex, toHex, utf8 } from '../bytes.ts'
import type { ChainSignatures } from '../walletSignature.ts'
import { ecdsaSecret } from './curves.ts'
import { isCompactSignature, isDerSignature, signDigest } from './secp256k1.ts'

/** Of the main network and of regtest, each with the prefix it had before. */
const prefixes = new Set(['spark', 'sp', 'sparkrt', 'sprt'])

/** Field 1 of a protobuf message: 33 bytes, the identity key. */
const identityKeyField = Uint8Array.of(0x0a, 0x21)

/** The identity key of an address. An invoice, which holds more than the key, is no account's address. */
function readIdentityKey(address: string): Uint8Array | undefined {
  if (/^0[23][0-9a-f]{64}$/i.test(address)) return readHex(address)
  const decoded = bech32m.decodeUnsafe(address)
  const bytes = decoded && bech32m.fromWordsUnsafe(decoded.words)
  if (!bytes || bytes.length !== 35 || !prefixes.has(decoded.prefix)) return undefined
  return identityKeyField.every((byte, i) => byte === bytes[i]) ? bytes.subarray(2) : undefined
}

const readSignature = (text: string) => (/^[0-9a-f]*$/.test(text) ? readHex(text) : readBase64(text))

/**
 * Spark: ECDSA of the identity key over SHA-256 of the message in UTF-8, with nothing put before it. A signature is 64 bytes
 * or strict DER, in lower-case hex or base64; s in the lower half. The address is bech32m of the identity key, or that key
 * in hex.
 */
export const spark: ChainSignatures = {
  verify({ address, message, signature }) {
    const publicKey = readIdentityKey(address)
    const bytes = readSignature(signature)
    if (!publicKey || !bytes) return 'invalid'
    const isRight = bytes.length === 64 ? isCompactSignature : isDerSignature
    return isRight(bytes, sha256(utf8(message)), publicKey) ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'secp256k1') {
    if (kind !== 'secp256k1') throw new RangeError('Accounts of Spark are of the kind secp256k1.')
    const secretKey = ecdsaSecret(secp256k1, secret)
    const publicKey = secp256k1.getPublicKey(secretKey, true)
    const address = bech32m.encode('spark', bech32m.toWords(concatBytes(identityKeyField, publicKey)))
    return { address, publicKey: toHex(publicKey), sign: (message) => toHex(signDigest(sha256(utf8(message)), secretKey, 'der')) }
  },
}
