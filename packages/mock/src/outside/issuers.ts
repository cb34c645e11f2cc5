import { newRecord } from '@latchkey/base/newRecord'
import { cryptoKeyOf } from '@latchkey/crypto/cryptoKeys'
import type { ForeignAlgorithm } from '@latchkey/crypto/foreignAlgorithms'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import { assert } from '../domain/shared/errors.ts'
import { generateKeyPair } from '../effects/keys.ts'
import type { Issuers } from '../effects/outside.ts'
import type { Issuer } from '../store/outsideRecords.ts'
import { outsideUrls } from './addresses.ts'

/** A simulated issuer to create. */
export interface IssuerInput {
  /** `iss` of its tokens, usually a URL. */
  readonly issuer: string
  /**
   * Where it publishes its JWK set.
   *
   * @default `.well-known/jwks.json` below an https issuer, otherwise the URL at which the mock serves the set
   */
  readonly jwksUrl?: string | undefined
  /** The algorithm of its signatures. @default 'ES256' */
  readonly algorithm?: ForeignAlgorithm | undefined
}

/** Creates a simulated issuer with one key. @throws TypeError if another issuer publishes its keys at the same URL */
export async function createIssuer(
  backend: OutsideBackend,
  { issuer, jwksUrl, algorithm = 'ES256' }: IssuerInput,
): Promise<Issuer> {
  const record = newRecord(backend)
  const url =
    jwksUrl ??
    (issuer.startsWith('https://')
      ? `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`
      : servedUrl(backend, record.id))
  if (issuerAt(backend, url))
    throw new TypeError('Failed to create an issuer: another one publishes its keys at this `jwksUrl`.')
  return backend.store.issuers.put({ ...record, issuer, jwksUrl: url, keys: [await generateKeyPair(algorithm)] })
}

/** Adds a key that signs from now on. Former keys stay in the JWK set unless they are dropped. */
export async function rotateIssuer(
  { store }: OutsideBackend,
  issuer: Issuer,
  { dropFormer = false }: { dropFormer?: boolean | undefined } = {},
): Promise<Issuer> {
  const pair = await generateKeyPair(newestKey(issuer).algorithm)
  return store.issuers.put({ ...issuer, keys: [...(dropFormer ? [] : issuer.keys), pair] })
}

/** The URL at which the mock itself serves an issuer's JWK set. */
export function servedUrl({ baseUrl }: Pick<OutsideBackend, 'baseUrl'>, issuerId: string): string {
  return outsideUrls({ baseUrl }).keySet(issuerId)
}

/** The issuer that publishes its keys at a URL. Nothing is fetched. */
function issuerAt({ store, baseUrl }: Pick<OutsideBackend, 'store' | 'baseUrl'>, url: string): Issuer | undefined {
  const id = url.endsWith('/jwks') ? url.slice(0, -'/jwks'.length).slice(-36) : undefined
  return (
    store.issuers.find('byJwksUrl', [url]) ??
    (id !== undefined && url === servedUrl({ baseUrl }, id) ? store.issuers.get(id) : undefined)
  )
}

/** The issuers, as the service sees them. Nothing is fetched: an issuer that nobody has created has no key set. */
export function issuers(backend: OutsideBackend): Issuers {
  return {
    keySetAt: (url) =>
      issuerAt(backend, url)?.keys ?? {
        problem:
          'No issuer publishes a JWK set at the configured jwksUrl. Nothing is fetched: create the issuer in the mock, or attach the real one.',
      },
  }
}

/** An issuer's JWK set (RFC 7517), the newest key last. @throws {@link DomainError} `notFound` without an issuer */
export function issuerJwks(issuer: Issuer | undefined): { keys: Record<string, string>[] } {
  assert(issuer, 'notFound')
  return {
    keys: issuer.keys.map(({ kid, algorithm, publicJwk }) => ({ ...publicJwk, kid, alg: algorithm, use: 'sig' })),
  }
}

/**
 * Signs claims as an issuer does, with its newest key. `iss`, `iat` and an `exp` in one hour are added unless given. A
 * claim given as `undefined` is left out.
 *
 * @param input.header - Header parameters beside `alg` and `kid`.
 */
export async function signAsIssuer(
  { clock }: Pick<OutsideBackend, 'clock'>,
  issuer: Issuer,
  {
    claims,
    header = {},
  }: {
    readonly claims: Readonly<Record<string, unknown>>
    readonly header?: Readonly<Record<string, unknown>> | undefined
  },
): Promise<string> {
  const jose = await import('jose')
  const { algorithm, kid, privateJwk } = newestKey(issuer)
  const iat = Math.floor(clock.now() / 1000)
  return new jose.CompactSign(utf8ToBytes(JSON.stringify({ iss: issuer.issuer, iat, exp: iat + 3600, ...claims })))
    .setProtectedHeader({ typ: 'JWT', kid, ...header, alg: algorithm })
    .sign(await cryptoKeyOf(privateJwk, algorithm))
}

function newestKey({ keys }: Issuer): Issuer['keys'][number] {
  const key = keys.at(-1)
  if (!key) throw new TypeError('An issuer must have a key.')
  return key
}
