import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import type { IdpAccount } from '../store/outsideRecords.ts'

/** The initial data of a person at the simulated messenger. */
export interface MessengerUserInput {
  /** The messenger's id of the person: a whole number. @default ten digits */
  readonly id?: number | undefined
  /** @default 'Ada' */
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly username?: string | undefined
  readonly photoUrl?: string | undefined
}

/** Adds a person at the simulated messenger. @throws TypeError for an id that no person can have */
export function addMessengerUser(
  backend: OutsideBackend,
  { id, firstName = 'Ada', lastName, username, photoUrl }: MessengerUserInput,
): IdpAccount {
  const accountId = id ?? 1_000_000_000 + Number(backend.random.digits(9))
  if (!Number.isSafeInteger(accountId) || accountId <= 0)
    throw new TypeError('Failed to call "addUser()": `id` is a whole number from 1.')
  return backend.store.idpAccounts.put({
    ...newRecord(backend),
    provider: 'telegram',
    accountId: String(accountId),
    emailVerified: false,
    username,
    displayName: lastName === undefined ? firstName : `${firstName} ${lastName}`,
    ...defined({ photos: photoUrl === undefined ? undefined : [photoUrl] }),
    profile: { given_name: firstName, ...defined({ family_name: lastName }) },
  })
}
