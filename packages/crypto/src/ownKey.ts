import { decodeBase64url, encodeBase64url } from '@latchkey/base/base64url'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { KeyPair } from './developmentKeys.ts'

/** A key with which tokens can be signed: its private half, as a JWK (RFC 7517). */
export interface PrivateJwk extends Readonly<Partial<Record<Parameter, string | undefined>>> {
  readonly kid?: string | undefined
  readonly alg?: string | undefined
  readonly use?: string | undefined
  readonly key_ops?: readonly string[] | undefined
  readonly ext?: boolean | undefined
}

type Parameter = 'kty' | 'crv' | 'x' | 'y' | 'd' | 'n' | 'e' | 'p' | 'q' | 'dp' | 'dq' | 'qi'

/** The parameters of a kind of key (RFC 7518, section 6; RFC 8037, section 2), those of its thumbprint in their order. */
interface KeyKind {
  readonly algorithm: KeyPair['algorithm']
  readonly publicNames: readonly string[]
  readonly privateNames: readonly string[]
  /** How many bytes each parameter has, apart from `kty` and `crv`. */
  readonly bytes?: number
}

const rsa: KeyKind = {
  algorithm: 'RS256',
  publicNames: ['e', 'kty', 'n'],
  privateNames: ['d', 'p', 'q', 'dp', 'dq', 'qi'],
}
const p256: KeyKind = { algorithm: 'ES256', publicNames: ['crv', 'kty', 'x', 'y'], privateNames: ['d'], bytes: 32 }
const ed25519: KeyKind = { algorithm: 'EdDSA', publicNames: ['crv', 'kty', 'x'], privateNames: ['d'], bytes: 32 }

const kinds: Readonly<Record<string, KeyKind>> = { RSA: rsa, 'EC P-256': p256, 'OKP Ed25519': ed25519 }

/** The names of an algorithm in JWKs. RFC 9864 calls EdDSA with this curve `Ed25519`. */
const namesOf: Readonly<Record<KeyPair['algorithm'], readonly string[]>> = {
  RS256: ['RS256'],
  ES256: ['ES256'],
  EdDSA: ['EdDSA', 'Ed25519'],
}

/** The length of the shortest modulus that RS256 allows (RFC 7518, section 3.3). */
const minimumModulusBits = 2048

/**
 * Reads a private key that signs tokens. Its id is its `kid`, or else its RFC 7638 thumbprint.
 *
 * @throws TypeError with a sentence about the key, which has no part of it
 */
export function readPrivateJwk(jwk: unknown): KeyPair {
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) throw new TypeError('it is not a JWK.')
  const fields = jwk as Readonly<Record<string, unknown>>
  if ('keys' in fields) throw new TypeError('it is a JWK set: take one key of it.')
  const { kty, crv, kid, alg } = fields
  const name = kty === 'RSA' ? 'RSA' : `${String(kty)} ${String(crv)}`
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!kind)
    throw new TypeError(
      `it is a key of ${describeKind(kty, crv)}. RSA (RS256), P-256 (ES256) and Ed25519 (EdDSA) can sign.`,
    )
  if (!('d' in fields)) throw new TypeError('it is a public key. Only a private key can sign.')
  if (alg !== undefined && !namesOf[kind.algorithm].includes(String(alg)))
    throw new TypeError(`its alg is ${String(alg)}, and a key like this one signs with ${kind.algorithm}.`)
  if (kid !== undefined && (typeof kid !== 'string' || kid === '' || kid.length > 255))
    throw new TypeError('its kid is not a text of 1 to 255 characters.')
  const publicJwk = parametersOf(fields, kind, kind.publicNames)
  const privateJwk = { ...publicJwk, ...parametersOf(fields, kind, kind.privateNames) }
  if (kind === rsa) assertModulus(publicJwk)
  const thumbprint = encodeBase64url(sha256(utf8ToBytes(JSON.stringify(publicJwk))))
  return { algorithm: kind.algorithm, kid: kid ?? thumbprint, publicJwk, privateJwk }
}

function describeKind(kty: unknown, crv: unknown): string {
  if (typeof kty !== 'string') return 'no kind (kty)'
  return typeof crv === 'string' ? `the kind ${kty} and the curve ${crv}` : `the kind ${kty}`
}

function parametersOf(
  fields: Readonly<Record<string, unknown>>,
  { bytes }: KeyKind,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = fields[name]
      if (name === 'kty' || name === 'crv') return [name, String(value)]
      const decoded = typeof value === 'string' ? decodeBase64url(value) : undefined
      if (typeof value !== 'string' || !decoded || decoded.length === 0)
        throw new TypeError(`its parameter ${name} is missing, or is not in base64url.`)
      if (bytes !== undefined && decoded.length !== bytes)
        throw new TypeError(`its parameter ${name} has ${decoded.length} bytes instead of ${bytes}.`)
      return [name, value]
    }),
  )
}

function assertModulus({ n = '' }: Readonly<Record<string, string>>): void {
  const bytes = decodeBase64url(n) ?? new Uint8Array()
  const bits = bytes.length * 8 - Math.clz32(bytes[0] ?? 0) + 24
  if (bits < minimumModulusBits)
    throw new TypeError(`its modulus has ${bits} bits. RS256 needs ${minimumModulusBits} or more.`)
}
