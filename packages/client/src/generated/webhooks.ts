// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { components } from '@latchkey/types'

type Schemas = components['schemas']

/** The type of `data` by the event's name. */
export interface WebhookData {
  /** A webhook was created enabled. It goes only to that webhook, to test its URL. */
  ping: Schemas['PingData']
  /** A user came to be, by signing up or by a server. */
  'user.created': Schemas['User']
  /** The e-mail address, a profile field or the metadata of a user changed. */
  'user.updated': Schemas['User']
  /** A user was deleted, with all that belonged to them. */
  'user.deleted': Schemas['User']
  /** Another user became part of this one. */
  'user.merged': Schemas['UserMergedData']
  /** A user began to replace a lost passkey of an embedded wallet. */
  'user.passkeyRecovery.started': Schemas['PasskeyRecovery']
  /** A user replaced a lost passkey of an embedded wallet. */
  'user.passkeyRecovery.completed': Schemas['PasskeyRecovery']
  /** A social account joined a user. */
  'user.social.linked': Schemas['SocialAccountData']
  /** A social account left a user. */
  'user.social.unlinked': Schemas['SocialAccountData']
  /** A user signed in. */
  'user.session.created': Schemas['SessionData']
  /** A session of a user ended before its time. */
  'user.session.revoked': Schemas['SessionData']
  /** A server or a member ended a session of a user. */
  'admin.user.session.revoked': Schemas['SessionData']
  /** An embedded or smart wallet was made: for a user, at a sign-up too, or for the environment itself. */
  'wallet.created': Schemas['ServiceWalletData']
  /** An embedded or smart wallet of a user was deleted. */
  'wallet.deleted': Schemas['UserWalletData']
  /** An external wallet joined a user. */
  'wallet.linked': Schemas['UserWalletData']
  /** An external wallet left a user. */
  'wallet.unlinked': Schemas['UserWalletData']
  /** The private key of an embedded wallet left the service. */
  'wallet.exported': Schemas['ServiceWalletData']
  /** A wallet moved from one user to another. */
  'wallet.transferred': Schemas['TransferredWalletData']
  /** An embedded wallet signed a message or a transaction. */
  'wallet.signature': Schemas['WalletSignature']
  /** A transaction that touches an embedded or smart wallet was confirmed on its chain. Each such wallet has an event of its own. */
  'wallet.activity': Schemas['WalletActivity']
  /** A user let the environment sign with a wallet on their behalf. */
  'wallet.delegation.created': Schemas['DelegationGrant']
  /** A user took back the right to sign with a wallet on their behalf. */
  'wallet.delegation.revoked': Schemas['RevokedDelegation']
  /** A policy refused a request to sign with an embedded wallet. */
  'waas.policy.violation': Schemas['PolicyViolation']
  /** A wallet visited the environment for the first time. */
  'visit.created': Schemas['Visitor']
}

/** The names of the events. */
export const eventNames: Readonly<Record<keyof WebhookData, true>> = {
  ping: true,
  'user.created': true,
  'user.updated': true,
  'user.deleted': true,
  'user.merged': true,
  'user.passkeyRecovery.started': true,
  'user.passkeyRecovery.completed': true,
  'user.social.linked': true,
  'user.social.unlinked': true,
  'user.session.created': true,
  'user.session.revoked': true,
  'admin.user.session.revoked': true,
  'wallet.created': true,
  'wallet.deleted': true,
  'wallet.linked': true,
  'wallet.unlinked': true,
  'wallet.exported': true,
  'wallet.transferred': true,
  'wallet.signature': true,
  'wallet.activity': true,
  'wallet.delegation.created': true,
  'wallet.delegation.revoked': true,
  'waas.policy.violation': true,
  'visit.created': true,
}
