/**
 * The records of the mock. They are plain frozen objects. Instants are ISO 8601 in UTC with milliseconds, ids are
 * UUIDs.
 *
 * A record resembles the replies of its resource. Replies never contain the other columns (hashes, secrets, lower-cased
 * keys).
 */
import type { KeyPair } from '@latchkey/crypto/developmentKeys'
import type { Entity } from '@latchkey/store/entity'
import type { components } from '@latchkey/types'

type Schemas = components['schemas']

export interface Organization extends Entity {
  readonly name: string
  /** The name in the form that is compared. */
  readonly nameKey: string
  readonly description?: string
  readonly websiteUrl?: string
  readonly address?: Schemas['Organization']['address']
}

/** Someone who administers organizations. */
export interface Admin extends Entity {
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  readonly alias?: string
  readonly walletPublicKey?: string
  /** E.164. */
  readonly phoneNumber?: string
}

export type Role = Schemas['RoleEnum']

export interface Member extends Entity {
  readonly organizationId: string
  readonly adminId: string
  readonly role: Role
  /** By which the organization knows the person, as the invite named it. */
  readonly alias?: string
}

/** A member's API token. It is valid for every organization of which the admin is a member. */
export interface MemberToken extends Entity {
  readonly adminId: string
  /** SHA-256 of the raw token, hex. */
  readonly hash: string
  readonly checksum: string
  readonly note: string
}

export interface Invite extends Entity {
  readonly organizationId: string
  readonly status: Schemas['InviteStatusEnum']
  readonly role: Role
  /** Lower-cased. */
  readonly email?: string | undefined
  readonly alias?: string
  readonly phoneNumber?: string | undefined
  readonly walletPublicKey?: string
  /** The address in the form that is compared: in lower case if it is hexadecimal. */
  readonly walletKey?: string | undefined
  readonly createdBy: string
}

export interface Project extends Entity {
  readonly organizationId: string
  readonly name: string
}

export interface Environment extends Entity {
  readonly projectId: string
  readonly organizationId: string
  readonly name: Schemas['EnvironmentEnum']
  /** The settings without the lists that have separate records, which are added when settings are read. */
  readonly settings: EnvironmentSettings
  readonly updatedAt: string
  /** Version of the client that last requested the settings. */
  readonly sdkVersion?: string
}

export type EnvironmentSettings = Omit<
  Schemas['ProjectSettings'],
  'environmentName' | 'customFields' | 'providers' | 'exchanges' | 'networks'
>

export interface EnvironmentToken extends Entity {
  readonly environmentId: string
  /** SHA-256 of the raw token, hex. */
  readonly hash: string
  /** The last six characters of the raw token. */
  readonly checksum: string
  readonly note: string
  readonly scopes: readonly Schemas['TokenScopes'][]
  readonly createdBy: Schemas['TokenCreatedBy']
  readonly expiresAt?: string
}

/** The hash of a deleted environment token. */
export interface RevokedToken extends Entity {
  /** SHA-256 of the raw token, hex. */
  readonly hash: string
}

/** A signing key of an environment. The newest active one signs; the others only verify until `retiresAt`. */
export interface SigningKey extends Entity, Omit<KeyPair, 'privateJwk'> {
  readonly environmentId: string
  readonly retiresAt?: string
  /** Absent for a key that the user brought: the state is exported, kept and shown, and the key is not ours to show. */
  readonly privateJwk?: KeyPair['privateJwk']
  /** Of a key that signs because the user's was not brought this time. */
  readonly isStandIn?: true
}

/** The fields that a person or a server fills in, as replies show them. */
type Profile = {
  readonly [Field in keyof Schemas['InternalUpdatableUserFields']]?: Schemas['User'][Field] | undefined
}

export interface User extends Entity, Profile {
  readonly environmentId: string
  readonly updatedAt: string
  readonly firstVisit?: string | undefined
  readonly lastVisit?: string
  /** Set at the first sign-in, so that `newUser` is true only then. */
  readonly signedInAt?: string
  readonly email?: string | null | undefined
  /** The username in lower case, which is unique. */
  readonly usernameKey?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly lastCredentialId?: string | undefined
  /** Ids of users who were merged into this one, the latest last. */
  readonly mergedUserIds?: readonly string[]
}

