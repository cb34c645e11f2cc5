import { everyValue } from '@latchkey/base/everyValue'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { EnvironmentToken, MemberToken } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import type { EnvironmentCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { issuedPrefix } from '../shared/issuedNames.ts'
import { deleteWithOwned } from '../shared/ownership.ts'
import { environmentOf } from '../shared/recordGuards.ts'
import { keptSha256Hex } from '../shared/sha256Hex.ts'
import { presentCreator } from './creators.ts'

type Schemas = components['schemas']
export type TokenScope = Schemas['TokenScopes']

/** Every scope that a token can have. */
export const allTokenScopes = everyValue<TokenScope>({
  'waas.delegatedAccess.signMessage': true,
  'waas.authenticate': true,
  'environment.settings.read': true,
  'environment.settings.write': true,
  'environment.apiTokens.read': true,
  'environment.apiTokens.write': true,
  'environment.users.read': true,
  'environment.users.write': true,
  'environment.analytics.read': true,
  'environment.webhooks.read': true,
  'environment.webhooks.write': true,
  'environment.events.read': true,
  'environment.events.write': true,
  'environment.balances.read': true,
})

/** How many tokens an environment can have. See the prose of `tokens.create`. */
const maximumTokens = 100

export interface EnvironmentTokenInput {
  readonly note: string
  readonly scopes: readonly TokenScope[]
  readonly createdBy: Schemas['TokenCreatedBy']
  /** ISO 8601 instant; without it the token is valid until it is deleted. */
  readonly expiresAt?: string
}

/**
 * Creates an API token of an environment. Its raw value, `lk_<sandbox|live>_` and 40 letters and digits, is not stored.
 *
 * @throws {@link DomainError} `recordNotFound`, `tooManyTokens`
 */
export function issueEnvironmentToken(
  backend: Backend,
  environmentId: string,
  input: EnvironmentTokenInput,
): { token: EnvironmentToken; rawToken: string } {
  const { store, random } = backend
  const environment = environmentOf(backend, environmentId)
  assert(store.environmentTokens.count('byEnvironment', [environment.id]) < maximumTokens, 'tooManyTokens')
  const rawToken = issuedPrefix(backend, `lk_${environment.name}_`) + random.token(40)
  const token = store.environmentTokens.insert({
    ...newRecord(backend),
    environmentId,
    ...input,
    scopes: [...new Set(input.scopes)],
    ...fingerprint(rawToken),
  })
  return { token, rawToken }
}

/** Creates an API token of a member: `lk_member_` and 40 letters and digits. */
export function issueMemberToken(
  backend: Backend,
  adminId: string,
  note: string,
): { token: MemberToken; rawToken: string } {
  const rawToken = issuedPrefix(backend, 'lk_member_') + backend.random.token(40)
  const token = backend.store.memberTokens.insert({ ...newRecord(backend), adminId, note, ...fingerprint(rawToken) })
  return { token, rawToken }
}

/**
 * The scopes of a new token: the requested ones, or all that its creator holds.
 *
 * @throws {@link DomainError} `invalidScopes` when the calling token requests a scope that it lacks. A member who may
 * create tokens holds all scopes
 */
export function grantableScopes(
  { token }: EnvironmentCaller,
  requestedScopes: readonly TokenScope[] | undefined,
): readonly TokenScope[] {
  const held = token?.scopes ?? allTokenScopes
  const foreign = requestedScopes?.find((scope) => !held.includes(scope))
  assert(foreign === undefined, 'invalidScopes', {
    message: `A token can only grant scopes that it holds itself; this one lacks ${foreign}.`,
  })
  return requestedScopes ?? held
}

/**
 * Revokes a token permanently, at once. Its hash stays, so that a caller who still sends the token is told that it was
 * revoked.
 */
export function revokeEnvironmentToken(backend: Backend, { id, hash }: EnvironmentToken) {
  for (const room of backend.store.rooms.scan('byToken', [id])) deleteWithOwned(backend, 'rooms', room.id)
  backend.store.environmentTokens.delete(id)
  backend.store.revokedTokens.insert({ ...newRecord(backend), hash })
}

/** A token as replies show it. */
export function presentToken({
  id,
  checksum,
  createdBy,
  createdAt,
  note,
  environmentId,
  scopes,
}: EnvironmentToken): Schemas['Token'] {
  return {
    id,
    checksum,
    createdBy: presentCreator(createdBy),
    createdAt,
    note,
    projectEnvironmentId: environmentId,
    projectEnvironment: { id: environmentId },
    scopes: [...scopes],
  }
}

/** The hash of a token and its last characters, which are stored instead of the token. */
export function fingerprint(rawToken: string): { hash: string; checksum: string } {
  return { hash: keptSha256Hex(rawToken), checksum: rawToken.slice(-6) }
}
