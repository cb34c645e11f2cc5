import type { OperationId, OperationRow } from '@latchkey/types'
import { takesBackupToken } from '../domain/keyShares/backupTokens.ts'
import { isMfaOpen, isOpenToFirstStep, isSecondStep } from '../domain/secondFactor/mfaPolicy.ts'
import { serverCallerOf, takesServerToken } from '../domain/serverWallets/serverTokens.ts'
import { isReadOnly } from '../domain/sessions/sessionCookies.ts'
import {
  backupType,
  firstStepType,
  type LimitedType,
  readClaims,
  readSession,
  serverType,
} from '../domain/sessions/sessionTokens.ts'
import type { Backend } from '../domain/shared/backend.ts'
import {
  type AnyCaller,
  assertRole,
  type EnvironmentCaller,
  hasRole,
  type MemberCaller,
  type NoCaller,
  type UserCaller,
} from '../domain/shared/callers.ts'
import { assert, DomainError } from '../domain/shared/errors.ts'
import { assertUnexpired } from '../domain/shared/expiry.ts'
import { existing } from '../domain/shared/recordGuards.ts'
import type { RequestContext } from '../domain/shared/request.ts'
import { keptSha256Hex } from '../domain/shared/sha256Hex.ts'
import { instantOf } from '../effects/clock.ts'
import type { Role } from '../store/records.ts'

/** Checks the request's credential for the operation, and for the environment or organization of its URL. */
export async function authenticate(
  backend: Backend,
  id: OperationId,
  row: OperationRow,
  params: Readonly<Record<string, string>>,
  headers: Pick<Headers, 'get'>,
  request: RequestContext,
): Promise<AnyCaller> {
  const raw = bearerOf(headers)
  if (row.auth === 'environment') return environmentCaller(backend, row, params.environmentId, raw)
  if (row.auth === 'member') return organizationCaller(backend, row, params, raw)
  if (row.auth === 'none') return { kind: 'none' }
  const environmentId = params.environmentId as string
  if (raw !== undefined && takesServerToken(id)) {
    const claims = await readClaims(backend, environmentId, raw)
    if (claims.typ === serverType) return serverCallerOf(backend, environmentId, claims)
  }
  const caller = await readSession(backend, environmentId, {
    raw,
    isReadOnly: isReadOnly(id, row.method),
    request,
    optional: row.auth === 'optionalUser',
    takes: limitedTypesOf(id),
    isRefresh: id === 'sessions.refresh',
  })
  return withSecondFactor(backend, id, caller)
}

/** The tokens that an operation takes besides session tokens. */
function limitedTypesOf(id: OperationId): readonly LimitedType[] {
  if (isSecondStep(id)) return [firstStepType]
  return takesBackupToken(id) ? [backupType] : []
}

/** A session that waits for its second factor can only prove it. @throws {@link DomainError} `mfaRequired` */
function withSecondFactor<C extends UserCaller | NoCaller>(backend: Backend, id: OperationId, caller: C): C {
  assert(
    caller.kind === 'none' || isOpenToFirstStep(id) || !isMfaOpen(backend, caller.user, { session: caller.session }),
    'mfaRequired',
  )
  return caller
}

function environmentCaller(
  backend: Backend,
  { scope = '' }: OperationRow,
  environmentId: string | undefined,
  raw: string | undefined,
): EnvironmentCaller {
  assert(raw, 'unauthorized', { message: 'Send an API token as a bearer token.' })
  const { store, clock } = backend
  const token = store.environmentTokens.find('byHash', [keptSha256Hex(raw)])
  if (!token) return memberInEnvironment(backend, memberCaller(backend, raw), scope, environmentId)
  if (token.expiresAt) assertUnexpired(clock, instantOf(token.expiresAt))
  assert(environmentId === undefined || environmentId === token.environmentId, 'wrongEnvironment')
  if (!token.scopes.some((granted) => granted === scope)) {
    throw new DomainError('missingScope', { message: `This token lacks the scope ${scope}.` })
  }
  return { kind: 'environment', token, reaches: (id) => id === token.environmentId }
}

/** A member acts in the organization's environments within the role. See spec/decisions/17-member-tokens.md. */
function memberInEnvironment(
  { store }: Backend,
  member: MemberCaller,
  scope: string,
  environmentId: string | undefined,
): EnvironmentCaller {
  const ofOthers: Role = scope.endsWith('.read') ? 'viewer' : 'developer'
  const least: Role = scope.startsWith('environment.apiTokens.') ? 'admin' : ofOthers
  if (environmentId !== undefined) {
    const environment = store.environments.get(environmentId)
    assert(environment, 'wrongEnvironment')
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

/** The organization of somebody else is answered like one that does not exist. See spec/decisions/01-errors.md. */
function organizationCaller(
  backend: Backend,
  { role = 'viewer' }: OperationRow,
  params: Readonly<Record<string, string>>,
  raw: string | undefined,
): MemberCaller {
  assert(raw, 'unauthorized', { message: "Send a member's API token as a bearer token." })
  const caller = memberCaller(backend, raw)
  if (params.organizationId !== undefined) {
    assertRole(caller, params.organizationId, { least: role as Role, stranger: 'organization' })
  }
  if (params.projectId !== undefined) {
    const project = existing(backend.store.projects.get(params.projectId), 'project')
    assertRole(caller, project.organizationId, { least: role as Role, stranger: 'project' })
  }
  return caller
}

function memberCaller({ store }: Backend, raw: string): MemberCaller {
  const hash = keptSha256Hex(raw)
  assert(!store.revokedTokens.find('byHash', [hash]), 'tokenRevoked')
  const token = store.memberTokens.find('byHash', [hash])
  const admin = token && store.admins.get(token.adminId)
  assert(admin || !store.environmentTokens.find('byHash', [hash]), 'forbidden', {
    message: "This call takes a member's API token, not an environment's.",
  })
  assert(admin, 'unauthorized', { message: 'This API token is unknown, or was revoked.' })
  return {
    kind: 'member',
    admin,
    membership: (organizationId) => store.members.find('byPair', [organizationId, admin.id]),
  }
}

/** The bearer token, or `undefined` without the header. A header in another form is refused. */
function bearerOf(headers: Pick<Headers, 'get'>): string | undefined {
  const header = headers.get('authorization')
  if (header === null) return undefined
  const raw = /^bearer +(\S+) *$/i.exec(header)?.[1]
  assert(raw, 'unauthorized', { message: 'Send the credential as `Authorization: Bearer <token>`.' })
  return raw
}
