import { instantOf } from '@latchkey/base/clock'
import type { EnvironmentToken, Role } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assertRole, type EnvironmentCaller, hasRole, type MemberCaller } from '../shared/callers.ts'
import { assert, DomainError } from '../shared/errors.ts'
import { assertUnexpired } from '../shared/expiry.ts'
import { existing } from '../shared/recordGuards.ts'
import { keptSha256Hex } from '../shared/sha256Hex.ts'
import type { BearerAttempt } from './attempt.ts'
import { hintAboutId, hintAboutJwt } from './wrongCredentials.ts'

/**
 * The environment of an API token, or a member whose role suffices in the environment of the URL.
 *
 * @throws {@link DomainError} `unauthorized`, `tokenExpired`, `tokenRevoked`, `wrongEnvironment`, `missingScope`,
 * `insufficientRole`
 */
export function environmentCaller(backend: Backend, attempt: BearerAttempt): EnvironmentCaller {
  assert(attempt.raw, 'unauthorized', { message: 'Send an API token as a bearer token.' })
  const token = backend.store.environmentTokens.find('byHash', [keptSha256Hex(attempt.raw)])
  if (!token) return memberInEnvironment(backend, memberOf(backend, attempt.raw), attempt)
  assertOpens(backend, token, attempt)
  return { kind: 'environment', token, reaches: (id) => id === token.environmentId }
}

function assertOpens({ clock }: Backend, token: EnvironmentToken, { row, params }: BearerAttempt): void {
  if (token.expiresAt) assertUnexpired(clock, instantOf(token.expiresAt))
  const { environmentId } = params
  if (environmentId !== undefined)
    assert(environmentId === token.environmentId, 'wrongEnvironment', hintAboutId(environmentId))
  const { scope = '' } = row
  if (!token.scopes.some((granted) => granted === scope)) {
    throw new DomainError('missingScope', { message: `This token lacks the scope ${scope}.` })
  }
}

/** A member acts in the organization's environments within the role. See spec/decisions/17-member-tokens.md. */
function memberInEnvironment(
  { store }: Backend,
  member: MemberCaller,
  { row: { scope = '' }, params: { environmentId } }: BearerAttempt,
): EnvironmentCaller {
  const ofOthers: Role = scope.endsWith('.read') ? 'viewer' : 'developer'
  const least: Role = scope.startsWith('environment.apiTokens.') ? 'admin' : ofOthers
  if (environmentId !== undefined) {
    const environment = store.environments.get(environmentId)
    assert(environment, 'wrongEnvironment', hintAboutId(environmentId))
    assertRole(member, environment.organizationId, { least })
  }
  return {
    kind: 'environment',
    member,
    reaches(id) {
      const environment = environmentId === undefined || id === environmentId ? store.environments.get(id) : undefined
      const membership = environment && member.membership(environment.organizationId)
      if (!membership) return false
      assert(hasRole(membership.role, least), 'insufficientRole')
      return true
    },
  }
}

/**
 * A member whose role suffices in the organization of the URL. The organization of somebody else is answered like one
 * that does not exist. See spec/decisions/01-errors.md.
 *
 * @throws {@link DomainError} `unauthorized`, `forbidden`, `tokenRevoked`, `recordNotFound`, `insufficientRole`
 */
export function organizationCaller(backend: Backend, { row, params, raw }: BearerAttempt): MemberCaller {
  assert(raw, 'unauthorized', { message: "Send a member's API token as a bearer token." })
  const caller = memberOf(backend, raw)
  const least = (row.role ?? 'viewer') as Role
  if (params.organizationId !== undefined) {
    assertRole(caller, params.organizationId, { least, stranger: 'organization' })
  }
  if (params.projectId !== undefined) {
    const project = existing(backend.store.projects.get(params.projectId), 'project')
    assertRole(caller, project.organizationId, { least, stranger: 'project' })
  }
  return caller
}

function memberOf({ store }: Backend, raw: string): MemberCaller {
  const hash = keptSha256Hex(raw)
  assert(!store.revokedTokens.find('byHash', [hash]), 'tokenRevoked')
  const token = store.memberTokens.find('byHash', [hash])
  const admin = token && store.admins.get(token.adminId)
  assert(admin || !store.environmentTokens.find('byHash', [hash]), 'forbidden', {
    message: "This call takes a member's API token, not an environment's.",
  })
  assert(admin, 'unauthorized', hintAboutJwt(raw))
  return {
    kind: 'member',
    admin,
    membership: (organizationId) => store.members.find('byPair', [organizationId, admin.id]),
  }
}
