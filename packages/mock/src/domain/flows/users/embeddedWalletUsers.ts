import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Credential, User } from '../../../store/records.ts'
import { endForeignChanges, holderOfEmail } from '../../contacts/emails.ts'
import { isSocialProvider } from '../../providers/providerCatalogue.ts'
import { isEmail } from '../../shared/addresses.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { nationalNumberOf, readInternationalPhone, readPhone } from '../../shared/phones.ts'
import { recordOf } from '../../shared/recordGuards.ts'
import { touchUser } from '../../users/users.ts'
import { userOfCredential, userOfEmail, usersOf } from '../../users/usersByIdentifier.ts'
import { giveEmail } from './givenEmails.ts'
import { addOauthAccount, createUser } from './users.ts'

type Schemas = components['schemas']
type Identifier = Omit<Schemas['CreateUserEmbeddedWalletsRequest'], 'chain' | 'chains'>
type IdentifierType = Schemas['UserIdentifierTypeEnum']
type Find = (backend: Backend, environmentId: string, identifier: Identifier) => User | Promise<User>

/**
 * The user that an identifier names. An address, number or account that no user has creates a new user who can sign in
 * with it, because the caller vouches for it. For the same reason an unverified address of a user becomes verified.
 *
 * @throws {@link DomainError} `invalidEmail`, `invalidPhone`, `invalidExternalAuth` for a foreign user where the
 * environment names no issuer, `providerNotAvailable` unless `socialProvider` names a provider of accounts,
 * `noSuchUser` for an id or a username of nobody, `ambiguousUser` for a username of several users
 */
export function userOfIdentifier(
  backend: Backend,
  environmentId: string,
  identifier: Identifier,
): User | Promise<User> {
  return finders[identifier.type](backend, environmentId, identifier)
}

const finders: Record<IdentifierType, Find> = {
  email(backend, environmentId, { identifier: email }) {
    assert(isEmail(email), 'invalidEmail')
    const existingUser = userOfEmail(backend, environmentId, email)
    return existingUser
      ? withVouchedEmail(backend, existingUser, email)
      : createUser(backend, environmentId, { email, emailVerifiedAt: backend.clock.iso() })
  },

  id({ store }, environmentId, { identifier }) {
    return recordOf(
      store.users.get(identifier),
      { environmentId },
      { failure: 'noSuchUser', message: 'No user with this id exists here.' },
    )
  },

  externalUserId(backend, environmentId, { identifier: accountId }) {
    const { iss } = backend.store.environments.get(environmentId)?.settings.security.externalAuth ?? {}
    assert(iss, 'invalidExternalAuth', { message: "The environment's settings name no external issuer." })
    assert(accountId !== '' && accountId.length <= 255, 'noSuchUser', {
      message: 'The id of a user elsewhere has 1 to 255 characters.',
    })
    const key = JSON.stringify([iss, accountId])
    return (
      userOfCredential(backend, environmentId, { format: 'externalUser', key }) ??
      createWith(backend, environmentId, { fields: {}, credential: { format: 'externalUser', key, accountId } })
    )
  },

  async phoneNumber(backend, environmentId, { identifier, smsCountryCode }) {
    const phone = smsCountryCode
      ? await readPhone({ ...smsCountryCode, phoneNumber: identifier })
      : await readInternationalPhone(identifier)
    const { number, isoCountryCode, phoneCountryCode } = phone
    const parts = { phoneNumber: nationalNumberOf(phone), phoneCountryCode, isoCountryCode }
    return (
      userOfCredential(backend, environmentId, { format: 'phoneNumber', key: number }) ??
      createWith(backend, environmentId, {
        fields: { phoneNumber: number },
        credential: { format: 'phoneNumber', key: number, ...parts },
      })
    )
  },

  socialUsername(backend, environmentId, { identifier, socialProvider }) {
    const provider = assertSocialProvider(socialProvider)
    const accounts = [...backend.store.credentials.scan('byUsername', [environmentId, provider, identifier])]
    const userIds = [...new Set(accounts.map(({ userId }) => userId))]
    assert(userIds.length <= 1, 'ambiguousUser', {
      message: 'Several users have an account with this username. Name the account by its id.',
    })
    const user = userIds[0] === undefined ? undefined : backend.store.users.get(userIds[0])
    assert(user, 'noSuchUser', {
      message: 'No user has an account with this username. Name the account by its id, which makes a user.',
    })
    return user
  },

  socialAccountId(backend, environmentId, { identifier: accountId, socialProvider }) {
    const provider = assertSocialProvider(socialProvider)
    assert(accountId !== '' && accountId.length <= 255, 'noSuchUser', {
      message: 'The id of an account has 1 to 255 characters.',
    })
    return (
      userOfCredential(backend, environmentId, { format: 'oauth', key: `${provider}:${accountId}` }) ??
      createUser(backend, environmentId, { oauthAccounts: [{ provider, accountId }] })
    )
  },
}

