import { decodeBase64url, encodeBase64url } from '@latchkey/device/base64url'

/**
 * What only the holder of an RSA key opens: AES-256-GCM under a key that RSA-OAEP with SHA-256 has encrypted. All fields
 * but `alg` and `kid` are base64url without padding.
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

/** The algorithm of the RSA key of a server. */
const rsaOaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
const tagBytes = 16

/** Seals a text to a public key. */
export async function sealEnvelope(
  text: string,
  { publicKeyPemB64, kid }: { readonly publicKeyPemB64: string; readonly kid: string },
): Promise<SealedEnvelope> {
  const der = atob(atob(publicKeyPemB64).replace(/-----[^-]+-----|\s/g, ''))
  const spki = Uint8Array.from(der, (character) => character.charCodeAt(0))
  const publicKey = await crypto.subtle.importKey('spki', spki, rsaOaep, false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const contentKey = crypto.getRandomValues(new Uint8Array(32))
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt'])
  const bytes = new TextEncoder().encode(text)
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes))
  const encryptedKey = await crypto.subtle.encrypt('RSA-OAEP', publicKey, contentKey)
  return {
    alg: 'HYBRID-RSA-AES-256',
    iv: encodeBase64url(iv),
    ct: encodeBase64url(sealed.subarray(0, -tagBytes)),
    tag: encodeBase64url(sealed.subarray(-tagBytes)),
    ek: encodeBase64url(new Uint8Array(encryptedKey)),
    kid,
  }
}

/** @throws {@link TypeError} for an envelope that the key does not open */
export async function openEnvelope(privateKey: CryptoKey, { iv, ct, tag, ek }: SealedEnvelope): Promise<string> {
  try {
    const contentKey = await crypto.subtle.decrypt('RSA-OAEP', privateKey, bytesOf(ek))
    const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt'])
    const sealed = Uint8Array.from([...bytesOf(ct), ...bytesOf(tag)])
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(iv) }, key, sealed))
  } catch (cause) {
    throw new TypeError('The envelope does not open: it was sealed to another key, or was changed.', { cause })
  }
}

const bytesOf = (text: string) => decodeBase64url(text) ?? new Uint8Array()
