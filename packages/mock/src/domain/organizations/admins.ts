import { newRecord } from '@latchkey/base/newRecord'
import type { Admin, Role } from '../../store/records.ts'
import { readEmail } from '../shared/addresses.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { organizationOf } from '../shared/recordGuards.ts'

/**
 * Creates an admin, optionally with a role in an organization.
 *
 * @throws {@link DomainError} `invalidEmail`, `emailExists`, `recordNotFound`, `invalidUpdate` for a second owner
 */
export function createAdmin(
  backend: Backend,
  {
    email: text,
    membership,
    ...profile
  }: Omit<Admin, 'id' | 'createdAt'> & {
    readonly membership?: { readonly organizationId: string; readonly role: Role }
  },
): Admin {
  const { store } = backend
  const email = readEmail(text)
  assert(email, 'invalidEmail')
  const admin = store.admins.insert({ ...newRecord(backend), ...profile, email })
  if (membership) {
    const { id: organizationId } = organizationOf(backend, membership.organizationId)
    assert(membership.role !== 'owner', 'invalidUpdate', {
      message: 'An organization has one owner. Create an admin, and delegate the ownership.',
    })
    store.members.insert({ ...newRecord(backend), organizationId, adminId: admin.id, role: membership.role })
  }
  return admin
}
