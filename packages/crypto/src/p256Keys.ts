import { readHex, toHex, utf8 } from '@latchkey/base/bytes'

/**
 * Reads a P-256 public key in hex, compressed (33 bytes) or not (65 bytes).
 *
 * @returns The key in compressed form, hex in lower case, or `undefined` for anything else.
 */
export async function readP256Key(text: string): Promise<string | undefined> {
  const bytes = readHex(text)
  if (bytes === undefined) return undefined
  const { p256 } = await loadCurves()
  try {
    return toHex(p256.Point.fromBytes(bytes).toBytes(true))
  } catch {
    return undefined
  }
}

interface SignedText {
  readonly text: string
  /** Hex of DER (SEC 1, section C.8) or of 64 bytes (IEEE P1363). */
  readonly signature: string
  /** The accepted encodings. @default both */
  readonly format?: 'der'
}

/** Verifies an ECDSA signature with SHA-256 over the UTF-8 bytes of a text. */
export async function isSignedByP256(publicKey: string, { text, signature, format }: SignedText): Promise<boolean> {
  const [key, bytes] = [readHex(publicKey), readHex(signature)]
  if (key === undefined || bytes === undefined) return false
  const { p256 } = await loadCurves()
  const encoding = format ?? (bytes.length === 64 ? 'compact' : 'der')
  // Web Crypto signs with either of the two values of s.
  return p256.verify(bytes, utf8(text), key, { format: encoding, lowS: false })
}

async function loadCurves() {
  return import('@noble/curves/nist.js')
}
