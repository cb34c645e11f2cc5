// Envelopes on platforms without `crypto.subtle`, such as React Native.

import { gcm } from '@noble/ciphers/aes.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { mgf1, OAEP, type PublicKey } from 'micro-rsa-dsa-dh/rsa.js'
import { OS2IP } from 'micro-rsa-dsa-dh/utils.js'
import { ivBytes, keyBytes, packEnvelope, readPem, type Sealer, type SealingKey } from './envelope.ts'
import { randomBytes } from './randomBytes.ts'

const oaep = OAEP(sha256, mgf1(sha256))

export function createSealer({ pem, kid }: SealingKey): Sealer | undefined {
  const publicKey = readRsaKey(readPem(pem))
  if (!publicKey) return undefined
  return async (text) => {
    const [iv, contentKey] = [randomBytes(ivBytes), randomBytes(keyBytes)]
    const sealed = gcm(contentKey, iv).encrypt(new TextEncoder().encode(text))
    return packEnvelope(kid, { iv, sealed, encryptedKey: oaep.encrypt(publicKey, contentKey) })
  }
}

const tags = { integer: 0x02, bitString: 0x03, sequence: 0x30 } as const

/** The AlgorithmIdentifier of RSA keys (RFC 8017, appendix A.1): its object identifier, and NULL. */
const rsaEncryption = '06092a864886f70d0101010500'

/** Reads the numbers of an RSA key from its SPKI (RFC 5280, RFC 8017). */
function readRsaKey(spki: Uint8Array | undefined): PublicKey | undefined {
  const [key, ...after] = readParts(spki)
  if (key?.tag !== tags.sequence || after.length > 0) return undefined
  const [algorithm, bits] = readParts(key.content)
  if (!algorithm || bytesToHex(algorithm.content) !== rsaEncryption || bits?.tag !== tags.bitString) return undefined
  // The first byte counts the bits that are not used.
  const [numbers] = readParts(bits.content.subarray(1))
  const [modulus, exponent] = readParts(numbers?.content)
  if (modulus?.tag !== tags.integer || exponent?.tag !== tags.integer) return undefined
  return { n: OS2IP(modulus.content), e: OS2IP(exponent.content) }
}

interface Part {
  readonly tag: number
  readonly content: Uint8Array
}

/** The parts of a structure in DER (X.690), one after another; none if they do not fill it exactly. */
function readParts(der: Uint8Array = new Uint8Array()): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < der.length;) {
    const [tag = 0, short = 0] = der.subarray(at, at + 2)
    const start = at + 2 + (short < 0x80 ? 0 : short - 0x80)
    const length = short < 0x80 ? short : Number(OS2IP(der.subarray(at + 2, start)))
    at = start + length
    if (at > der.length) return []
    parts.push({ tag, content: der.subarray(start, at) })
  }
  return parts
}
