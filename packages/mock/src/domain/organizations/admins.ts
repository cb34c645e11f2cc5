import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { chains, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { Admin, Role } from '../../store/records.ts'
import { readEmail } from '../shared/addresses.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { readInternationalPhone } from '../shared/phones.ts'
import { organizationOf } from '../shared/recordGuards.ts'

interface AdminInput extends Pick<Admin, 'email' | 'walletPublicKey' | 'phoneNumber'> {
  readonly membership?: { readonly organizationId: string; readonly role: Role }
}

/**
 * Creates an admin, optionally with a role in an organization.
 *
 * @throws {@link DomainError} `invalidEmail`, `emailExists`, `invalidPhone`, `invalidChainAddress`, `recordNotFound`,
 * `invalidUpdate` for a second owner
 */
export async function createAdmin(
  backend: Backend,
  { email: text, walletPublicKey, phoneNumber: givenNumber, membership }: AdminInput,
): Promise<Admin> {
  const { store } = backend
  const email = readEmail(text)
  assert(email, 'invalidEmail')
  assert(!store.admins.find('byEmail', [email]), 'emailExists', { message: 'An admin has this e-mail already.' })
  assert(walletPublicKey === undefined || isAddressOfAnyChain(walletPublicKey), 'invalidChainAddress', {
    message: 'walletPublicKey must be an address of a chain.',
  })
  const phone = givenNumber === undefined ? undefined : await readInternationalPhone(givenNumber)
  const profile = defined({ walletPublicKey, phoneNumber: phone?.number })
  const admin = store.admins.insert({ ...newRecord(backend), email, ...profile })
  if (membership) {
    const { id: organizationId } = organizationOf(backend, membership.organizationId)
    assert(membership.role !== 'owner', 'invalidUpdate', {
      message: 'An organization has one owner. Create an admin, and delegate the ownership.',
    })
    store.members.insert({ ...newRecord(backend), organizationId, adminId: admin.id, role: membership.role })
  }
  return admin
}

/** An admin has a wallet of no particular chain. */
const isAddressOfAnyChain = (text: string) => chains.some((chain) => isAddressOf(chain, text))
