import { readBase64, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { readSparkAddress, writeSparkAddress } from '../addresses.ts'
import type { ChainSignatures } from '../walletSignature.ts'
import { ecdsaSecret } from './curves.ts'
import { isCompactSignature, isDerSignature, signDigest } from './secp256k1.ts'

const readSignature = (text: string) => (/^[0-9a-f]*$/.test(text) ? readHex(text) : readBase64(text))

/** The identity key of an account. */
export interface SparkKey {
  readonly address: string
  /** 33 bytes. */
  readonly publicKey: Uint8Array
  /** Signs a message. @returns DER */
  signMessage(message: string): Uint8Array
}

/** The key that 32 secret bytes stand for. */
export function createSparkKey(secret: Uint8Array): SparkKey {
  const secretKey = ecdsaSecret(secp256k1, secret)
  const publicKey = secp256k1.getPublicKey(secretKey, true)
  return {
    address: writeSparkAddress(publicKey),
    publicKey,
    signMessage: (message) => signDigest(sha256(utf8(message)), secretKey, 'der'),
  }
}

/**
 * Spark: ECDSA of the identity key over SHA-256 of the message in UTF-8, with nothing put before it. A signature is 64
 * bytes or strict DER, in lower-case hex or base64; s in the lower half. The address is bech32m of the identity key, or
 * that key in hex.
 */
export const spark: ChainSignatures = {
  verify({ address, message, signature }) {
    const publicKey = readSparkAddress(address)
    const bytes = readSignature(signature)
    if (!publicKey || !bytes) return 'invalid'
    const isSigned = bytes.length === 64 ? isCompactSignature : isDerSignature
    return isSigned(bytes, sha256(utf8(message)), publicKey) ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'secp256k1') {
    if (kind !== 'secp256k1') throw new RangeError('Accounts of Spark are of the kind secp256k1.')
    const { address, publicKey, signMessage } = createSparkKey(secret)
    return { address, publicKey: toHex(publicKey), sign: (message) => toHex(signMessage(message)) }
  },
}
