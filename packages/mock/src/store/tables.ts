import { declareTables, table } from '@latchkey/store/table'
import type * as activity from './activityRecords.ts'
import type * as admin from './adminRecords.ts'
import { delegationTables } from './delegationTables.ts'
import type * as keyShares from './keyShareRecords.ts'
import { outsideTables } from './outsideTables.ts'
import { policyTables } from './policyTables.ts'
import { rampTables } from './rampTables.ts'
import type * as records from './records.ts'
import type * as rooms from './roomRecords.ts'
import type * as signIn from './signInRecords.ts'
import { vendorTables } from './vendorTables.ts'

/**
 * Every table, who owns its records, and its indexes. A unique index names the error code that a second record gets.
 */
export const tables = declareTables({
  organizations: table<records.Organization>()({
    ownedBy: 'nobody',
    indexes: { byName: { columns: ['nameKey'], unique: 'organization_name_already_exists' } },
  }),
  admins: table<records.Admin>()({
    ownedBy: 'nobody',
    indexes: { byEmail: { columns: ['email'], unique: 'email_already_exists' } },
  }),
  members: table<records.Member>()({
    ownedBy: { organizations: 'byOrganization', admins: 'byAdmin' },
    indexes: {
      byOrganization: { columns: ['organizationId', 'createdAt'] },
      byAdmin: { columns: ['adminId', 'createdAt'] },
      byPair: { columns: ['organizationId', 'adminId'], unique: 'duplicate_exists' },
    },
  }),
  memberTokens: table<records.MemberToken>()({
    ownedBy: { admins: 'byAdmin' },
    indexes: {
      byHash: { columns: ['hash'], unique: 'duplicate_exists' },
      byAdmin: { columns: ['adminId', 'createdAt'] },
    },
  }),
  subscriptions: table<admin.Subscription>()({
    ownedBy: { organizations: 'byOrganization' },
    indexes: { byOrganization: { columns: ['organizationId'], unique: 'duplicate_exists' } },
  }),
  ssoProviders: table<admin.SsoProvider>()({
    ownedBy: { organizations: 'byOrganization' },
    indexes: { byOrganization: { columns: ['organizationId'], unique: 'duplicate_exists' } },
  }),
  invites: table<records.Invite>()({
    ownedBy: { organizations: 'byOrganization' },
    indexes: {
      byOrganization: { columns: ['organizationId', 'createdAt'] },
      byEmail: { columns: ['email', 'createdAt'] },
      byPhoneNumber: { columns: ['phoneNumber', 'createdAt'] },
      byWallet: { columns: ['walletKey', 'createdAt'] },
    },
  }),
  projects: table<records.Project>()({
    ownedBy: { organizations: 'byOrganization' },
    indexes: {
      byOrganization: { columns: ['organizationId', 'createdAt'] },
      byName: { columns: ['organizationId', 'name'], unique: 'project_name_already_exists' },
    },
  }),
  environments: table<records.Environment>()({
    ownedBy: { projects: 'byProject' },
    indexes: { byProject: { columns: ['projectId', 'name'], unique: 'duplicate_exists' } },
  }),
  environmentTokens: table<records.EnvironmentToken>()({
    ownedBy: { environments: 'byEnvironment' },
    onDelete: { environments: 'rule' },
    indexes: {
      byHash: { columns: ['hash'], unique: 'duplicate_exists' },
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
    },
  }),
  revokedTokens: table<records.RevokedToken>()({
    // Remains of deleted tokens, so that a caller who still sends one learns that it was revoked.
    ownedBy: 'nobody',
    indexes: { byHash: { columns: ['hash'], unique: 'duplicate_exists' } },
  }),
  signingKeys: table<records.SigningKey>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId', 'createdAt'] } },
  }),
  users: table<records.User>()({
    ownedBy: { environments: 'byCreatedAt' },
    remembers: ['mergedUserIds'],
    indexes: {
      byCreatedAt: { columns: ['environmentId', 'createdAt'] },
      byUpdatedAt: { columns: ['environmentId', 'updatedAt'] },
      byFirstVisit: { columns: ['environmentId', 'firstVisit'] },
      byLastVisit: { columns: ['environmentId', 'lastVisit'] },
      byEmail: { columns: ['environmentId', 'email'] },
      byAlias: { columns: ['environmentId', 'alias'] },
      byUsername: { columns: ['environmentId', 'username'] },
      byUsernameKey: { columns: ['environmentId', 'usernameKey'], unique: 'username_already_exists' },
    },
  }),
  credentials: table<records.Credential>()({
    ownedBy: { users: 'byUser' },
    onDelete: { users: 'rule' },
    onMerge: 'rule',
    remembers: ['previousUserIds'],
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      byKey: { columns: ['environmentId', 'format', 'key'], unique: 'duplicate_exists' },
      byVerifiedEmail: { columns: ['environmentId', 'verifiedEmail', 'createdAt'] },
      byUsername: {
        columns: ['environmentId', 'provider', 'username'],
        where: ({ provider }: records.Credential) => provider !== undefined,
      },
    },
  }),
  wallets: table<records.Wallet>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'move',
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byKey: { columns: ['environmentId', 'key'] },
      bySigner: { columns: ['signerWalletId'] },
    },
  }),
  deletedWallets: table<admin.DeletedWallet>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'rule',
    remembers: ['deletedUserId', 'credential'],
    indexes: {
      byUser: { columns: ['userId', 'deletedAt'] },
      byEnvironment: { columns: ['environmentId', 'deletedAt'] },
    },
  }),
  embeddedSeeds: table<admin.EmbeddedSeed>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'move',
    indexes: { byUser: { columns: ['userId', 'createdAt'] } },
  }),
  keySets: table<rooms.WalletKeySet>()({
    // A deleted wallet has the id that it had, and keeps its key set until it is deleted for good.
    ownedBy: { wallets: 'byWallet', deletedWallets: 'byWallet', serverWallets: 'byWallet' },
    indexes: { byWallet: { columns: ['walletId'], unique: 'duplicate_exists' } },
  }),
  rooms: table<rooms.Room>()({
    // The wallet of a key generation comes last.
    ownedBy: {
      users: 'byUser',
      sessions: 'bySession',
      environmentTokens: 'byToken',
      delegations: 'byDelegation',
      serverWallets: 'byWallet',
      wallets: 'byWallet',
    },
    awaits: ['walletId'],
    onMerge: 'drop',
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      bySession: { columns: ['sessionId'] },
      byToken: { columns: ['tokenId'] },
      byDelegation: { columns: ['delegationId'] },
      byWallet: { columns: ['walletId', 'createdAt'] },
      liveByOpener: {
        columns: ['openerId', 'createdAt'],
        where: ({ state }: rooms.Room) => state === 'open' || state === 'bound' || state === 'running',
      },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  roomFailures: table<rooms.RoomFailure>()({
    ownedBy: 'nobody',
    indexes: { byKind: { columns: ['kind', 'createdAt'] } },
  }),
  sessions: table<records.Session>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'drop',
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      openByUser: {
        columns: ['userId', 'createdAt'],
        where: ({ revokedAt }: records.Session) => revokedAt === undefined,
      },
      revokedByUser: {
        columns: ['userId', 'createdAt'],
        where: ({ revokedAt }: records.Session) => revokedAt !== undefined,
      },
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
    },
  }),
  gates: table<records.Gate>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byName: { columns: ['environmentId', 'name'], unique: 'gate_exists' },
    },
  }),
  allowlists: table<records.Allowlist>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byName: { columns: ['environmentId', 'name'], unique: 'allowlist_already_exists' },
    },
  }),
  allowlistEntries: table<records.AllowlistEntry>()({
    ownedBy: { allowlists: 'byCreatedAt' },
    indexes: {
      byCreatedAt: { columns: ['allowlistId', 'createdAt'] },
      byId: { columns: ['allowlistId', 'id'] },
      byAlias: { columns: ['allowlistId', 'alias'] },
      byEmail: { columns: ['allowlistId', 'email'] },
      byWalletPublicKey: { columns: ['allowlistId', 'walletPublicKey'] },
      byWalletLookup: {
        columns: ['allowlistId', 'walletLookup'],
        where: ({ walletLookup }) => walletLookup !== undefined,
      },
      uniqueWallet: { columns: ['allowlistId', 'walletKey'], unique: 'allowlist_entry_already_exists' },
      uniqueEmail: { columns: ['allowlistId', 'email'], unique: 'allowlist_entry_already_exists' },
      uniqueEmailDomain: { columns: ['allowlistId', 'emailDomain'], unique: 'allowlist_entry_already_exists' },
      uniquePhoneNumber: { columns: ['allowlistId', 'phoneNumber'], unique: 'allowlist_entry_already_exists' },
      uniqueDiscord: { columns: ['allowlistId', 'discordKey'], unique: 'allowlist_entry_already_exists' },
      uniqueTwitter: { columns: ['allowlistId', 'twitterKey'], unique: 'allowlist_entry_already_exists' },
      uniqueFarcaster: { columns: ['allowlistId', 'farcasterKey'], unique: 'allowlist_entry_already_exists' },
      uniqueFarcasterFid: { columns: ['allowlistId', 'farcasterFid'], unique: 'allowlist_entry_already_exists' },
      uniqueExternalUser: { columns: ['allowlistId', 'externalUserId'], unique: 'allowlist_entry_already_exists' },
    },
  }),
  customFields: table<records.CustomField>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'position'] },
      byKey: { columns: ['environmentId', 'key'], unique: 'custom_field_not_unique' },
    },
  }),
  customHostnames: table<records.CustomHostname>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byHostname: { columns: ['hostname'], unique: 'invalid_custom_hostname' },
    },
  }),
  customNetworks: table<records.CustomNetwork>()({
    ownedBy: { organizations: 'byOrganization' },
    indexes: { byOrganization: { columns: ['organizationId', 'createdAt'] } },
  }),
  deeplinkUrls: table<records.DeeplinkUrl>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byUrl: { columns: ['environmentId', 'url'], unique: 'duplicate_exists' },
    },
  }),
  origins: table<records.Origin>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byOrigin: { columns: ['environmentId', 'origin'], unique: 'duplicate_exists' },
    },
  }),
  providers: table<records.Provider>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byProvider: { columns: ['environmentId', 'provider'], unique: 'duplicate_exists' },
    },
  }),
  exchanges: table<admin.Exchange>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byExchange: { columns: ['environmentId', 'exchange'], unique: 'duplicate_exists' },
    },
  }),
  walletConnectProjects: table<admin.WalletConnectProject>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  screenings: table<records.Screening>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  balanceReadings: table<records.BalanceReading>()({
    ownedBy: { environments: 'byPlace' },
    indexes: {
      byPlace: { columns: ['environmentId', 'account', 'networkId'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  screeningChecks: table<records.ScreeningCheck>()({
    // The check of a person who was refused has no user.
    ownedBy: { environments: 'byWallet', users: 'byUser' },
    onMerge: 'move',
    indexes: { byUser: { columns: ['userId', 'createdAt'] }, byWallet: { columns: ['environmentId', 'walletKey'] } },
  }),
  visitors: table<records.Visitor>()({
    ownedBy: { environments: 'byCreatedAt' },
    indexes: {
      byCreatedAt: { columns: ['environmentId', 'createdAt'] },
      byAddress: { columns: ['environmentId', 'address'] },
      byKey: { columns: ['environmentId', 'key'], unique: 'duplicate_exists' },
    },
  }),
  visitsOfDays: table<activity.VisitsOfDay>()({
    ownedBy: { environments: 'byDay' },
    indexes: { byDay: { columns: ['environmentId', 'day', 'visitorId'], unique: 'duplicate_exists' } },
  }),
  pastActivity: table<activity.PastActivity>()({
    ownedBy: { environments: 'byKind' },
    indexes: { byKind: { columns: ['environmentId', 'kind', 'createdAt'] } },
  }),
  nonces: table<signIn.Nonce>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId'] }, byExpiry: { columns: ['expiresAt'] } },
  }),
  oauthAttempts: table<signIn.OAuthAttempt>()({
    ownedBy: { environments: 'byState' },
    remembers: ['sessionId'],
    indexes: {
      byState: { columns: ['environmentId', 'provider', 'state'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  exports: table<records.Export>()({
    // A file shows the state at the time of its export.
    ownedBy: { environments: 'byEnvironment' },
    remembers: ['chunks'],
    indexes: { byEnvironment: { columns: ['environmentId', 'createdAt'] } },
  }),
  events: table<records.Event>()({
    // Events keep the data of their time.
    ownedBy: { environments: 'byCreatedAt' },
    remembers: ['userId', 'data'],
    indexes: {
      byCreatedAt: { columns: ['environmentId', 'createdAt', 'sequence'] },
      byResource: { columns: ['environmentId', 'resourceType', 'createdAt', 'sequence'] },
    },
  }),
  webhooks: table<records.Webhook>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId', 'createdAt'] } },
  }),
  webhookMessages: table<records.WebhookMessage>()({
    ownedBy: { webhooks: 'byWebhook' },
    remembers: ['userId', 'data'],
    indexes: {
      byWebhook: { columns: ['webhookId', 'createdAt'] },
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byFailure: {
        columns: ['webhookId', 'failedAt'],
        where: ({ failedAt }: records.WebhookMessage) => failedAt !== undefined,
      },
      bySent: {
        columns: ['webhookId', 'createdAt'],
        where: ({ latestAttemptId }: records.WebhookMessage) => latestAttemptId !== undefined,
      },
    },
  }),
  webhookDeliveries: table<records.WebhookDelivery>()({
    ownedBy: { webhookMessages: 'byMessage' },
    indexes: {
      byWebhook: { columns: ['webhookId', 'status', 'createdAt'] },
      byMessage: { columns: ['messageId', 'createdAt'] },
    },
  }),
  webhookAttempts: table<records.WebhookAttempt>()({
    ownedBy: { webhookMessages: 'byMessage' },
    remembers: ['request'],
    indexes: { byWebhook: { columns: ['webhookId', 'createdAt'] }, byMessage: { columns: ['messageId', 'createdAt'] } },
  }),
  sentTransactions: table<activity.SentTransaction>()({
    ownedBy: 'nobody',
    indexes: { byHash: { columns: ['networkId', 'hash'], unique: 'duplicate_exists' } },
  }),
  jobs: table<records.Job>()({
    // A job belongs to its subject, which can be in any of these tables.
    ownedBy: {
      environments: 'bySubject',
      customHostnames: 'bySubject',
      ssoProviders: 'bySubject',
      exports: 'bySubject',
      webhookDeliveries: 'bySubject',
      rooms: 'bySubject',
      rampOrders: 'bySubject',
      exchangeTransfers: 'bySubject',
      chainSettings: 'bySubject',
      sentTransactions: 'bySubject',
    },
    indexes: { byDueAt: { columns: ['dueAt'] }, bySubject: { columns: ['subjectId'] } },
  }),
  verifications: table<signIn.Verification>()({
    ownedBy: { environments: 'byKey', users: 'byUser' },
    onDelete: { users: 'rule' },
    onMerge: 'drop',
    indexes: {
      byKey: { columns: ['environmentId', 'channel', 'key'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
      byUser: { columns: ['userId'] },
    },
  }),
  wrongCodes: table<signIn.WrongCodes>()({
    ownedBy: { environments: 'byKey' },
    indexes: {
      byKey: { columns: ['environmentId', 'channel', 'key'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  testAccounts: table<signIn.TestAccount>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  passkeys: table<signIn.Passkey>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'move',
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      byCredentialId: { columns: ['environmentId', 'credentialId'], unique: 'duplicate_exists' },
    },
  }),
  passkeyChallenges: table<signIn.PasskeyChallenge>()({
    // A challenge of a sign-in has no user.
    ownedBy: { environments: 'byEnvironment', users: 'byUser' },
    onMerge: 'drop',
    indexes: {
      byEnvironment: { columns: ['environmentId'] },
      byChallenge: { columns: ['challenge'], unique: 'duplicate_exists' },
      byUser: { columns: ['userId', 'createdAt'] },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  mfaDevices: table<signIn.MfaDevice>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'rule',
    indexes: { byUser: { columns: ['userId', 'createdAt'] } },
  }),
  mfaAttempts: table<signIn.MfaAttempts>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'drop',
    indexes: { byUser: { columns: ['userId'], unique: 'duplicate_exists' } },
  }),
  recoveryCodes: table<signIn.RecoveryCode>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'drop',
    indexes: { byUser: { columns: ['userId', 'createdAt'] }, byHash: { columns: ['userId', 'hash'] } },
  }),
  mfaTokens: table<signIn.MfaToken>()({
    ownedBy: { sessions: 'bySession' },
    indexes: {
      byHash: { columns: ['hash'], unique: 'duplicate_exists' },
      bySession: { columns: ['sessionId'] },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  organizationMfaSettings: table<signIn.OrganizationMfaSetting>()({
    ownedBy: { organizations: 'byType' },
    indexes: { byType: { columns: ['organizationId', 'mfaDeviceType'], unique: 'duplicate_exists' } },
  }),
  pendingMerges: table<signIn.PendingMerge>()({
    ownedBy: { users: ['byUser', 'byFromUser'] },
    onMerge: 'drop',
    indexes: { byUser: { columns: ['userId'], unique: 'duplicate_exists' }, byFromUser: { columns: ['fromUserId'] } },
  }),
  messengerAttempts: table<signIn.MessengerAttempt>()({
    ownedBy: { environments: 'byState' },
    indexes: {
      byState: { columns: ['environmentId', 'state'], unique: 'duplicate_exists' },
      byHash: { columns: ['environmentId', 'hash'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  trackedEvents: table<signIn.TrackedEvent>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId', 'createdAt'] } },
  }),
  reportedSettings: table<signIn.ReportedSettings>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  globalWallets: table<admin.GlobalWallet>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  globalWalletAccess: table<admin.GlobalWalletAccess>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  globalWalletDomains: table<admin.GlobalWalletDomain>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byDomain: { columns: ['environmentId', 'domain'], unique: 'duplicate_exists' },
    },
  }),
  globalWalletConnections: table<admin.GlobalWalletConnection>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'drop',
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byStatus: { columns: ['environmentId', 'status', 'createdAt'] },
      byUser: { columns: ['userId', 'createdAt'] },
      byUserStatus: { columns: ['userId', 'status', 'createdAt'] },
      byApp: {
        columns: ['userId', 'appUrl'],
        unique: 'duplicate_exists',
        where: ({ status }: admin.GlobalWalletConnection) => status === 'connected',
      },
      byExpiry: {
        columns: ['environmentId', 'expiresAt'],
        where: ({ status, expiresAt }: admin.GlobalWalletConnection) => status === 'connected' && expiresAt !== null,
      },
    },
  }),
  nameServices: table<admin.NameService>()({
    ownedBy: { environments: 'byChain' },
    indexes: { byChain: { columns: ['environmentId', 'chain'], unique: 'duplicate_exists' } },
  }),
  nameServiceMessages: table<admin.NameServiceMessage>()({
    ownedBy: { environments: 'byTopic' },
    indexes: {
      byTopic: { columns: ['environmentId', 'chain', 'owner', 'domain'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  keyShareBackups: table<keyShares.KeyShareBackup>()({
    // A copy of a share is of no use without the rest of the key.
    ownedBy: { keySets: 'byKeySet' },
    indexes: {
      byKeySet: { columns: ['keySetId', 'createdAt'] },
      byExternalId: { columns: ['keySetId', 'externalKeyShareId'], unique: 'key_share_already_backed_up' },
    },
  }),
  ...delegationTables,
  ...vendorTables,
  ...rampTables,
  ...policyTables,
  ...outsideTables,
})

export type OutsideTables = typeof outsideTables
/** The tables of the service itself. */
export type ServiceTables = Omit<typeof tables, keyof OutsideTables>
