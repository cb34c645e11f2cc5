import { loadWebAuthnHelpers } from '../../effects/decoratedLibraries.ts'

type CoseKey = ReadonlyMap<number, unknown>
type Bytes = Uint8Array<ArrayBuffer>

/**
 * Labels of COSE keys (RFC 9052, section 7; RFC 9053, section 7; RFC 8230, section 4), with separate names for those of
 * RSA.
 */
const labels = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const

/** Browsers verify with keys of 2048 bits and more; longer keys than the upper bound have no use. */
const modulusBits = { least: 2048, most: 8192 } as const

const maximumExponentBytes = 4

/**
 * Checks that a public key fits its algorithm: the right type, a point on the curve, a safe size. Without an
 * attestation nothing else would find a bad key before its first sign-in.
 *
 * @param publicKey - A COSE key of ES256, EdDSA or RS256.
 * @throws Error for any other key, of any error type, since the readers throw as well
 */
export async function assertUsableKey(publicKey: Bytes): Promise<void> {
  const { isoCBOR } = await loadWebAuthnHelpers()
  const key = isoCBOR.decodeFirst<CoseKey>(publicKey)
  const check = checks.get(key.get(labels.algorithm))
  if (!check) refuse()
  await check(key)
}

/**
 * Checks that an ES256 signature has its canonical DER encoding (WebAuthn, section 6.5.5), since the library accepts
 * others. Signatures of the other algorithms have only one encoding.
 *
 * @param signature - Base64url.
 * @throws Error for any other encoding, of any error type, since the readers throw as well
 */
export async function assertCanonicalSignature(publicKey: Bytes, signature: string): Promise<void> {
  const { isoBase64URL, isoCBOR } = await loadWebAuthnHelpers()
  if (isoCBOR.decodeFirst<CoseKey>(publicKey).get(labels.algorithm) !== -7) return
  const { p256 } = await import('@noble/curves/nist.js')
  const bytes = isoBase64URL.toBuffer(signature)
  const canonical = p256.Signature.fromBytes(bytes, 'der').toBytes('der')
  if (canonical.length !== bytes.length || canonical.some((byte, i) => byte !== bytes[i]))
    refuse('This signature is not in DER.')
}

type Check = (key: CoseKey) => Promise<void> | void

const checks: ReadonlyMap<unknown, Check> = new Map<unknown, Check>([
  [-7, checkEs256],
  [-8, checkEdDsa],
  [-257, checkRs256],
])

/** P-256, with both coordinates (WebAuthn, section 5.8.5). */
async function checkEs256(key: CoseKey): Promise<void> {
  expectKey(key, { keyType: 2, curve: 1 })
  const { p256 } = await import('@noble/curves/nist.js')
  p256.Point.fromBytes(Uint8Array.of(4, ...bytesOf(key, labels.x, 32), ...bytesOf(key, labels.y, 32))).assertValidity()
}

/** Ed25519, without the few points under which any signature verifies. */
async function checkEdDsa(key: CoseKey): Promise<void> {
  expectKey(key, { keyType: 1, curve: 6 })
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  if (ed25519.Point.fromBytes(bytesOf(key, labels.x, 32), false).isSmallOrder()) refuse()
}

function checkRs256(key: CoseKey): void {
  expectKey(key, { keyType: 3 })
  const modulus = bytesOf(key, labels.modulus)
  const exponent = bytesOf(key, labels.exponent)
  const bits = bitLength(modulus)
  const isSafe = bits >= modulusBits.least && bits <= modulusBits.most && isOdd(modulus)
  const isExponent = exponent.length <= maximumExponentBytes && bitLength(exponent) > 1 && isOdd(exponent)
  if (!isSafe || !isExponent) refuse()
}

function expectKey(key: CoseKey, { keyType, curve }: { keyType: number; curve?: number }): void {
  if (key.get(labels.keyType) !== keyType || (curve !== undefined && key.get(labels.curve) !== curve)) refuse()
}

/** A member of a key, of exactly the given length, if any. */
function bytesOf(key: CoseKey, label: number, length?: number): Uint8Array {
  const bytes = key.get(label)
  return bytes instanceof Uint8Array && bytes.length === (length ?? bytes.length) ? bytes : refuse()
}

/** The bit length of a number in big-endian bytes; 0 if it has leading zeros, which keys must not have. */
function bitLength([first = 0, ...rest]: Uint8Array): number {
  return first === 0 ? 0 : rest.length * 8 + 32 - Math.clz32(first)
}

function isOdd(bytes: Uint8Array): boolean {
  return ((bytes.at(-1) ?? 0) & 1) === 1
}

function refuse(message = 'This is not a public key of the algorithm that it names.'): never {
  throw new TypeError(message)
}
