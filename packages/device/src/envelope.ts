import { decodeBase64url, encodeBase64url } from './base64url.ts'

/**
 * An envelope that only the holder of an RSA key opens: AES-256-GCM under a key that RSA-OAEP with SHA-256 has
 * encrypted. All fields but `alg` and `kid` are base64url without padding.
 */
export interface SealedEnvelope {
  readonly alg: string
  /** 12 bytes. */
  readonly iv: string
  readonly ct: string
  /** 16 bytes. */
  readonly tag: string
  /** The encrypted AES key. */
  readonly ek: string
  /** Thumbprint of the RSA key (RFC 7638). */
  readonly kid?: string
}

/** Whom an envelope is for. */
interface Recipient {
  /** As {@link readEncryptionKey} reads it. */
  readonly publicKey: CryptoKey
  readonly kid: string
  /** Fresh random bytes. @default crypto.getRandomValues */
  readonly random?: (length: number) => Uint8Array<ArrayBuffer>
}

/** Seals texts to one key. */
export type Sealer = (text: string) => Promise<Required<SealedEnvelope>>

/** A public key to which envelopes are sealed. */
export interface SealingKey {
  /** SPKI. */
  readonly pem: string
  /** Thumbprint of the key (RFC 7638). */
  readonly kid: string
}

/** Why an envelope cannot be one: a field, and what it must be, as the end of a sentence that begins with its name. */
interface EnvelopeFault {
  readonly field: 'alg' | 'iv' | 'tag' | 'ek' | 'ct'
  readonly must: string
}

/** The algorithm of the RSA key of a server. */
export const rsaOaep = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

const algorithm = 'HYBRID-RSA-AES-256'
export const ivBytes = 12
const tagBytes = 16
export const keyBytes = 32

/** The bytes of a public key's PEM (SPKI); `undefined` for a text that is no such thing. */
export function readPem(pem: string): Uint8Array<ArrayBuffer> | undefined {
  const body = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/.exec(pem)?.[1]
  try {
    const base64 = body?.replace(/\s/g, '') ?? ''
    const spki = atob(base64)
    return btoa(spki) === base64 ? Uint8Array.from(spki, (character) => character.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads a public key to which envelopes are sealed.
 *
 * @param pem - SPKI.
 * @returns `undefined` for a text that is no RSA public key.
 */
export async function readEncryptionKey(pem: string): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('spki', readPem(pem) ?? new Uint8Array(), rsaOaep, true, ['encrypt'])
  } catch {
    return undefined
  }
}

/** Seals a text. The padding of RSA-OAEP is chance from the platform in any case. */
export async function sealEnvelope(
  text: string,
  { publicKey, kid, random = (length) => crypto.getRandomValues(new Uint8Array(length)) }: Recipient,
): Promise<Required<SealedEnvelope>> {
  const iv = random(ivBytes)
  const contentKey = random(keyBytes)
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt'])
  const bytes = new TextEncoder().encode(text)
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes))
  return packEnvelope(kid, { iv, sealed, encryptedKey: await crypto.subtle.encrypt('RSA-OAEP', publicKey, contentKey) })
}

/** Writes an envelope. The sealed text ends with the tag. */
export function packEnvelope(
  kid: string,
  parts: { readonly iv: Uint8Array; readonly sealed: Uint8Array; readonly encryptedKey: ArrayBuffer | Uint8Array },
): Required<SealedEnvelope> {
  return {
    alg: algorithm,
    iv: encodeBase64url(parts.iv),
    ct: encodeBase64url(parts.sealed.subarray(0, -tagBytes)),
    tag: encodeBase64url(parts.sealed.subarray(-tagBytes)),
    ek: encodeBase64url(parts.encryptedKey),
    kid,
  }
}

/**
 * Finds a sign that an envelope was not sealed to a key, without the private key; `undefined` if none shows. The `kid`
 * is not looked at.
 *
 * @param key - The RSA key, of either half.
 */
export function faultOf({ alg, iv, ct, tag, ek }: SealedEnvelope, key: CryptoKey): EnvelopeFault | undefined {
  if (alg !== algorithm) return { field: 'alg', must: `must be ${algorithm}.` }
  const { modulusLength } = key.algorithm as RsaHashedKeyAlgorithm
  const lengths = [
    ['iv', iv, ivBytes],
    ['tag', tag, tagBytes],
    ['ek', ek, Math.ceil(modulusLength / 8)],
  ] as const
  for (const [field, text, length] of lengths)
    if (bytesOf(text)?.length !== length) return { field, must: `must be ${length} bytes in base64url.` }
  return bytesOf(ct)?.length ? undefined : { field: 'ct', must: 'must be base64url of at least one byte.' }
}

/**
 * Opens an envelope.
 *
 * @throws TypeError for one that the key does not open, and for one with a {@link faultOf}
 */
export async function openEnvelope(privateKey: CryptoKey, envelope: SealedEnvelope): Promise<string> {
  const fault = faultOf(envelope, privateKey)
  if (fault) throw new TypeError(`The envelope does not open: ${fault.field} ${fault.must}`)
  const { iv, ct, tag, ek } = envelope
  try {
    const contentKey = await crypto.subtle.decrypt('RSA-OAEP', privateKey, decodeBase64url(ek))
    const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt'])
    const sealed = Uint8Array.from([...decodeBase64url(ct), ...decodeBase64url(tag)])
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: decodeBase64url(iv) }, key, sealed)
    return new TextDecoder().decode(text)
  } catch (cause) {
    throw new TypeError('The envelope does not open: it was sealed to another key, or was changed.', { cause })
  }
}

/** @returns `undefined` for anything but the one text that {@link encodeBase64url} writes for the bytes. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = decodeBase64url(text)
    return encodeBase64url(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}
