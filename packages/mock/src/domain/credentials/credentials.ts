import { defined } from '@latchkey/base/defined'
import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Credential, Wallet } from '../../store/records.ts'
import { nameDataOf } from '../chains/chainNames.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'

type Schemas = components['schemas']

/**
 * Whether the user has proved to hold the credential, or a server vouched for it. Unverified credentials are not shown.
 */
export function isVerified({ verifiedAt }: Credential): boolean {
  return verifiedAt !== undefined
}

/**
 * Whether the user could sign in with nothing but this credential, and that of the smart wallet that goes with it.
 */
export function isLastCredential({ store }: Pick<Backend, 'store'>, { id, userId }: Credential): boolean {
  const ways = [...store.credentials.scan('byUser', [userId])].filter(
    (credential) => credential.signInEnabled && isVerified(credential),
  )
  const leaving = new Set([id, ...[...store.wallets.scan('bySigner', [id])].map((wallet) => wallet.id)])
  return ways.length > 0 && ways.every((credential) => leaving.has(credential.id))
}

/** Refuses to leave a user without a credential to sign in with. @throws {@link DomainError} `lastCredential` */
export function assertNotLastCredential(backend: Pick<Backend, 'store'>, credential: Credential): void {
  assert(!isLastCredential(backend, credential), 'lastCredential')
}

/** When a user loses a credential, replaces it in the user and the sessions by the latest verified one that remains. */
export function replaceCredential({ store }: Pick<Backend, 'store'>, userId: string, credentialId: string): void {
  const next = [...store.credentials.scan('byUser', [userId])].findLast(
    (credential) => isVerified(credential) && credential.id !== credentialId,
  )?.id
  const user = store.users.get(userId)
  if (user?.lastCredentialId === credentialId) store.users.put({ ...user, lastCredentialId: next })
  for (const session of store.sessions.scan('byUser', [userId]))
    if (session.credentialId === credentialId) store.sessions.put({ ...session, credentialId: next })
}

/**
 * A credential as replies and tokens show it. The wallet of a blockchain credential is looked up unless it is given.
 */
export function presentCredential(
  backend: Backend,
  credential: Credential,
  wallet = walletOf(backend, credential),
): Schemas['VerifiedCredential'] {
  const { id, format, signInEnabled, verifiedAt, previousUserIds } = credential
  const name = nameDataOf(backend, credential)
  return {
    id,
    format,
    signInEnabled,
    ...defined({ verifiedAt, previous_users: previousUserIds && [...previousUserIds] }),
    ...details[format](credential, wallet),
    ...defined({ name_service: name }),
  }
}

/** An OAuth credential as a linked account. */
export function presentOauthAccount({
  id,
  provider,
  username,
  emails,
  accountId,
}: Credential): Schemas['OauthAccount'] {
  return defined({ id, provider, accountUsername: username ?? emails?.[0] ?? accountId })
}

type Details = (credential: Credential, wallet: Wallet | undefined) => Partial<Schemas['VerifiedCredential']>

const details: Record<Credential['format'], Details> = {
  blockchain: ({ address, chain }, wallet) => ({
    ...defined({
      address,
      chain: chain && chainNamespace(chain),
      refId: wallet?.signerWalletId,
      signerRefId: wallet?.signerWalletId,
      public_identifier: address,
      wallet_name: wallet?.name,
      wallet_provider: wallet?.provider,
      wallet_properties: wallet?.properties,
      wallet_additional_addresses: wallet?.additionalAddresses && [...wallet.additionalAddresses],
      lastSelectedAt: wallet?.lastSelectedAt,
    }),
    embedded_wallet_id: wallet?.provider === 'embeddedWallet' ? wallet.id : null,
  }),
  email: ({ email }) => defined({ email, public_identifier: email }),
  phoneNumber: ({ key, phoneNumber, phoneCountryCode, isoCountryCode }) =>
    defined({ phoneNumber, phoneCountryCode, isoCountryCode, public_identifier: key }),
  oauth: ({ provider, username, displayName, accountId, photos, emails, profile }) =>
    defined({
      public_identifier: username ?? emails?.[0] ?? accountId,
      oauth_provider: provider,
      oauth_username: username,
      oauth_display_name: displayName,
      oauth_account_id: accountId,
      oauth_account_photos: photos && [...photos],
      oauth_emails: emails && [...emails],
      oauth_metadata: profile && { ...profile },
    }),
  passkey: () => ({}),
  externalUser: ({ accountId }) => defined({ public_identifier: accountId }),
}

/** The wallet of a blockchain credential, which has the same id. */
export function walletOf(
  { store }: Pick<Backend, 'store'>,
  { id, format }: Pick<Credential, 'id' | 'format'>,
): Wallet | undefined {
  return format === 'blockchain' ? store.wallets.get(id) : undefined
}
