import { encodeBase64url } from '@latchkey/base/base64url'
import { readBase64, readHex, toBase64, utf8 } from '@latchkey/base/bytes'
import { everyValue } from '@latchkey/base/everyValue'
import { newRecord } from '@latchkey/base/newRecord'
import { readEncryptionKey } from '@latchkey/device/envelope'
import type { components } from '@latchkey/types'
import type { DelegationKey } from '../../store/delegationRecords.ts'
import type { Backend, ReadStore } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { sha256Hex } from '../shared/sha256Hex.ts'

type Schemas = components['schemas']
type PresentedKey = Schemas['DelegatedAccessEncryptionPublicKey']

const minimumBits = 2048
const algorithms = everyValue<PresentedKey['alg']>({ 'RSA-OAEP-256': true, 'HYBRID-RSA-AES-256': true })

interface DelegationReading {
  readonly store: Pick<ReadStore, 'delegationKeys'>
}

/** A key as replies show it. */
export function presentKey(key: DelegationKey): PresentedKey {
  const { id, environmentId, kid, alg, type, publicKeyPemB64, createdAt } = key
  return {
    id,
    projectEnvironmentId: environmentId,
    kid,
    alg,
    publicKeyPemB64,
    status: 'active',
    type,
    expiresAt: null,
    revokedAt: null,
    createdAt,
    updatedAt: createdAt,
  }
}

/** The keys of an environment, the newest first. */
export function keysOf({ store }: DelegationReading, environmentId: string): DelegationKey[] {
  return [...store.delegationKeys.scan('byEnvironment', [environmentId], { descending: true })]
}

/** The key to which shares are sealed at present: the newest one. */
export function currentKeyOf(backend: DelegationReading, environmentId: string): DelegationKey | undefined {
  return keysOf(backend, environmentId)[0]
}

/**
 * Adds a public key of an environment's own server.
 *
 * @throws {@link DomainError} `invalidUpdate`, `duplicateExists` for a key that the environment has
 */
export async function addKey(
  backend: Backend,
  environmentId: string,
  { publicKey, alg = 'HYBRID-RSA-AES-256', type = 'external' }: Schemas['WaasDelegationCredentialsRequest'],
): Promise<DelegationKey> {
  const algorithm = algorithms.find((name) => name === alg)
  assert(algorithm, 'invalidUpdate', { message: `alg must be ${algorithms.join(' or ')}.` })
  assert(type === 'external', 'invalidUpdate', { message: 'type must be external for a key that is added.' })
  const pem = publicKey.includes('-----BEGIN') ? publicKey : textOf(readBase64(publicKey))
  const key = await readEncryptionKey(pem)
  assert(key && modulusBitsOf(key) >= minimumBits, 'invalidUpdate', {
    message: `publicKey must be an RSA public key of at least ${minimumBits} bits in PEM.`,
  })
  return backend.store.delegationKeys.insert({
    ...newRecord(backend),
    environmentId,
    kid: thumbprintOf(await crypto.subtle.exportKey('jwk', key)),
    alg: algorithm,
    type,
    publicKeyPemB64: toBase64(utf8(pem)),
  })
}

/** The public key of a record, for RSA-OAEP of Web Crypto. */
export async function encryptionKeyOf({ publicKeyPemB64 }: DelegationKey): Promise<CryptoKey> {
  const key = await readEncryptionKey(textOf(readBase64(publicKeyPemB64)))
  assert(key, 'internal')
  return key
}

function modulusBitsOf({ algorithm }: CryptoKey): number {
  return (algorithm as RsaHashedKeyAlgorithm).modulusLength
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes)
}

/** RFC 7638, section 3.2: the required members in the order of their names. */
function thumbprintOf({ e, n }: JsonWebKey): string {
  return encodeBase64url(readHex(sha256Hex(JSON.stringify({ e, kty: 'RSA', n }))) ?? new Uint8Array())
}
