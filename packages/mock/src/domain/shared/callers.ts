import type { Delegation } from '../../store/delegationRecords.ts'
import type { Admin, EnvironmentToken, Member, Role, Session, User } from '../../store/records.ts'
import { assert } from './errors.ts'
import { missing, type RecordNoun } from './missingRecords.ts'

/** Someone with an environment token, or a member of the organization that the environment belongs to. */
export interface EnvironmentCaller {
  readonly kind: 'environment'
  /** Set for an environment token. */
  readonly token?: EnvironmentToken | undefined
  /** Set for a member. */
  readonly member?: MemberCaller
  /** Whether the caller may act in the environment, for this operation. */
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
  /** Whether the token was replaced a moment ago, usually by another tab. */
  readonly isFormer?: boolean | undefined
}

/** A server with the JWT of `waasWallets.authenticate`. It acts for the environment itself, and for no user. */
export interface ServerCaller {
  readonly kind: 'server'
  readonly environmentId: string
  /** The API token that the JWT was issued for. */
  readonly token: EnvironmentToken
}

/** Who may have wallets whose key is shared: a user, or the environment itself. */
export type WalletCaller = UserCaller | ServerCaller

/** A server that signs with the wallet of a user who has delegated access to it. */
export interface DelegateCaller {
  readonly kind: 'delegate'
  readonly token: EnvironmentToken
  readonly delegation: Delegation
}

export interface NoCaller {
  readonly kind: 'none'
}

/** The type of a handler's caller, by the `auth` of its operation. */
export interface Caller {
  environment: EnvironmentCaller
  member: MemberCaller
  user: UserCaller
  optionalUser: UserCaller | NoCaller
  none: NoCaller
}

export type AnyCaller = Caller[keyof Caller] | ServerCaller

const ranks: Record<Role, number> = { viewer: 0, developer: 1, admin: 2, owner: 3 }

/** Whether a role is equal to or above another one. */
export function hasRole(role: Role | undefined, least: Role): boolean {
  return role !== undefined && ranks[role] >= ranks[least]
}

/**
 * Refuses a member whose role in the organization is below `least`, and with `stranger` a caller who is not a member.
 */
export function assertRole(
  caller: MemberCaller,
  organizationId: string,
  { least, stranger }: { readonly least: Role; readonly stranger?: RecordNoun },
): Member {
  const member = caller.membership(organizationId)
  if (stranger) assert(member, 'recordNotFound', missing(stranger))
  assert(member, 'wrongEnvironment')
  assert(hasRole(member.role, least), 'insufficientRole')
  return member
}