/** A credential of a user: an e-mail address, an OAuth account, a wallet, a phone number, … */
export interface Credential extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly format: Schemas['JwtVerifiedCredentialFormatEnum']
  /**
   * Unique for the format within an environment: lower-cased e-mail, `provider:accountId`, `chain family:address`,
   * E.164.
   */
  readonly key: string
  readonly signInEnabled: boolean
  readonly verifiedAt?: string
  readonly email?: string
  /** Of a phone number: the number without its country calling code. The key is the whole number. */
  readonly phoneNumber?: string
  readonly chain?: Schemas['ChainEnum']
  readonly address?: string
  readonly provider?: Schemas['ProviderEnum']
  readonly accountId?: string
  readonly username?: string
  readonly displayName?: string | null
  readonly photos?: readonly string[]
  readonly emails?: readonly string[]
  /** Of an OAuth account: the lower-cased address that the provider has verified. */
  readonly verifiedEmail?: string | undefined
  readonly profile?: Readonly<Record<string, unknown>>
  /** Of an OAuth account: the provider's access token of the latest sign-in, for `oauth.getAccessToken` only. */
  readonly accessToken?: string
  readonly accessTokenExpiresAt?: string
  /** Of a phone number: ISO 3166-1 alpha-2 code of its country, and the country's calling code without `+`. */
  readonly isoCountryCode?: string
  readonly phoneCountryCode?: string
  /** Of a passkey: the record with its key. */
  readonly passkeyId?: string
  /** Ids of the credential's former users, the latest last. */
  readonly previousUserIds?: readonly string[] | undefined
}

/** A wallet of a user. Its `id` is also that of its blockchain credential, which it always has. */
export interface Wallet extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly name: string
  readonly chain: Schemas['ChainEnum']
  readonly publicKey: string
  /** `chain family:address` with the address in the form that is compared (lower case on EVM chains). */
  readonly key: string
  readonly provider: Schemas['WalletProviderEnum']
  readonly properties?: Schemas['WalletProperties'] | undefined
  readonly additionalAddresses?: readonly Schemas['AdditionalAddress'][]
  /** Of an embedded wallet: the record that its key is derived from. */
  readonly embeddedSeedId?: string
  /** Of a smart wallet: the wallet that signs for it. */
  readonly signerWalletId?: string
  /** Whether it has brought a smart wallet. Once that is deleted, it does not bring another one. */
  readonly hasBroughtSmartWallet?: true
  readonly lastSelectedAt?: string | undefined
}

/** The balances of an account on a network when they were last read. */
export interface BalanceReading extends Entity {
  readonly environmentId: string
  /** `chain family:address`. */
  readonly account: string
  readonly networkId: number
  /** Of the network's currency, in its smallest unit. */
  readonly native: string
  readonly tokens: readonly TokenReading[]
  readonly expiresAt: string
}

interface TokenReading {
  /** `chain family:address`. */
  readonly contract: string
  /** In the smallest unit. */
  readonly amount: string
}

/** A former generation of a session's tokens. */
export interface FormerToken {
  /** `jti` of its tokens. */
  readonly tokenId: string
  readonly retiredAt: string
  /** Whether it is still valid for a moment, so that a second tab is not signed out. */
  readonly counts: boolean
}

export interface Session extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly credentialId?: string | undefined
  /** The sign-in method for the statistics. The credential may be deleted or changed by now. */
  readonly loginMethod?: string
  readonly expiresAt: string
  readonly revokedAt?: string
  /** Whether an admin ended it; otherwise the user did. */
  readonly revokedByAdmin?: boolean
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
  /** `aud` of its tokens: the origin of the sign-in. */
  readonly audience: string
  /** `jti` of the current tokens; a refresh changes it. */
  readonly tokenId: string
  /** Generations that were replaced recently. */
  readonly formerTokens?: readonly FormerToken[]
  /** When the second factor was proved, if it was. */
  readonly mfaVerifiedAt?: string
  /** Scopes that a test has given it, besides those of gates and allowlists. */
  readonly givenScopes?: readonly string[]
  /** Public key that the session is bound to: of its sign-in, or the registered one. */
  readonly sessionPublicKey?: string
  /** Set once the key is registered for wallets. */
  readonly sessionKey?: SessionKey
}

