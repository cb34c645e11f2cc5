import { mapAsking } from '@latchkey/base/questions'
import { addressKey } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { User } from '../../../store/records.ts'
import { isEmail } from '../../shared/addresses.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert, DomainError } from '../../shared/errors.ts'
import { blankUser, presentUser, touchUser } from '../../users/users.ts'
import { userOfCredential, usersOf } from '../../users/usersByIdentifier.ts'
import { linkWallet } from '../../wallets/linkedWallets.ts'
import { giveEmail } from './givenEmails.ts'
import { addOauthAccount, createUser, updateUser } from './users.ts'

type Schemas = components['schemas']
type Row = Schemas['InternalUserFields']
type Failed = Schemas['BulkUserCreateResponseFailed']

export interface BulkInput {
  readonly rows: readonly Row[]
  /** Whether a row that identifies a user changes that user. @default false */
  readonly isUpsert?: boolean | undefined
}

/**
 * Creates users, or updates those that a row identifies. Each row succeeds or fails by itself and sees the effects of the
 * rows before it.
 *
 * @returns Every row in one of the three lists, in row order, with users as they are after the last row.
 */
export function bulkCreateUsers(
  backend: Backend,
  environmentId: string,
  { rows, isUpsert = false }: BulkInput,
): Schemas['BulkUserCreateResponse'] {
  const created: string[] = []
  const updated: string[] = []
  const failed: Failed[] = []
  mapAsking(rows.entries(), ([position, row]) => {
    const existingUsers = isUpsert ? usersOf(backend, environmentId, row) : []
    try {
      assert(existingUsers.length <= 1, 'ambiguousUser', {
        message: 'The e-mail address, wallets and accounts of this user belong to several users.',
      })
      const user = backend.attempt(() =>
        existingUsers[0] ? changeUser(backend, existingUsers[0], row) : createUser(backend, environmentId, row),
      )
      const list = existingUsers[0] ? updated : created
      list.push(user.id)
    } catch (error) {
      if (!(error instanceof DomainError) || error.status !== 422) throw error
      const id = existingUsers.length === 1 && existingUsers[0] ? existingUsers[0].id : backend.newId()
      failed.push({
        user: attempted(row, { id, environmentId }),
        error: `Row ${position}: ${error.message}`,
        code: error.code as NonNullable<Failed['code']>,
      })
    }
  })
  const present = (ids: readonly string[]) =>
    mapAsking(
      ids.flatMap((id) => backend.store.users.get(id) ?? []),
      (user) => presentUser(backend, user),
    )
  return { created: present(created), updated: present(updated), failed, total: rows.length }
}

/** Adds the credentials of a row that the user does not have yet, and changes the profile fields that it names. */
function changeUser(backend: Backend, user: User, row: Row): User {
  const { store } = backend
  const { environmentId, id: userId } = user
  const { email, emailVerifiedAt, wallets = [], oauthAccounts = [] } = row
  assert(email || emailVerifiedAt === undefined, 'emailRequired')
  const isTheirs = (format: 'blockchain' | 'oauth', key: string) =>
    userOfCredential(backend, environmentId, { format, key })?.id === userId
  const added = [
    ...wallets
      .filter(({ chain, publicWalletAddress }) => !isTheirs('blockchain', addressKey(chain, publicWalletAddress)))
      .map((fields) => linkWallet(backend, user, fields)),
    ...oauthAccounts
      .filter(({ provider, accountId }) => !isTheirs('oauth', `${provider}:${accountId}`))
      .map((account) => addOauthAccount(backend, user, account)),
  ]
  const isNewEmail = email ? giveEmail(backend, user, { email, emailVerifiedAt, isShown: true }) : false
  if (added.length > 0 || isNewEmail) touchUser(backend, userId)
  return updateUser(backend, store.users.get(userId) ?? user, row)
}

/** Returns the requested user of a row. A malformed address is null, since replies cannot show it. */
function attempted(row: Row, { id, environmentId }: { id: string; environmentId: string }): Schemas['User'] {
  return {
    ...blankUser(row),
    id,
    projectEnvironmentId: environmentId,
    email: row.email && isEmail(row.email) ? row.email : null,
  }
}
