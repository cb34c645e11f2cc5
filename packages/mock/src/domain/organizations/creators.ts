import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'
import type { EnvironmentCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { environmentOf, existing } from '../shared/recordGuards.ts'

type TokenCreatedBy = components['schemas']['TokenCreatedBy']
type Reading = Pick<Backend, 'store'>

/**
 * The name by which an organization knows an admin: that of the invite, or else the admin's own. Without an
 * organization it is the name of the first one that gave a name.
 */
export function aliasOf({ store }: Reading, adminId: string, organizationId?: string): string | undefined {
  const memberships = organizationId
    ? [store.members.find('byPair', [organizationId, adminId])]
    : [...store.members.scan('byAdmin', [adminId])]
  return memberships.find((member) => member?.alias !== undefined)?.alias ?? store.admins.get(adminId)?.alias
}

/** An admin as the creator of a token. */
export function creatorOf(backend: Reading, adminId: string, organizationId?: string): TokenCreatedBy {
  const { email, firstName, lastName } = backend.store.admins.get(adminId) ?? {}
  const alias = aliasOf(backend, adminId, organizationId)
  return presentCreator(defined({ id: adminId, email, alias, firstName, lastName }))
}

/** The creator of a token of an environment: the member who calls, or the creator of the token that calls. */
export function creatorOfToken(backend: Backend, environmentId: string, caller: EnvironmentCaller): TokenCreatedBy {
  if (caller.token) return caller.token.createdBy
  assert(caller.member, 'unauthorized')
  return creatorOf(backend, caller.member.admin.id, environmentOf(backend, environmentId).organizationId)
}

/** The owner of the organization that an environment belongs to, as the creator of a token. */
export function ownerOf(backend: Reading, environmentId: string): TokenCreatedBy {
  const { organizationId } = environmentOf(backend, environmentId)
  const members = [...backend.store.members.scan('byOrganization', [organizationId])]
  const owner = existing(
    members.find(({ role }) => role === 'owner'),
    'owner',
  )
  return creatorOf(backend, owner.adminId, organizationId)
}

/** The creator of a token with the same fields whoever it is; null stands for a name that the person does not have. */
export function presentCreator({ id, email, alias, firstName, lastName }: TokenCreatedBy): TokenCreatedBy {
  return { id, ...defined({ email }), alias: alias ?? null, firstName: firstName ?? null, lastName: lastName ?? null }
}