/** The rights of a registered session key. */
interface SessionKey {
  /** ISO 8601 instant. */
  readonly expiresAt: string
  /** The only wallet that it signs for, if it was registered for one. */
  readonly walletId?: string
}

export interface Gate extends Entity {
  readonly environmentId: string
  readonly name: string
  readonly outcome: Schemas['AccessOutcomeEnum']
  readonly scope?: string
  readonly rules: readonly Schemas['GateRule'][]
  readonly enabledAt: string | null
}

export interface Allowlist extends Entity {
  readonly environmentId: string
  readonly name: string
  readonly outcome: Schemas['AccessOutcomeEnum']
  readonly scope: string | null
  readonly enabledAt: string | null
}

export interface AllowlistEntry extends Entity {
  readonly environmentId: string
  readonly allowlistId: string
  readonly walletPublicKey?: string
  /** The address in the form that is compared: in lower case if it is hexadecimal. */
  readonly walletKey?: string
  /** The same for every chain's spelling of the account, to find entries by it. */
  readonly walletLookup?: string
  /** Lower-cased. */
  readonly email?: string
  /** Lower-cased. */
  readonly emailDomain?: string
  readonly phoneNumber?: string
  readonly discordUsername?: string
  readonly twitterUsername?: string
  readonly farcasterUsername?: string
  /** The handles in the form that is compared: in lower case. */
  readonly discordKey?: string
  readonly twitterKey?: string
  readonly farcasterKey?: string
  readonly farcasterFid?: number
  readonly alias?: string
  readonly externalUserId?: string
}

export interface CustomField extends Entity {
  readonly environmentId: string
  readonly key: string
  readonly name: string
  readonly enabled: boolean
  readonly required: boolean
  readonly fieldType: Schemas['CustomFieldType']
  readonly validationRules?: Schemas['ValidationRules']
  readonly position: number
}

export interface CustomHostname extends Entity {
  readonly environmentId: string
  /** Lower-cased. */
  readonly hostname: string
  readonly usage: Schemas['CustomHostnameUsageEnum']
  readonly status: Schemas['CustomHostnameStatusEnum']
  readonly verificationRecords: readonly Schemas['CustomHostnameVerificationRecord'][]
  readonly errors?: string
  /** Domain of session cookies once the hostname is active; absent if it is the hostname itself. */
  readonly cookieDomain?: string | undefined
}

export interface CustomNetwork extends Entity, Readonly<Schemas['CustomNetworkRequest']> {
  readonly organizationId: string
}

export interface DeeplinkUrl extends Entity {
  readonly environmentId: string
  readonly url: string
}

export interface Origin extends Entity {
  readonly environmentId: string
  readonly origin: string
}

/** A provider's settings in an environment. No reply contains its client secret. */
export interface Provider extends Entity, Readonly<Schemas['ProviderUpdateRequest']> {
  readonly environmentId: string
  readonly provider: Schemas['ProviderEnum']
  readonly enabledAt: string | null
  readonly termsAcceptedByUser?: Schemas['ProviderAgreement']
}

export interface Screening extends Entity {
  readonly environmentId: string
  readonly sanctionsApiEnabled: boolean
  readonly kytApiEnabled: boolean
  readonly updatedAt: string
}

export interface ScreeningCheck extends Entity {
  readonly environmentId: string
  /** Absent while the address belongs to no user: a person who is refused at the first sign-in becomes no user. */
  readonly userId?: string | undefined
  /** The wallet's address in the form that is compared. */
  readonly walletKey: string
  readonly result: Schemas['ScreeningCheckResultEnum']
  readonly walletPublicKey: string
  readonly response: string
}

