import { decodeBase64url } from './base64url.ts'

/** A JWT in compact form, taken apart; nothing about it is verified. */
export interface ParsedJwt {
  readonly header: { readonly alg: string; readonly kid: string; readonly typ: string }
  readonly payload: Readonly<Record<string, unknown>>
}

const headerNames = new Set(['alg', 'kid', 'typ'])
const maximumLength = 16_384

/**
 * Takes a compact JWT apart (RFC 7519), in its one canonical spelling only.
 *
 * @returns `undefined` for anything else: other than three parts, padded or non-canonical base64url, other header
 * parameters than `alg`, `kid` and `typ`.
 */
export function parseJwt(raw: string): ParsedJwt | undefined {
  if (raw.length > maximumLength) return undefined
  const parts = raw.split('.')
  const [header, payload, signature] = parts.map(decodeBase64url)
  if (parts.length !== 3 || !header || !payload || !signature || signature.length === 0) return undefined
  const fields = readObject(header)
  const claims = readObject(payload)
  if (!fields || !claims || !Object.keys(fields).every((name) => headerNames.has(name))) return undefined
  const { alg, kid, typ } = fields
  if (typeof alg !== 'string' || typeof kid !== 'string' || typeof typ !== 'string') return undefined
  return { header: { alg, kid, typ }, payload: claims }
}

function readObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
