import type { Backend } from '../../backend.ts'
import type { Admin, EnvironmentToken, Member, Role, Session, User } from '../../store/records.ts'
import { assert, type FailureKey } from './errors.ts'

/** Someone with an environment token, or a member of the organization that the environment belongs to. */
export interface EnvironmentCaller {
  readonly kind: 'environment'
  /** Set for an environment token. */
  readonly token?: EnvironmentToken
  /** Set for a member. */
  readonly member?: MemberCaller
  /** Whether the environment is one that the caller may act in, for this operation. */
  reaches(environmentId: string): boolean
}

export interface MemberCaller {
  readonly kind: 'member'
  readonly admin: Admin
  membership(organizationId: string): Member | undefined
}

export interface UserCaller {
  readonly kind: 'user'
  readonly user: User
  readonly session: Session
  /** Whether the token was replaced a moment ago, by another tab as a rule. */
  readonly isFormer?: boolean
}

export interface NoCaller {
  readonly kind: 'none'
}

/** By the `auth` of an operation: who a handler is called by. */
export interface Caller {
  environment: EnvironmentCaller
  member: MemberCaller
  user: UserCaller
  optionalUser: UserCaller | NoCaller
  none: NoCaller
}

export type AnyCaller = Caller[keyof Caller]

const ranks: Record<Role, number> = { viewer: 0, developer: 1, admin: 2, owner: 3 }

/** Whether a role is at least the other. */
export function hasRole(role: Role | undefined, least: Role): boolean {
  return role !== undefined && ranks[role] >= ranks[least]
}

/**
 * Refuses a member whose role in the organization is less than what is asked; a stranger hears that it is not theirs.
 */
export function assertRole(
  caller: MemberCaller,
  organizationId: string,
  { least, stranger = 'wrongEnvironment' }: { readonly least: Role; readonly stranger?: FailureKey },
): Member {
  const member = caller.membership(organizationId)
  assert(member, stranger)
  assert(hasRole(member.role, least), 'insufficientRole')
  return member
}

/** The person behind a caller, as tokens and invites name their creator. */
export function actorOf(
  { store }: Backend,
  caller: EnvironmentCaller | MemberCaller,
): { id: string; email?: string; alias?: string; firstName?: string; lastName?: string } {
  if (caller.kind === 'environment' && caller.token) return caller.token.createdBy
  const member = caller.kind === 'member' ? caller : caller.member
  assert(member, 'unauthorized')
  const { id, email, alias, firstName, lastName } = store.admins.get(member.admin.id) ?? member.admin
  return { id, email, alias, firstName, lastName }
}
