import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Admin, MemberToken } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { creatorOf } from './creators.ts'
import { issueMemberToken } from './tokens.ts'

type Schemas = components['schemas']

/** How many tokens a person can have. See the prose of `memberTokens.create`. */
const maximumTokens = 100

/**
 * Creates an API token of a person. The person's roles decide what it may do, so it takes no scopes.
 *
 * @throws {@link DomainError} `invalidScopes`, `tooManyTokens`
 */
export function createMemberToken(
  backend: Backend,
  { id: adminId }: Admin,
  { note, scopes }: Schemas['PostTokenFields'],
): { token: MemberToken; rawToken: string } {
  assert(scopes === undefined, 'invalidScopes', {
    message: "A member's token acts by the member's role and takes no scopes. Make an environment's token for those.",
  })
  assert(backend.store.memberTokens.count('byAdmin', [adminId]) < maximumTokens, 'tooManyTokens', {
    message: 'This person has as many API tokens as one can have.',
  })
  return issueMemberToken(backend, adminId, note)
}

/**
 * Revokes a token permanently, at once. Its hash stays, so that a caller who still sends the token is told that it was
 * revoked.
 */
export function revokeMemberToken(backend: Backend, { id, hash }: MemberToken): void {
  backend.store.memberTokens.delete(id)
  backend.store.revokedTokens.insert({ ...newRecord(backend), hash })
}

/** A token as replies show it; it belongs to no environment. */
export function presentMemberToken(
  backend: Backend,
  { id, checksum, createdAt, note, adminId }: MemberToken,
): Schemas['Token'] {
  return { id, checksum, createdBy: creatorOf(backend, adminId), createdAt, note }
}
