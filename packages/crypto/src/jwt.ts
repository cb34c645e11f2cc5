import { decodeBase64url } from '@latchkey/base/base64url'
import { isObject } from '@latchkey/base/isObject'

/** A JWT in compact form, taken apart; nothing about it is verified. */
export interface Jwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

/** A JWT with the header that the service writes. */
export interface OwnJwt extends Jwt {
  readonly header: { readonly alg: string; readonly kid: string; readonly typ: string }
}

const ownHeaderNames = new Set(['alg', 'kid', 'typ'])
/** A token has 850 characters for each wallet of its user, and the service takes back what it has issued. */
const maximumLength = 262_144

/**
 * Takes a compact JWT apart (RFC 7519), in its one canonical spelling only, with any header.
 *
 * @returns `undefined` for anything else: longer than 256 KiB, other than three parts, padded or non-canonical
 * base64url, parts that are no JSON objects.
 */
export function readJwt(raw: string): Jwt | undefined {
  if (raw.length > maximumLength) return undefined
  const parts = raw.split('.')
  const [header, payload, signature] = parts.map(decodeBase64url)
  if (parts.length !== 3 || !header || !payload || !signature || signature.length === 0) return undefined
  const [fields, claims] = [readObject(header), readObject(payload)]
  return fields && claims && { header: fields, claims }
}

/** As {@link readJwt}, and `undefined` for other header parameters than `alg`, `kid` and `typ`, or a missing one. */
export function readOwnJwt(raw: string): OwnJwt | undefined {
  const jwt = readJwt(raw)
  if (!jwt || !Object.keys(jwt.header).every((name) => ownHeaderNames.has(name))) return undefined
  const { alg, kid, typ } = jwt.header
  if (typeof alg !== 'string' || typeof kid !== 'string' || typeof typ !== 'string') return undefined
  return { header: { alg, kid, typ }, claims: jwt.claims }
}

function readObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    // A byte order mark is no JSON (RFC 8259, section 8.1).
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
