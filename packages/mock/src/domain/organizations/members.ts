import type { components } from '@latchkey/types'
import type { Backend } from '../../backend.ts'
import type { Admin, Member, Role } from '../../store/records.ts'
import { assertRole, hasRole, type MemberCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { existing, recordOf } from '../shared/recordGuards.ts'
import { endInvitesOf, endInvitesTo } from './invites.ts'
import { assertMayOwn } from './organizations.ts'
import { environmentsOf } from './projects.ts'

type Schemas = components['schemas']

/** What stands for the environment of people who administer: they are users of none that a call can reach. */
const administrationId = '00000000-0000-7000-8000-000000000000'

/** A member, and the membership of who calls for it. */
export interface MemberPair {
  readonly member: Member
  readonly own: Member
}

/**
 * The member with an id, and the caller's own membership in the same organization.
 *
 * @throws {@link DomainError} `recordNotFound` for an id of nothing and for a stranger, `insufficientRole`
 */
export function memberFor(
  { store }: Backend,
  caller: MemberCaller,
  { memberId, least }: { readonly memberId: string; readonly least: Role },
): MemberPair {
  const member = existing(store.members.get(memberId))
  return { member, own: assertRole(caller, member.organizationId, { least, stranger: 'recordNotFound' }) }
}

/** The members of an organization, oldest membership first. */
export function listMembers({ store }: Backend, organizationId: string): Member[] {
  return [...store.members.scan('byOrganization', [organizationId])]
}

/**
 * Gives a member another role, no higher than the caller's own. The owner's role is handed over by {@link delegateOwnership} alone.
 * Whoever can invite nobody any more has no invites waiting either.
 *
 * @throws {@link DomainError} `insufficientRole`, `invalidUpdate`
 */
export function changeRole(backend: Backend, { member, own }: MemberPair, role: Role | undefined): Member {
  assert(hasRole(own.role, member.role), 'insufficientRole', { message: 'Nobody can change a role above their own.' })
  assert(role === undefined || hasRole(own.role, role), 'insufficientRole', {
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
 * Removes a member, who is a stranger to the organization from the next call on. What the member has made stays: it belongs
 * to the organization or to its environments. Pending invites to the member and by the member end.
 *
 * @throws {@link DomainError} `cannotDeleteThemself`, `insufficientRole` for the owner
 */
export function removeMember(backend: Backend, { member, own }: MemberPair): void {
  const { store } = backend
  assert(member.id !== own.id, 'cannotDeleteThemself')
  assert(hasRole(own.role, member.role), 'insufficientRole', {
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
 * @throws {@link DomainError} `invalidUpdate` for another membership than the owner's own, and for an heir who is no admin there;
 * `tooManyOrganizations` for one who owns as many as one can own
 */
export function delegateOwnership(backend: Backend, { member, own }: MemberPair, heirId: string): void {
  assert(member.id === own.id, 'invalidUpdate', {
    message: 'The ownership is delegated from the membership of the owner.',
  })
  const { store } = backend
  const { organizationId } = own
  const heir = recordOf(
    store.members.get(heirId),
    { organizationId, role: 'admin' },
    { failure: 'invalidUpdate', message: 'Only an admin of the organization can become its owner.' },
  )
  assertMayOwn(backend, heir.adminId)
  store.members.put({ ...own, role: 'admin' })
  store.members.put({ ...heir, role: 'owner' })
}

/** The environments of all organizations that somebody is a member of: by membership, project and name. */
export function reachableEnvironmentIds(backend: Backend, { id }: Admin): string[] {
  const { store } = backend
  return [...store.members.scan('byAdmin', [id])].flatMap(({ organizationId }) =>
    [...store.projects.scan('byOrganization', [organizationId])].flatMap((project) =>
      environmentsOf(backend, project).map((environment) => environment.id),
    ),
  )
}

/** A member as replies show one: the person in the form of a user, with what is known of people who administer. */
export function presentMember({ store }: Backend, { id, adminId, role }: Member): Schemas['OrganizationMember'] {
  const { createdAt, email, alias, firstName, lastName, phoneNumber, walletPublicKey } = store.admins.get(adminId) ?? {}
  return {
    id,
    user: {
      id: adminId,
      projectEnvironmentId: administrationId,
      email,
      alias,
      firstName,
      lastName,
      phoneNumber,
      walletPublicKey,
      createdAt,
    },
    role,
  }
}
