import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../backend.ts'
import type { Organization, Role } from '../store/records.ts'

/**
 * Creates an organization with its first member.
 *
 * @param input - `owner` is an admin's id; an `id` is chosen when none is given.
 * @throws {@link DomainError} `organizationNameExists`
 */
export function createOrganization(backend: Backend, { id, name, owner }: { readonly id?: string; readonly name: string; readonly owner: string }): Organization {
  const created = newRecord(backend)
  const organization = backend.store.organizations.insert({ ...created, id: id ?? created.id, name })
  backend.store.members.insert({ ...newRecord(backend), organizationId: organization.id, adminId: owner, role: 'owner' })
  return organization
}

/** An organization as a member sees it. */
export function presentOrganization({ id, name, description, websiteUrl, address }: Organization, role: Role): components['schemas']['Organization'] {
  return { id, name, description, websiteUrl, address, role }
}
