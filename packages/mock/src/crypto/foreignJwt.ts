import { decodeBase64url } from './base64url.ts'

/** Signatures that a foreign issuer may use: asymmetric ones only (RFC 7518, section 3; RFC 8037). */
export const foreignAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const

export type ForeignAlgorithm = (typeof foreignAlgorithms)[number]

/** A foreign JWT in compact form, taken apart; nothing about it is verified. */
export interface ForeignJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

const maximumLength = 16_384

/**
 * Parses a foreign issuer's compact JWT (RFC 7519), in its canonical spelling only, with any header.
 *
 * @returns `undefined` for anything else: other than three parts, padded or non-canonical base64url, parts that are no
 * JSON objects.
 */
export function readForeignJwt(raw: string): ForeignJwt | undefined {
  if (raw.length > maximumLength) return undefined
  const parts = raw.split('.')
  const [header, payload, signature] = parts.map(decodeBase64url)
  if (parts.length !== 3 || !header || !payload || !signature || signature.length === 0) return undefined
  const [fields, claims] = [readObject(header), readObject(payload)]
  return fields && claims && { header: fields, claims }
}

/** Whether a header names a signature that is accepted. `none` and shared secrets never are. */
export function isForeignAlgorithm(algorithm: unknown): algorithm is ForeignAlgorithm {
  return foreignAlgorithms.some((supported) => supported === algorithm)
}

function readObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
