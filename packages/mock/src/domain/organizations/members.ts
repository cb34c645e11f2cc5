import type { components } from '@latchkey/types'
import type { Admin, Member, Role } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assertRole, hasRole, type MemberCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { existing, recordOf } from '../shared/recordGuards.ts'
import { blankUser, type ShownUserRecord } from '../users/users.ts'
import { aliasOf } from './creators.ts'
import { endInvitesOf, endInvitesTo } from './invites.ts'
import { assertMayOwn } from './organizations.ts'
import { environmentsOf } from './projects.ts'

type Schemas = components['schemas']

/** The environment id of people who administer. They are not users of any real environment. */
const administrationId = '00000000-0000-7000-8000-000000000000'

/** A member, and the caller's own membership. */
export interface MemberPair {
  readonly member: Member
  readonly callerMember: Member
}

/**
 * The member with an id, and the caller's own membership in the same organization.
 *
 * @throws {@link DomainError} `recordNotFound` for an unknown id and for a caller who is not a member,
 * `insufficientRole`
 */
export function memberFor(
  { store }: Backend,
  caller: MemberCaller,
  { memberId, least }: { readonly memberId: string; readonly least: Role },
): MemberPair {
  const member = existing(store.members.get(memberId), 'member')
  return { member, callerMember: assertRole(caller, member.organizationId, { least, stranger: 'member' }) }
}

/** The members of an organization, oldest membership first. */
export function listMembers({ store }: Backend, organizationId: string): Member[] {
  return [...store.members.scan('byOrganization', [organizationId])]
}

/**
 * Gives a member another role, no higher than the caller's own. Only {@link delegateOwnership} hands over the owner's
 * role. If the new role cannot invite, the member's pending invites end.
 *
 * @throws {@link DomainError} `insufficientRole`, `invalidUpdate`
 */
export function changeRole(backend: Backend, { member, callerMember }: MemberPair, role: Role | undefined): Member {
  assert(hasRole(callerMember.role, member.role), 'insufficientRole', {
    message: 'Nobody can change a role above their own.',
  })
  assert(role === undefined || hasRole(callerMember.role, role), 'insufficientRole', {
    message: 'Nobody can grant a role above their own.',
  })
  if (role === undefined || role === member.role) return member
  assert(role !== 'owner' && member.role !== 'owner', 'invalidUpdate', {
    message: 'An organization has one owner, who can delegate the ownership.',
  })
  if (!hasRole(role, 'admin')) endInvitesOf(backend, member.organizationId, member.adminId)
  return backend.store.members.put({ ...member, role })
}

/**
 * Removes a member, who has no access to the organization from the next call on. What the member has created stays: it
 * belongs to the organization or its environments. Pending invites to the member and by the member end.
 *
 * @throws {@link DomainError} `cannotDeleteThemself`, `insufficientRole` for the owner
 */
export function removeMember(backend: Backend, { member, callerMember }: MemberPair): void {
  const { store } = backend
  assert(member.id !== callerMember.id, 'cannotDeleteThemself')
  assert(hasRole(callerMember.role, member.role), 'insufficientRole', {
    message: 'Nobody can remove a member whose role is above their own.',
  })
  const { organizationId, adminId } = member
  const admin = store.admins.get(adminId)
  if (admin) endInvitesTo(backend, organizationId, admin)
  endInvitesOf(backend, organizationId, adminId)
  store.members.delete(member.id)
}

/**
 * Hands the ownership of an organization to one of its admins, and makes the former owner an admin.
 *
 * @param heirId - Id of the membership that becomes the owner's.
 * @throws {@link DomainError} `invalidUpdate` for a membership that is not the owner's, and for an heir who is not an
 * admin there; `tooManyOrganizations` for an heir who owns the maximum already
 */
export function delegateOwnership(backend: Backend, { member, callerMember }: MemberPair, heirId: string): void {
  assert(member.id === callerMember.id, 'invalidUpdate', {
    message: 'The ownership is delegated from the membership of the owner.',
  })
  const { store } = backend
  const { organizationId } = callerMember
  const heir = recordOf(
    store.members.get(heirId),
    { organizationId, role: 'admin' },
    { failure: 'invalidUpdate', message: 'Only an admin of the organization can become its owner.' },
  )
  assertMayOwn(backend, heir.adminId)
  store.members.put({ ...callerMember, role: 'admin' })
  store.members.put({ ...heir, role: 'owner' })
}

/** The environments of all organizations that an admin is a member of, ordered by membership, project and name. */
export function reachableEnvironmentIds(backend: Backend, { id }: Admin): string[] {
  const { store } = backend
  return [...store.members.scan('byAdmin', [id])].flatMap(({ organizationId }) =>
    [...store.projects.scan('byOrganization', [organizationId])].flatMap((project) =>
      environmentsOf(backend, project).map((environment) => environment.id),
    ),
  )
}

/** A member as replies show it: the person in the form of a user, which has no visits and no credentials. */
export function presentMember(backend: Backend, { id, organizationId, adminId, role }: Member): ShownMember {
  const { createdAt, email, walletPublicKey, ...profile } = existing(backend.store.admins.get(adminId), 'member')
  const alias = aliasOf(backend, adminId, organizationId)
  return {
    id,
    user: {
      ...blankUser({ ...profile, alias }),
      id: adminId,
      projectEnvironmentId: administrationId,
      email,
      walletPublicKey: walletPublicKey ?? null,
      createdAt,
      updatedAt: createdAt,
    },
    role,
  }
}

type ShownMember = Schemas['OrganizationMember'] & { readonly user: ShownUserRecord }