/**
 * The user who has an address and a Farcaster account. A user with one of them gets the other. If nobody has either, a
 * new user gets both and can sign in with them.
 *
 * @param input.fid - The Farcaster id, a positive whole number.
 * @throws {@link DomainError} `noSuchUser` for a malformed Farcaster id, `ambiguousUser` if two users have them,
 * `invalidEmail`
 */
export function userOfFrame(
  backend: Backend,
  environmentId: string,
  { email, fid }: { email: string; fid: number },
): User {
  assert(Number.isSafeInteger(fid) && fid > 0, 'noSuchUser', { message: 'A Farcaster id is a positive whole number.' })
  const { username, displayName } = backend.outside.chains.farcasterAccount(fid) ?? {}
  const account = {
    provider: 'farcaster' as const,
    accountId: String(fid),
    ...defined({ username, displayName }),
  }
  const users = usersOf(backend, environmentId, { email, oauthAccounts: [account] })
  assert(users.length <= 1, 'ambiguousUser', {
    message: 'The e-mail address and the Farcaster account belong to different users.',
  })
  const [existingUser] = users
  const emailVerifiedAt = backend.clock.iso()
  if (!existingUser) return createUser(backend, environmentId, { email, emailVerifiedAt, oauthAccounts: [account] })
  const hasAccount =
    userOfCredential(backend, environmentId, { format: 'oauth', key: `farcaster:${fid}` }) !== undefined
  if (!hasAccount) {
    addOauthAccount(backend, existingUser, account)
    touchUser(backend, existingUser.id)
  }
  return withVouchedEmail(backend, backend.store.users.get(existingUser.id) ?? existingUser, email)
}

/** The user with an address that a server vouches for. An address that the user has proved already stays as it is. */
function withVouchedEmail(backend: Backend, user: User, email: string): User {
  if (holderOfEmail(backend, user.environmentId, email)?.id === user.id) return user
  if (giveEmail(backend, user, { email, emailVerifiedAt: backend.clock.iso() })) touchUser(backend, user.id)
  return backend.store.users.get(user.id) ?? user
}

function assertSocialProvider(provider: Schemas['ProviderEnum'] | undefined): Schemas['ProviderEnum'] {
  assert(provider !== undefined && isSocialProvider(provider), 'providerNotAvailable', {
    message: 'Name in `socialProvider` the provider that the account is of.',
  })
  return provider
}

/** A new user with a credential that a server vouches for. */
function createWith(
  backend: Backend,
  environmentId: string,
  {
    fields,
    credential,
  }: {
    readonly fields: Schemas['InternalUserFields']
    readonly credential: Pick<Credential, 'format' | 'key'> & Partial<Credential>
  },
): User {
  const user = createUser(backend, environmentId, fields)
  endForeignChanges(
    backend,
    backend.store.credentials.insert({
      ...newRecord(backend),
      environmentId,
      userId: user.id,
      signInEnabled: true,
      verifiedAt: backend.clock.iso(),
      ...credential,
    }),
  )
  return user
}
