import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { TestAccount, Verification } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { environmentOf, existing } from '../shared/recordGuards.ts'

/** Nobody can own it: the domain is reserved for tests (RFC 6761, section 6.2). */
const testEmail = 'test-account@latchkey.test'
/** Nobody can own it: the North American numbering plan reserves 555-0100 to 555-0199 for fiction. */
const testPhoneNumber = '+12025550143'

/**
 * Creates the test account of a sandbox environment.
 *
 * @throws {@link DomainError} `recordNotFound`, `testAccountInLive`, `duplicateExists`
 */
export function createTestAccount(backend: Backend, environmentId: string): TestAccount {
  const { store, random } = backend
  assertSandbox(backend, environmentId)
  const existingAccount = store.testAccounts.find('byEnvironment', [environmentId])
  assert(!existingAccount, 'duplicateExists', {
    message: 'This environment has a test account already. Delete it first to get another code.',
  })
  endVerifications(backend, environmentId)
  return store.testAccounts.insert({
    ...newRecord(backend),
    environmentId,
    email: testEmail,
    phoneNumber: testPhoneNumber,
    code: random.digits(6),
  })
}

/** The test account of an environment. @throws {@link DomainError} `recordNotFound`, `testAccountInLive` */
export function findTestAccount(backend: Backend, environmentId: string): TestAccount {
  assertSandbox(backend, environmentId)
  return existing(backend.store.testAccounts.find('byEnvironment', [environmentId]), 'test account')
}

/**
 * Deletes the test account. The user who signed in with it stays.
 *
 * @throws {@link DomainError} `recordNotFound`, `testAccountInLive`
 */
export function deleteTestAccount(backend: Backend, environmentId: string): void {
  backend.store.testAccounts.delete(findTestAccount(backend, environmentId).id)
  endVerifications(backend, environmentId)
}

/** The fixed code of an address; `undefined` for the addresses of people. */
export function testCodeOf(
  { store }: Pick<Backend, 'store'>,
  { environmentId, key }: Pick<Verification, 'environmentId' | 'key'>,
): string | undefined {
  const account = store.testAccounts.find('byEnvironment', [environmentId])
  return account && (key === account.email || key === account.phoneNumber) ? account.code : undefined
}

/** A test account as replies show it. */
export function presentTestAccount({
  code,
  email,
  phoneNumber,
}: TestAccount): components['schemas']['TestAccountResponse'] {
  return { code, email, phone: phoneNumber }
}

/** A fixed code must not open anything in a live environment. */
function assertSandbox(backend: Backend, environmentId: string): void {
  assert(environmentOf(backend, environmentId).name === 'sandbox', 'testAccountInLive')
}

/** Ends the verifications that were begun with another code. */
function endVerifications({ store }: Backend, environmentId: string): void {
  for (const [channel, key] of [
    ['email', testEmail],
    ['sms', testPhoneNumber],
  ] as const) {
    const verification = store.verifications.find('byKey', [environmentId, channel, key])
    if (verification) store.verifications.delete(verification.id)
  }
}
