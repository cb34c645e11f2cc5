import { concat, readBase64, toBase64, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { readAlgorandAddress, writeAlgorandAddress } from '../addresses.ts'
import type { ChainSignatures } from '../walletSignature.ts'
import { isEd25519Signature } from './curves.ts'

/** The prefix of signed bytes, so that they cannot be read as a transaction. */
const signedBytes = (message: string) => concat(utf8('MX'), utf8(message))

/** The ARC-60 response of a wallet, whose signature covers hashes of the data and of the authenticator data. */
function isStructuredSignature(text: string): boolean {
  if (!text.startsWith('{')) return false
  try {
    const value = JSON.parse(text) as object
    return 'signature' in value && 'authenticatorData' in value
  } catch {
    return false
  }
}

/** The key of an account. */
export interface AlgorandKey {
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Signs bytes as they are. @returns 64 bytes */
  sign(bytes: Uint8Array): Uint8Array
}

/** The key that 32 secret bytes stand for. */
export function createAlgorandKey(secret: Uint8Array): AlgorandKey {
  const publicKey = ed25519.getPublicKey(secret)
  return { address: writeAlgorandAddress(publicKey), publicKey, sign: (bytes) => ed25519.sign(bytes, secret) }
}

/**
 * Algorand: ed25519 over `MX` and the message in UTF-8. The address is the key and the last four bytes of its
 * SHA-512/256, in base32. A signature is 64 bytes in base64. The JSON responses of ARC-60 are not supported. Multisig,
 * program and rekeyed accounts sign with a key that their address does not contain, so their signatures are invalid
 * here.
 */
export const algorand: ChainSignatures = {
  verify({ address, message, signature }) {
    if (isStructuredSignature(signature)) return 'unsupported'
    const publicKey = readAlgorandAddress(address)
    const bytes = readBase64(signature)
    return publicKey && bytes && isEd25519Signature(bytes, signedBytes(message), publicKey) ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'ed25519') {
    if (kind !== 'ed25519') throw new RangeError('Accounts of Algorand are of the kind ed25519.')
    const { address, publicKey, sign } = createAlgorandKey(secret)
    return { address, publicKey: toBase64(publicKey), sign: (message) => toBase64(sign(signedBytes(message))) }
  },
}
