import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Admin, Invite, Role } from '../../store/records.ts'
import { comparableAddress, readEmail } from '../shared/addresses.ts'
import type { Backend } from '../shared/backend.ts'
import { assertRole, hasRole, type MemberCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { missing } from '../shared/missingRecords.ts'
import { existing } from '../shared/recordGuards.ts'

type Schemas = components['schemas']
type Identity = Pick<Invite, 'email' | 'phoneNumber' | 'walletKey'>

/**
 * Invites a person and sends the invite to the e-mail address, or to the phone number.
 *
 * @throws {@link DomainError} `insufficientRole`, `invalidInvite` for a second owner, `inviteAddressRequired`,
 * `invalidEmail`, `alreadyInvited`
 */
export function createInvite(
  backend: Backend,
  organizationId: string,
  { caller, input }: { readonly caller: MemberCaller; readonly input: Schemas['InviteSendRequest'] },
): Invite {
  const { role, alias, walletPublicKey } = input
  assert(hasRole(caller.membership(organizationId)?.role, role), 'insufficientRole', {
    message: 'Nobody can grant a role above their own.',
  })
  assert(role !== 'owner', 'invalidInvite', {
    message: 'An organization has one owner. Invite an admin, and delegate the ownership.',
  })
  const identity: Identity = defined({
    email: input.email ? readEmail(input.email) : undefined,
    phoneNumber: input.phoneNumber || undefined,
    walletKey: walletPublicKey ? comparableAddress(walletPublicKey) : undefined,
  })
  assert(Object.keys(identity).length > 0, 'inviteAddressRequired')
  assert(
    !isMember(backend, organizationId, identity) && !hasPendingInvite(backend, organizationId, identity),
    'alreadyInvited',
  )
  const invite = backend.store.invites.insert({
    ...newRecord(backend),
    organizationId,
    status: 'pending',
    role,
    createdBy: caller.admin.id,
    ...identity,
    ...defined({ walletPublicKey: walletPublicKey || undefined, alias: alias || undefined }),
  })
  send(backend, invite)
  return invite
}

/** The invites of all organizations that are addressed to the admin, newest first. */
export function listInvitesTo({ store }: Backend, { email, phoneNumber, walletPublicKey }: Admin): Invite[] {
  const invites = new Map<string, Invite>()
  for (const invite of store.invites.scan('byEmail', [email])) invites.set(invite.id, invite)
  if (phoneNumber)
    for (const invite of store.invites.scan('byPhoneNumber', [phoneNumber])) invites.set(invite.id, invite)
  if (walletPublicKey)
    for (const invite of store.invites.scan('byWallet', [comparableAddress(walletPublicKey)]))
      invites.set(invite.id, invite)
  return [...invites.values()].sort(newestFirst)
}

/** The invite with an id, if it is addressed to the admin. @throws {@link DomainError} `recordNotFound` */
export function inviteTo({ store }: Backend, admin: Admin, inviteId: string): Invite {
  const invite = existing(store.invites.get(inviteId), 'invite')
  assert(isAddressedTo(invite, admin), 'recordNotFound', missing('invite'))
  return invite
}

/**
 * The invite with an id, for a member of its organization.
 *
 * @throws {@link DomainError} `recordNotFound` for an unknown id and for a caller who is not a member,
 * `insufficientRole`
 */
export function inviteOf(
  { store }: Backend,
  caller: MemberCaller,
  { inviteId, least }: { readonly inviteId: string; readonly least: Role },
): Invite {
  const invite = existing(store.invites.get(inviteId), 'invite')
  assertRole(caller, invite.organizationId, { least, stranger: 'invite' })
  return invite
}

/** Whether the invite is addressed to the admin. */
function isAddressedTo(invite: Invite, admin: Admin): boolean {
  return isSamePerson(invite, identityOf(admin))
}

/**
 * Answers an invite. Accepting it creates a membership with the alias of the invite. A person who is a member already keeps the present role and
 * alias. The
 * organization's other invites to the person end.
 *
 * @throws {@link DomainError} `invalidInvite` for a different answer to an answered invite, and for the answer
 * `pending`
 */
export function answerInvite(
  backend: Backend,
  invite: Invite,
  { admin, status }: { readonly admin: Admin; readonly status: Schemas['InviteStatusEnum'] },
): Invite {
  const { store } = backend
  assert(status !== 'pending', 'invalidInvite', { message: 'An invite is answered by accepted or rejected.' })
  if (invite.status === status) return invite
  assert(invite.status === 'pending', 'invalidInvite')
  const { organizationId, role } = invite
  if (status === 'accepted' && !store.members.find('byPair', [organizationId, admin.id])) {
    const names = invite.alias === undefined ? {} : { alias: invite.alias }
    store.members.insert({ ...newRecord(backend), organizationId, adminId: admin.id, role, ...names })
  }
  const answered = store.invites.put({ ...invite, status })
  if (status === 'accepted') endInvitesTo(backend, organizationId, admin)
  return answered
}

/**
 * Ends an organization's pending invites that are addressed to an admin, so that a removed member cannot return by one
 * of them.
 */
export function endInvitesTo(backend: Backend, organizationId: string, admin: Admin): void {
  endPendingInvites(backend, organizationId, (invite) => isAddressedTo(invite, admin))
}

/**
 * Ends an organization's pending invites that an admin has sent: an admin who can no longer invite must not grant roles
 * either.
 */
export function endInvitesOf(backend: Backend, organizationId: string, adminId: string): void {
  endPendingInvites(backend, organizationId, ({ createdBy }) => createdBy === adminId)
}

function endPendingInvites({ store }: Backend, organizationId: string, isMeant: (invite: Invite) => boolean): void {
  for (const invite of store.invites.scan('byOrganization', [organizationId])) {
    if (invite.status === 'pending' && isMeant(invite)) store.invites.delete(invite.id)
  }
}

/**
 * Withdraws a pending invite. An answer is final: an answered invite cannot be withdrawn.
 *
 * @throws {@link DomainError} `invalidInvite` once it is answered
 */
export function withdrawInvite({ store }: Backend, invite: Invite): void {
  assert(invite.status === 'pending', 'invalidInvite')
  store.invites.delete(invite.id)
}

export function presentInvite({ store }: Backend, invite: Invite): Schemas['Invite'] {
  const { id, organizationId, status, email, alias, walletPublicKey, role, createdBy } = invite
  const createdByEmail = store.admins.get(createdBy)?.email
  return defined({
    id,
    organizationId,
    organizationName: store.organizations.get(organizationId)?.name ?? '',
    status,
    email,
    alias,
    walletPublicKey,
    role,
    createdByEmail,
  })
}

function identityOf({ email, phoneNumber, walletPublicKey }: Admin): Identity {
  return { email, phoneNumber, walletKey: walletPublicKey && comparableAddress(walletPublicKey) }
}

function isSamePerson(left: Identity, right: Identity): boolean {
  return (['email', 'phoneNumber', 'walletKey'] as const).some(
    (name) => left[name] !== undefined && left[name] === right[name],
  )
}

function isMember({ store }: Backend, organizationId: string, identity: Identity): boolean {
  for (const { adminId } of store.members.scan('byOrganization', [organizationId])) {
    const admin = store.admins.get(adminId)
    if (admin && isSamePerson(identity, identityOf(admin))) return true
  }
  return false
}

function hasPendingInvite({ store }: Backend, organizationId: string, identity: Identity): boolean {
  for (const invite of store.invites.scan('byOrganization', [organizationId])) {
    if (invite.status === 'pending' && isSamePerson(invite, identity)) return true
  }
  return false
}

/** An invite only to a wallet address sends no message. */
function send({ store, outside }: Backend, { organizationId, email, phoneNumber, role }: Invite) {
  const name = store.organizations.get(organizationId)?.name ?? ''
  const text = `You are invited to join ${name} as ${role}. Sign in to accept or reject the invite.`
  if (email) outside.messages.send({ channel: 'email', to: email, subject: `Join ${name}`, text })
  else if (phoneNumber) outside.messages.send({ channel: 'sms', to: phoneNumber, text })
}

function newestFirst(left: Invite, right: Invite): number {
  return `${right.createdAt} ${right.id}` < `${left.createdAt} ${left.id}` ? -1 : 1
}
