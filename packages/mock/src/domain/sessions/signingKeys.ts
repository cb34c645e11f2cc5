import { newRecord } from '@latchkey/base/newRecord'
import { developmentKeys, type KeyPair } from '@latchkey/crypto/developmentKeys'
import type { components } from '@latchkey/types'
import { generateKeyPair } from '../../effects/keys.ts'
import type { SigningKey } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { assertEnvironment } from '../shared/recordGuards.ts'

type Schemas = components['schemas']

/** The fields of a key that a record takes over. */
type NewKey = Omit<KeyPair, 'privateJwk'> & Pick<SigningKey, 'privateJwk' | 'isStandIn'>

/** A key with the half that signs. */
export type UsableKey = SigningKey & Pick<KeyPair, 'privateJwk'>

/** The keys whose signatures are valid, newest first. Empty if no token was ever signed. */
export function validKeys({ store, clock }: Pick<Backend, 'store' | 'clock'>, environmentId: string): SigningKey[] {
  const now = clock.iso()
  return [...store.signingKeys.scan('byEnvironment', [environmentId], { descending: true })].filter(
    ({ retiresAt }) => retiresAt === undefined || retiresAt > now,
  )
}

/**
 * The keys of an environment, newest first. The first one signs. The first call creates it.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment
 */
async function ensureSigningKeys(backend: Backend, environmentId: string): Promise<readonly SigningKey[]> {
  const keys = validKeys(backend, environmentId)
  const [newest] = keys
  const { signingKey } = backend.settings
  const isReplaced = newest?.isStandIn || !(signingKey && hasHad(backend, environmentId, signingKey))
  if (signingKey && isReplaced) return replaceKeys(backend, environmentId, publicHalfOf(signingKey))
  if (newest && privateHalfOf(backend, newest)) return keys
  assertEnvironment(backend, environmentId)
  const pair = developmentKeyOf(backend, environmentId) ?? (await generateKeyPair(backend.settings.signing))
  if (newest) return replaceKeys(backend, environmentId, { ...pair, isStandIn: true })
  return [backend.store.signingKeys.put({ ...newRecord(backend), environmentId, ...pair })]
}

/** A key without the half that signs. */
const publicHalfOf = ({ algorithm, kid, publicJwk }: KeyPair): NewKey => ({ algorithm, kid, publicJwk })

/** The half that signs: in the state, or with the key that the user brought. */
function privateHalfOf({ settings }: Backend, key: SigningKey): KeyPair['privateJwk'] | undefined {
  const { signingKey } = settings
  return key.privateJwk ?? (signingKey && isSameKey(key, signingKey) ? signingKey.privateJwk : undefined)
}

/** Whether a key signs an environment's tokens, or did until it was replaced. */
function hasHad({ store }: Backend, environmentId: string, pair: KeyPair): boolean {
  return [...store.signingKeys.scan('byEnvironment', [environmentId])].some((key) => isSameKey(key, pair))
}

const isSameKey = (one: SigningKey, other: KeyPair): boolean =>
  one.kid === other.kid && JSON.stringify(one.publicJwk) === JSON.stringify(other.publicJwk)

/**
 * The key that signs an environment's tokens at present. An environment without a key gets one.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment
 */
export async function signingKeyOf(backend: Backend, environmentId: string): Promise<UsableKey> {
  const [key] = await ensureSigningKeys(backend, environmentId)
  const privateJwk = key && privateHalfOf(backend, key)
  assert(privateJwk, 'internal')
  return { ...key, privateJwk }
}

/**
 * The fixed keys are assigned to environments in the order of their creation, so that the order of first use makes no
 * difference.
 */
function developmentKeyOf({ store, settings }: Backend, environmentId: string): KeyPair | undefined {
  if (!settings.hasPublishedKeys) return undefined
  const environments = [...store.environments.all()].sort((a, b) =>
    `${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? -1 : 1,
  )
  const place = environments.findIndex(({ id }) => id === environmentId)
  const pair = developmentKeys.filter(({ algorithm }) => algorithm === settings.signing)[place]
  const taken = new Set([...store.signingKeys.all()].map(({ kid }) => kid))
  return pair && !taken.has(pair.kid) ? pair : undefined
}

/**
 * Adds a key that signs from now on. Former keys still verify until the last token that they may have signed expires.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment
 */
export async function rotateSigningKey(backend: Backend, environmentId: string): Promise<SigningKey> {
  await ensureSigningKeys(backend, environmentId)
  const [key] = replaceKeys(backend, environmentId, await generateKeyPair(backend.settings.signing))
  assert(key, 'internal')
  return key
}

/** @returns The valid keys, the new one first. */
function replaceKeys(backend: Backend, environmentId: string, pair: NewKey): readonly SigningKey[] {
  const { store, clock } = backend
  assertEnvironment(backend, environmentId)
  let retiresAt = clock.iso()
  for (const { expiresAt } of store.sessions.scan('byEnvironment', [environmentId]))
    if (expiresAt > retiresAt) retiresAt = expiresAt
  const former = validKeys(backend, environmentId).map((key) =>
    store.signingKeys.put({ ...key, retiresAt: key.retiresAt ?? retiresAt }),
  )
  const key = store.signingKeys.put({ ...newRecord(backend), environmentId, ...pair })
  return [key, ...former.filter(({ retiresAt }) => retiresAt === undefined || retiresAt > clock.iso())]
}

/** The JWK set of an environment (RFC 7517). */
export async function jwkSet(backend: Backend, environmentId: string): Promise<Schemas['JwksResponse']> {
  const keys = await ensureSigningKeys(backend, environmentId)
  return {
    keys: keys.map(({ kid, algorithm, publicJwk: { kty = '', ...parameters } }) => ({
      kid,
      alg: algorithm,
      kty,
      use: 'sig',
      ...parameters,
    })),
  }
}
