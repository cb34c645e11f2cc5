import type * as admin from './adminRecords.ts'
import type * as activity from './activityRecords.ts'
import type * as records from './records.ts'
import type * as signIn from './signInRecords.ts'
import type * as world from './worldRecords.ts'
import { table } from './table.ts'

/** Every table and its indexes. A unique index names the error code that a second record gets. */
export const tables = {
  organizations: table<records.Organization>()({
    indexes: { byName: { columns: ['nameKey'], unique: 'organization_name_already_exists' } },
  }),
  admins: table<records.Admin>()({ indexes: { byEmail: { columns: ['email'], unique: 'email_already_exists' } } }),
  members: table<records.Member>()({
    indexes: {
      byOrganization: { columns: ['organizationId', 'createdAt'] },
      byAdmin: { columns: ['adminId', 'createdAt'] },
      byPair: { columns: ['organizationId', 'adminId'], unique: 'duplicate_exists' },
    },
  }),
  memberTokens: table<records.MemberToken>()({
    indexes: {
      byHash: { columns: ['hash'], unique: 'duplicate_exists' },
      byAdmin: { columns: ['adminId', 'createdAt'] },
    },
  }),
  subscriptions: table<admin.Subscription>()({
    indexes: { byOrganization: { columns: ['organizationId'], unique: 'duplicate_exists' } },
  }),
  ssoProviders: table<admin.SsoProvider>()({
    indexes: { byOrganization: { columns: ['organizationId'], unique: 'duplicate_exists' } },
  }),
  invites: table<records.Invite>()({
    indexes: {
      byOrganization: { columns: ['organizationId', 'createdAt'] },
      byEmail: { columns: ['email', 'createdAt'] },
      byPhoneNumber: { columns: ['phoneNumber', 'createdAt'] },
      byWallet: { columns: ['walletKey', 'createdAt'] },
    },
  }),
  projects: table<records.Project>()({
    indexes: {
      byOrganization: { columns: ['organizationId', 'createdAt'] },
      byName: { columns: ['organizationId', 'name'], unique: 'project_name_already_exists' },
    },
  }),
  environments: table<records.Environment>()({
    indexes: { byProject: { columns: ['projectId', 'name'], unique: 'duplicate_exists' } },
  }),
  environmentTokens: table<records.EnvironmentToken>()({
    indexes: {
      byHash: { columns: ['hash'], unique: 'duplicate_exists' },
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
    },
  }),
  revokedTokens: table<records.RevokedToken>()({
    indexes: { byHash: { columns: ['hash'], unique: 'duplicate_exists' } },
  }),
  signingKeys: table<records.SigningKey>()({ indexes: { byEnvironment: { columns: ['environmentId', 'createdAt'] } } }),
  users: table<records.User>()({
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
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      byKey: { columns: ['environmentId', 'format', 'key'], unique: 'duplicate_exists' },
      byVerifiedEmail: { columns: ['environmentId', 'verifiedEmail', 'createdAt'] },
      byUsername: {
        columns: ['environmentId', 'provider', 'username'],
        where: ({ provider }) => provider !== undefined,
      },
    },
  }),
  wallets: table<records.Wallet>()({
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byKey: { columns: ['environmentId', 'key'] },
    },
  }),
  deletedWallets: table<admin.DeletedWallet>()({
    indexes: {
      byUser: { columns: ['userId', 'deletedAt'] },
      byEnvironment: { columns: ['environmentId', 'deletedAt'] },
    },
  }),
  embeddedSeeds: table<admin.EmbeddedSeed>()({ indexes: { byUser: { columns: ['userId', 'createdAt'] } } }),
  sessions: table<records.Session>()({
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      openByUser: { columns: ['userId', 'createdAt'], where: ({ revokedAt }) => revokedAt === undefined },
      revokedByUser: { columns: ['userId', 'createdAt'], where: ({ revokedAt }) => revokedAt !== undefined },
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
    },
  }),
  gates: table<records.Gate>()({
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byName: { columns: ['environmentId', 'name'], unique: 'gate_exists' },
    },
  }),
  allowlists: table<records.Allowlist>()({
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byName: { columns: ['environmentId', 'name'], unique: 'allowlist_already_exists' },
    },
  }),
  allowlistEntries: table<records.AllowlistEntry>()({
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
    indexes: {
      byEnvironment: { columns: ['environmentId', 'position'] },
      byKey: { columns: ['environmentId', 'key'], unique: 'custom_field_not_unique' },
    },
  }),
  customHostnames: table<records.CustomHostname>()({
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byHostname: { columns: ['hostname'], unique: 'invalid_custom_hostname' },
    },
  }),
  customNetworks: table<records.CustomNetwork>()({
    indexes: { byOrganization: { columns: ['organizationId', 'createdAt'] } },
  }),
  deeplinkUrls: table<records.DeeplinkUrl>()({
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byUrl: { columns: ['environmentId', 'url'], unique: 'duplicate_exists' },
    },
  }),
  origins: table<records.Origin>()({
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byOrigin: { columns: ['environmentId', 'origin'], unique: 'duplicate_exists' },
    },
  }),
  providers: table<records.Provider>()({
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byProvider: { columns: ['environmentId', 'provider'], unique: 'duplicate_exists' },
    },
  }),
  exchanges: table<admin.Exchange>()({
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byExchange: { columns: ['environmentId', 'exchange'], unique: 'duplicate_exists' },
    },
  }),
  walletConnectProjects: table<admin.WalletConnectProject>()({
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  screenings: table<records.Screening>()({
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  screeningChecks: table<records.ScreeningCheck>()({
    indexes: { byUser: { columns: ['userId', 'createdAt'] }, byWallet: { columns: ['environmentId', 'walletKey'] } },
  }),
  visitors: table<records.Visitor>()({
    indexes: {
      byCreatedAt: { columns: ['environmentId', 'createdAt'] },
      byAddress: { columns: ['environmentId', 'address'] },
      byKey: { columns: ['environmentId', 'key'], unique: 'duplicate_exists' },
    },
  }),
  visitsOfDays: table<activity.VisitsOfDay>()({
    indexes: { byDay: { columns: ['environmentId', 'day', 'visitorId'], unique: 'duplicate_exists' } },
  }),
  pastActivity: table<activity.PastActivity>()({
    indexes: { byKind: { columns: ['environmentId', 'kind', 'createdAt'] } },
  }),
  nonces: table<signIn.Nonce>()({ indexes: { byExpiry: { columns: ['expiresAt'] } } }),
  oauthAttempts: table<signIn.OAuthAttempt>()({
    indexes: {
      byState: { columns: ['environmentId', 'provider', 'state'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  exports: table<records.Export>()({ indexes: { byEnvironment: { columns: ['environmentId', 'createdAt'] } } }),
  exportFailures: table<world.ExportFailure>()({ indexes: { byCreatedAt: { columns: ['createdAt'] } } }),
  events: table<records.Event>()({
    indexes: {
      byCreatedAt: { columns: ['environmentId', 'createdAt', 'sequence'] },
      byResource: { columns: ['environmentId', 'resourceType', 'createdAt', 'sequence'] },
    },
  }),
  webhooks: table<records.Webhook>()({ indexes: { byEnvironment: { columns: ['environmentId', 'createdAt'] } } }),
  webhookMessages: table<records.WebhookMessage>()({
    indexes: {
      byWebhook: { columns: ['webhookId', 'createdAt'] },
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byFailure: { columns: ['webhookId', 'failedAt'], where: ({ failedAt }) => failedAt !== undefined },
      bySent: { columns: ['webhookId', 'createdAt'], where: ({ latestAttemptId }) => latestAttemptId !== undefined },
    },
  }),
  webhookDeliveries: table<records.WebhookDelivery>()({
    indexes: {
      byWebhook: { columns: ['webhookId', 'status', 'createdAt'] },
      byMessage: { columns: ['messageId', 'createdAt'] },
    },
  }),
  webhookAttempts: table<records.WebhookAttempt>()({
    indexes: { byWebhook: { columns: ['webhookId', 'createdAt'] }, byMessage: { columns: ['messageId', 'createdAt'] } },
  }),
  jobs: table<records.Job>()({ indexes: { byDueAt: { columns: ['dueAt'] }, bySubject: { columns: ['subjectId'] } } }),
  idpAccounts: table<world.IdpAccount>()({
    indexes: {
      byAccountId: { columns: ['provider', 'accountId'], unique: 'duplicate_exists' },
      byProvider: { columns: ['provider', 'createdAt'] },
    },
  }),
  idpCodes: table<world.IdpCode>()({
    indexes: {
      byCode: { columns: ['provider', 'code'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  idpFailures: table<world.IdpFailure>()({ indexes: { byProvider: { columns: ['provider', 'createdAt'] } } }),
  holdings: table<world.Holding>()({ indexes: { byOwner: { columns: ['owner', 'networkId', 'contractAddress'] } } }),
  chainTokens: table<world.ChainToken>()({
    indexes: { byKey: { columns: ['key', 'networkId'], unique: 'duplicate_exists' } },
  }),
  sanctionedAddresses: table<world.SanctionedAddress>()({
    indexes: { byAddress: { columns: ['address'], unique: 'duplicate_exists' } },
  }),
  coupons: table<world.Coupon>()({ indexes: { byCode: { columns: ['code'], unique: 'duplicate_exists' } } }),
  dnsRecords: table<world.DnsRecord>()({ indexes: { byName: { columns: ['name', 'type'] } } }),
  verifications: table<signIn.Verification>()({
    indexes: {
      byKey: { columns: ['environmentId', 'channel', 'key'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
      byUser: { columns: ['userId'] },
    },
  }),
  wrongCodes: table<signIn.WrongCodes>()({
    indexes: {
      byKey: { columns: ['environmentId', 'channel', 'key'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  testAccounts: table<signIn.TestAccount>()({
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  passkeys: table<signIn.Passkey>()({
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      byCredentialId: { columns: ['environmentId', 'credentialId'], unique: 'duplicate_exists' },
    },
  }),
  passkeyChallenges: table<signIn.PasskeyChallenge>()({
    indexes: {
      byChallenge: { columns: ['challenge'], unique: 'duplicate_exists' },
      byUser: { columns: ['userId', 'createdAt'] },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  mfaDevices: table<signIn.MfaDevice>()({ indexes: { byUser: { columns: ['userId', 'createdAt'] } } }),
  mfaAttempts: table<signIn.MfaAttempts>()({
    indexes: { byUser: { columns: ['userId'], unique: 'duplicate_exists' } },
  }),
  recoveryCodes: table<signIn.RecoveryCode>()({
    indexes: { byUser: { columns: ['userId', 'createdAt'] }, byHash: { columns: ['userId', 'hash'] } },
  }),
  mfaTokens: table<signIn.MfaToken>()({
    indexes: {
      byHash: { columns: ['hash'], unique: 'duplicate_exists' },
      bySession: { columns: ['sessionId'] },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  organizationMfaSettings: table<signIn.OrganizationMfaSetting>()({
    indexes: { byType: { columns: ['organizationId', 'mfaDeviceType'], unique: 'duplicate_exists' } },
  }),
  pendingMerges: table<signIn.PendingMerge>()({
    indexes: { byUser: { columns: ['userId'], unique: 'duplicate_exists' }, byFromUser: { columns: ['fromUserId'] } },
  }),
  messengerAttempts: table<signIn.MessengerAttempt>()({
    indexes: {
      byState: { columns: ['environmentId', 'state'], unique: 'duplicate_exists' },
      byHash: { columns: ['environmentId', 'hash'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  trackedEvents: table<signIn.TrackedEvent>()({
    indexes: { byEnvironment: { columns: ['environmentId', 'createdAt'] } },
  }),
  reportedSettings: table<signIn.ReportedSettings>()({
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  idpTokens: table<world.IdpToken>()({
    indexes: {
      byToken: { columns: ['provider', 'accessToken'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  issuers: table<world.Issuer>()({
    indexes: { byJwksUrl: { columns: ['jwksUrl'], unique: 'duplicate_exists' }, byIssuer: { columns: ['issuer'] } },
  }),
  contractWallets: table<world.ContractWalletRecord>()({
    indexes: { byAddress: { columns: ['address'], unique: 'duplicate_exists' } },
  }),
  accountKeys: table<world.AccountKeys>()({
    indexes: { byAccount: { columns: ['account'], unique: 'duplicate_exists' } },
  }),
  farcasterIds: table<world.FarcasterId>()({
    indexes: { byFid: { columns: ['fid'], unique: 'duplicate_exists' }, byAddress: { columns: ['address'] } },
  }),
  globalWallets: table<admin.GlobalWallet>()({
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  globalWalletAccess: table<admin.GlobalWalletAccess>()({
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  globalWalletDomains: table<admin.GlobalWalletDomain>()({
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byDomain: { columns: ['environmentId', 'domain'], unique: 'duplicate_exists' },
    },
  }),
  globalWalletConnections: table<admin.GlobalWalletConnection>()({
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byStatus: { columns: ['environmentId', 'status', 'createdAt'] },
      byUser: { columns: ['userId', 'createdAt'] },
      byUserStatus: { columns: ['userId', 'status', 'createdAt'] },
      byApp: {
        columns: ['userId', 'appUrl'],
        unique: 'duplicate_exists',
        where: ({ status }) => status === 'connected',
      },
      byExpiry: {
        columns: ['environmentId', 'expiresAt'],
        where: ({ status, expiresAt }) => status === 'connected' && expiresAt !== null,
      },
    },
  }),
  nameServices: table<admin.NameService>()({
    indexes: { byChain: { columns: ['environmentId', 'chain'], unique: 'duplicate_exists' } },
  }),
  nameServiceMessages: table<admin.NameServiceMessage>()({
    indexes: {
      byTopic: { columns: ['environmentId', 'chain', 'owner', 'domain'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  chainNames: table<world.ChainName>()({
    indexes: {
      byName: { columns: ['family', 'name'], unique: 'duplicate_exists' },
      byOwner: { columns: ['owner', 'createdAt'] },
      byWallet: { columns: ['walletId'], unique: 'duplicate_exists' },
      byService: { columns: ['serviceId', 'createdAt'], where: ({ serviceId }) => serviceId !== undefined },
    },
  }),
  outbox: table<world.OutboxMessage>()({ indexes: { byTo: { columns: ['channel', 'to', 'createdAt'] } } }),
}