export interface Visitor extends Entity {
  readonly environmentId: string
  readonly address: string
  readonly chain: Schemas['ChainEnum']
  readonly walletName: string
  /** `chain family:address:wallet name`, unique within the environment. */
  readonly key: string
  readonly provider: Schemas['WalletProviderEnum']
  readonly authMode?: Schemas['ConnectRequest']['authMode']
}

export interface Export extends Entity {
  readonly environmentId: string
  readonly format: Schemas['ExportFormatEnum']
  readonly model: Schemas['ExportModelEnum']
  readonly status: Schemas['ExportStatusEnum']
  readonly startedAt?: string | null
  readonly completedAt?: string | null
  readonly error?: string
  /** The text of the file, in pieces of whole lines. */
  readonly chunks?: readonly string[]
}

/** Something that happened in an environment. `sequence` orders events of the same millisecond. */
export interface Event extends Entity {
  readonly environmentId: string
  readonly environmentName: Schemas['EnvironmentEnum']
  readonly sequence: number
  readonly eventName: Schemas['EventName']
  readonly eventAction: string
  readonly resourceType: string
  readonly data: Readonly<Record<string, unknown>>
  readonly userId?: string
}

export interface Webhook extends Entity {
  readonly environmentId: string
  readonly url: string
  readonly secret: string
  readonly version: string
  readonly events: readonly string[]
  readonly isEnabled: boolean
  readonly enabledAt?: string
  readonly updatedAt: string
}

/** One event on its way to one webhook. */
export interface WebhookMessage extends Entity {
  readonly environmentId: string
  readonly environmentName: Schemas['EnvironmentEnum']
  readonly webhookId: string
  /** Id of a record in `events`, except for a `ping` and for a triggered event, which only webhooks receive. */
  readonly eventId: string
  readonly eventName: Schemas['EventName']
  readonly eventCreatedAt: string
  readonly data: Readonly<Record<string, unknown>>
  readonly userId?: string
  /** The id of that user at the external issuer, when the event happened. */
  readonly externalUserId?: string
  /** Whether somebody triggered the event, so that nothing in the service has caused it. */
  readonly isTriggered?: true
  readonly status: 'pending' | 'delivered' | 'failed'
  /** When the last retry failed; removed once the message is delivered. */
  readonly failedAt?: string
  /** Set from the first attempt on. */
  readonly latestAttemptId?: string
}

/** The first attempt to deliver a webhook message with its retries, or a later redelivery with its retries. */
export interface WebhookDelivery extends Entity {
  readonly environmentId: string
  readonly webhookId: string
  readonly messageId: string
  readonly redelivery: boolean
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly latestAttemptId?: string
}

/** One attempt of a webhook delivery: the request and the response. */
export interface WebhookAttempt extends Entity {
  readonly environmentId: string
  readonly webhookId: string
  readonly messageId: string
  readonly deliveryId: string
  readonly eventId: string
  /** `pending`: it failed, and a retry is scheduled. */
  readonly status: 'delivered' | 'pending' | 'failed'
  /** Counts from 1 within the delivery. */
  readonly attempt: number
  readonly redelivery: boolean
  /** Of the message. */
  readonly isTriggered?: true
  readonly request: Readonly<Record<string, unknown>>
  readonly response: Readonly<Record<string, unknown>>
  readonly deliveredAt: string
  readonly messageCreatedAt: string
  readonly eventCreatedAt: string
  readonly updatedAt: string
}

/** Scheduled work. Jobs run in the order of `dueAt`, then in the order of their creation. */
export interface Job extends Entity {
  readonly dueAt: string
  readonly kind: JobKind
  /** Id of the job's record. */
  readonly subjectId: string
  readonly attempt: number
}

export type JobKind =
  | 'exports.run'
  | 'sessions.revokeAll'
  | 'customHostnames.check'
  | 'ssoProviders.check'
  | 'webhooks.deliver'
  | 'webhooks.redeliver'
  | 'webhookMessages.forget'
  | 'rooms.expire'
  | 'rampOrders.continue'
  | 'exchangeTransfers.settle'
  | 'chains.mine'
  | 'chains.watch'
