import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Organization, Role } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { isCountryCode } from '../shared/countries.ts'
import { assert } from '../shared/errors.ts'

type Schemas = components['schemas']

/** How many organizations a person can own. See the prose of `organizations.create`. */
const maximumOwned = 20

export interface OrganizationInput {
  readonly name: string
  /** Id of an admin. */
  readonly owner: string
  readonly description?: string | undefined
  readonly websiteUrl?: string | undefined
  /** @default a new id */
  readonly id?: string
}

/**
 * Creates an organization with its owner as the first member, and without a project.
 *
 * @throws {@link DomainError} `organizationNameExists`, `tooManyOrganizations`
 */
export function createOrganization(
  backend: Backend,
  { id, name, owner, description, websiteUrl }: OrganizationInput,
): Organization {
  const { store } = backend
  assertMayOwn(backend, owner)
  const created = newRecord(backend)
  const organization = store.organizations.insert({
    ...created,
    id: id ?? created.id,
    name,
    nameKey: nameKeyOf(name),
    ...defined({ description: description || undefined, websiteUrl: websiteUrl || undefined }),
  })
  store.members.insert({ ...newRecord(backend), organizationId: organization.id, adminId: owner, role: 'owner' })
  return organization
}

/** @throws {@link DomainError} `tooManyOrganizations` for an admin who owns the maximum number of organizations */
export function assertMayOwn({ store }: Backend, adminId: string): void {
  const owned = [...store.members.scan('byAdmin', [adminId])].filter(({ role }) => role === 'owner')
  assert(owned.length < maximumOwned, 'tooManyOrganizations')
}

/**
 * Changes the name and the other given fields. An empty text removes a value.
 *
 * @throws {@link DomainError} `organizationNameExists`
 */
export function updateOrganization(
  { store }: Backend,
  organization: Organization,
  { name, description, websiteUrl }: Schemas['OrganizationFields'],
): Organization {
  const { description: formerDescription, websiteUrl: formerUrl, ...rest } = organization
  const about = description ?? formerDescription
  const url = websiteUrl ?? formerUrl
  return store.organizations.put({
    ...rest,
    name,
    nameKey: nameKeyOf(name),
    ...defined({ description: about || undefined, websiteUrl: url || undefined }),
  })
}

/**
 * Replaces the postal address as a whole. Fields that are missing or empty are removed; without any field there is no
 * address.
 *
 * @throws {@link DomainError} `validationFailed` for an unknown country code
 */
export function updateAddress(
  { store }: Backend,
  organization: Organization,
  fields: Schemas['OrganizationAddressFields'],
): Organization {
  const { country } = fields
  assert(country === undefined || isCountryCode(country), 'validationFailed', {
    message: 'country must be a country code of ISO 3166-1, such as DE.',
  })
  const { address: _, ...rest } = organization
  const address = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  return store.organizations.put({
    ...rest,
    ...defined({ address: Object.keys(address).length > 0 ? address : undefined }),
  })
}

/** An organization as a member sees it. */
export function presentOrganization(organization: Organization, role: Role): Schemas['Organization'] {
  return { ...presentChangedOrganization(organization), role }
}

/** An organization as replies to its creation or change show it. */
export function presentChangedOrganization({
  id,
  name,
  description,
  websiteUrl,
  address,
}: Organization): Schemas['OrganizationResponseOrganization'] {
  return defined({ id, name, description, websiteUrl, address })
}

/**
 * The comparable form of a name: names that look the same are equal, however they were typed (Unicode Standard Annex
 * 15, NFKC).
 */
export function nameKeyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}
