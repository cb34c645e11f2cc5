import { decodeBase64url, encodeBase64url } from '@latchkey/base/base64url'
import { concat, readHex } from '@latchkey/base/bytes'

/** Bytes of an encapsulated key: an uncompressed point of P-256. */
const encapsulatedLength = 65

interface Sealed {
  readonly plaintext: Uint8Array
  /** The purpose of the bundle, which opens only with the same text. */
  readonly info: string
  /** 32 random bytes, of which the ephemeral key is made. */
  readonly randomness: Uint8Array
}

/**
 * Seals bytes to a public key: HPKE in base mode (RFC 9180) with DHKEM of P-256, HKDF-SHA-256 and AES-256-GCM.
 *
 * @param publicKey - Of P-256, in hex.
 * @returns Base64url of the encapsulated key and the ciphertext.
 */
export async function sealBundle(publicKey: string, { plaintext, info, randomness }: Sealed): Promise<string> {
  const [suite, { p256 }] = await Promise.all([loadSuite(), import('@noble/curves/nist.js')])
  const point = p256.Point.fromBytes(readHex(publicKey) ?? new Uint8Array()).toBytes(false)
  const sender = await suite.createSenderContext({
    recipientPublicKey: await suite.kem.deserializePublicKey(bufferOf(point)),
    info: bufferOf(new TextEncoder().encode(info)),
    ekm: bufferOf(randomness),
  })
  const ciphertext = new Uint8Array(await sender.seal(bufferOf(plaintext)))
  return encodeBase64url(concat(new Uint8Array(sender.enc), ciphertext))
}

/**
 * Opens a bundle with the secret key of the public key that it was sealed to.
 *
 * @throws Error for a bundle of another key or `info`, or one that was changed
 */
export async function openBundle(
  secretKey: Uint8Array,
  { bundle, info }: { readonly bundle: string; readonly info: string },
): Promise<Uint8Array> {
  const suite = await loadSuite()
  const bytes = decodeBase64url(bundle) ?? new Uint8Array()
  const recipient = await suite.createRecipientContext({
    recipientKey: await suite.kem.deserializePrivateKey(bufferOf(secretKey)),
    enc: bufferOf(bytes.subarray(0, encapsulatedLength)),
    info: bufferOf(new TextEncoder().encode(info)),
  })
  return new Uint8Array(await recipient.open(bufferOf(bytes.subarray(encapsulatedLength))))
}

async function loadSuite() {
  const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import('@hpke/core')
  return new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}
