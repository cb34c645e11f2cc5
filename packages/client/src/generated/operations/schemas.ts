// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The types of inputs and replies.
 *
 * @module schemas
 */

/** The error statuses that no operation documents; a proxy on the way may answer them. */
export type OtherStatus = 402 | 406 | 407 | 408 | 411 | 412 | 413 | 414 | 416 | 417 | 421 | 423 | 424 | 425 | 426 | 428 | 431 | 451 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 511

/**
 * A value that this version of the types does not list because the service is newer. At run time it is any string.
 * It cannot be written as a literal, but a value from a reply can be sent back.
 */
export type Unlisted = string & { readonly unlisted: true }

/**
 * What happens to a person who matches: `scope` adds a scope to the session token, `siteAccess` lets in only people
 * who match, `block` refuses people who match.
 */
export type AccessOutcomeEnum = "scope" | "siteAccess" | "block"

/** An account at an exchange. */
export interface Account {
  /** Id of the account. A UUID. */
  id: string
  /** The exchange. */
  exchange: ExchangeKeyEnum | Unlisted
  /** Kind of the account; spot so far. */
  type?: string
  /** What the account has. */
  balances: Array<AccountBalances>
  /** What the exchange calls it. */
  name?: string
  /** The chain that was asked for. */
  chain?: string
}

/** What an account has of a currency, in whole units. */
export interface AccountBalances {
  /** Symbol of the currency. */
  currency: string
  /** With what is on its way out. */
  balance: number
  /** Without what is on its way out. */
  availableBalance?: number
  /** A picture of the currency. */
  logoURI?: string
}

/** The active users of a period. */
export interface ActiveUsersTrendResult {
  /** First day of the period, which may be before the range. An ISO 8601 date, `2026-01-31`. */
  date: string
  /** Different users who signed in. */
  nUsers: number
}

/** How many user-weeks had a number of active days. A user-week is one user in one week with a sign-in. */
export interface ActiveWeeklyDaysResult {
  /** Days of the week with a sign-in, from 1 to 7. */
  nDays: number
  /** User-weeks with exactly this number of days. */
  nUserWeeks: number
  /** Their share of all user-weeks in percent, with two decimals; 0 when there are none. */
  pctUserWeeks: number
}

/** The deep link to allow. */
export interface AddDeeplinkUrlRequest {
  /**
   * Scheme and host, with an optional port, path and query. One `*` may stand as the first subdomain.
   * At most 2048 characters.
   */
  url: string
}

/** Why an origin was refused as malformed. */
export interface AddOriginBadRequest {
  /** What is wrong, as a sentence. */
  error?: string
  /** The HTTP status again: 400. */
  status?: number
}

/** The origin to allow. */
export interface AddOriginRequest {
  /** Scheme, host and optional port, without a path. One `*` may stand as the first subdomain. */
  origin: string
}

/** The new origin, wrapped. */
export interface AddOriginResponse {
  /** An origin that browsers may call the environment from. */
  origin?: OriginResponse
}

/** A further address of a wallet whose chain has several kinds of them. */
export interface AdditionalAddress {
  address: string
  /** Public key of the address, if it cannot be read from the address. */
  publicKey?: string | undefined
  /** What the address is for. */
  type: WalletAddressType | Unlisted
}

/** A list of people, and what happens to listed people at sign-in. */
export interface Allowlist {
  /** A UUID in lower case. */
  id: string
  /** Unique among the allowlists of the environment. */
  name: string
  /** When it was enabled; null while it is not enabled. An ISO 8601 instant. */
  enabledAt?: string | null
  /** The environment that the list belongs to. A UUID. */
  projectEnvironmentId: string
  /** Added to the session token of listed people; null for none. With outcome `block` it has no effect. */
  scope?: string | null
  /**
   * What follows: `scope` adds the scope for listed people, `siteAccess` lets in only listed people and adds the
   * scope, if there is one, for them, `block` refuses listed people.
   */
  outcome?: AccessOutcomeEnum | Unlisted
}

/** One page of the entries of an allowlist. */
export interface AllowlistEntriesResponse {
  /** How many entries match in all, on this page and the others. */
  count?: number
  entries?: Array<AllowlistEntry>
}

/** A person, or a domain of people, on an allowlist. Each identity alone is enough to match. */
export interface AllowlistEntry {
  /** A UUID in lower case. */
  id: string
  /** The allowlist that the entry is on. A UUID. */
  allowListId: string
  /** Address of a wallet of the person. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  walletPublicKey?: string
  /** E-mail of the person, in lower case; only a verified one matches. An e-mail address. At most 255 characters. */
  email?: string
  /** Lists everybody with a verified e-mail at this domain. A host name. */
  emailDomain?: string
  /** Phone number in E.164 form, such as +4915112345678. At most 255 characters. */
  phoneNumber?: string
  /** User name of a linked Discord account. At most 255 characters. */
  discordUsername?: string
  /** User name of a linked Twitter account. At most 255 characters. */
  twitterUsername?: string
  /** User name of a linked Farcaster account. At most 255 characters. */
  farcasterUsername?: string
  /** Numeric id of a linked Farcaster account, from 1. At least 1. */
  farcasterFid?: number
  /** A name for people who read the list; it is not compared with anybody. At most 255 characters. */
  alias?: string
  /** Subject of a person who signs in by a foreign issuer. At most 255 characters. */
  externalUserId?: string
}

/** How often users come back. */
export interface AnalyticsEngagementResponse {
  /** Seven rows, by how many days of a week a user was active. */
  activeWeeklyDays: Array<ActiveWeeklyDaysResult>
  /** Which share of users came back in later weeks. */
  retention: AnalyticsEngagementResponseRetention
  /** 168 rows, one per hour of the week, from Sunday 00:00 UTC on. */
  sessionsHeatmap: Array<SessionsHeatmapResult>
}

/** A row for each pair of a week of the range and the same or a later week of the range. */
export interface AnalyticsEngagementResponseRetention {
  /** Cohorts of all users who signed in within the week. */
  allUsers: Array<RetentionTrendResult>
  /** Cohorts of the users who signed in within the week for the first time. */
  newUsers: Array<RetentionTrendResult>
}

/** Activity over time. */
export interface AnalyticsOverviewResponse {
  /** One row per period, in order. */
  activeUsers: Array<ActiveUsersTrendResult>
  /** The sessions that began in each period. */
  sessions: AnalyticsOverviewResponseSessions
}

/**
 * The sessions that began, grouped in two ways. Each method and system that occurs in the range has a row for each
 * period.
 */
export interface AnalyticsOverviewResponseSessions {
  /** By how the user signed in: `wallet`, the provider of a social account such as `google`, `email`, `phoneNumber`, `passkey`, `externalUser`, or `other`. */
  byLoginMethod: Array<SessionsTrendResult>
  /** By the operating system in the user agent: `Windows`, `macOS`, `Linux`, `ChromeOS`, `Android`, `iOS` or `Other`. */
  byOperatingSystem: Array<SessionsTrendResult>
}

/** The days of a range. */
export interface AnalyticsSessionsByDate {
  /** Different users or visitors of the whole range. */
  totalUnique?: number
  /** One row per day, in order. */
  sessions?: Array<AnalyticsSessionsByDateSessions>
}

/** One day. */
export interface AnalyticsSessionsByDateSessions {
  /** Sessions or visits. */
  count?: number
  /** Different users or visitors. */
  uniqueUsers?: number
  /** The day in UTC, such as `2026-01-15`. */
  date?: string
}

/** The numbers that stand above a dashboard. */
export interface AnalyticsToplineResponse {
  /** Sign-ins. */
  sessions: AnalyticsToplineResponseSessions
  /** Users, by when they were created. */
  users: AnalyticsToplineResponseUsers
  /** Wallets, by when they were linked. */
  wallets: AnalyticsToplineResponseWallets
}

/** Number of sessions that began. */
export interface AnalyticsToplineResponseSessions {
  /** Of all time. */
  allTime: number
  /** Within the range. */
  inRange: number
}

/** Number of users that were created. */
export interface AnalyticsToplineResponseUsers {
  /** Of all time. */
  allTime: number
  /** Within the range. */
  inRange: number
}

/** Number of wallets that were linked. */
export interface AnalyticsToplineResponseWallets {
  /** Of all time. */
  allTime: number
  /** Within the range. */
  inRange: number
}

/** Sessions and visits by day. */
export interface AnalyticsVisitResponse {
  /** All sessions and visits of the range. */
  summedSessionsCount?: number
  /**
   * The sum of different users and different visitors of the range. A person who connected a wallet and signed in is
   * counted as both.
   */
  summedTotalUniqueCount?: number
  /** Sessions and their users. */
  users?: AnalyticsSessionsByDate
  /** Visits and their visitors. */
  visits?: AnalyticsSessionsByDate
}

/** How many wallets of one application were linked. */
export interface AnalyticsWalletsBreakdownItem {
  /** Number of wallets. */
  count?: number
  /** Wire name of the wallet application, or `Embedded wallet` for all embedded wallets. */
  walletName?: string
}

/** The wallets of a chain by application. */
export interface AnalyticsWalletsResponse {
  /** The same count twice, for all time and for the range. */
  breakdown: AnalyticsWalletsResponseBreakdown
}

/** Rows by application, the most wallets first. */
export interface AnalyticsWalletsResponseBreakdown {
  /** All wallets that were ever linked. */
  allTime: Array<WalletsBreakdownResult>
  /** Those that were linked within the range. */
  inRange: Array<WalletsBreakdownResult>
}

/** A currency, a token or an NFT. */
export interface Asset {
  /**
   * Its contract; the address of zero bytes for a network's currency.
   * At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`.
   */
  address: string
  /** The network's number, such as 1 for Ethereum Mainnet. */
  chainId?: number
  /** The network's name. */
  chainName: string
  /** Digits after the point of a whole unit. */
  decimals: number
  /** URL of a picture. */
  logoUrl: string
  name: string
  symbol: string
  /** `NATIVE`, `ERC20`, `ERC721`, `ERC1155` or `SPL`. */
  type: string
}

/** What would move of one asset, to the account or from it. */
export interface AssetDiff {
  /** A currency, a token or an NFT. */
  asset: Asset
  transferIn: Array<AssetTransfer>
  transferOut: Array<AssetTransfer>
}

/** Who could spend an asset of the account afterwards, by rights that the transaction gives. */
export interface AssetExposure {
  /** A currency, a token or an NFT. */
  asset: Asset
  /** The rights, by the address of who has them. */
  spenderToInfo: Record<string, AssetExposureSpenderToInfo>
}

/** How much an address could spend. */
export interface AssetExposureSpenderToInfo {
  /** Whole units in decimal, or `unlimited`. */
  amount: string
  /** A name of the address. */
  spenderAlias?: string
  /** US dollars for what the account holds of it now, in decimal. */
  usdValue?: string
}

/** One movement of an asset. */
export interface AssetTransfer {
  /** In the asset's smallest unit, in decimal. */
  rawValue?: string
  /** A short text for people. */
  summary?: string
  /** US dollars for what moves, in decimal; absent without a market. */
  usdPrice?: string
  /** Whole units, in decimal. */
  value?: string
}

/** Whether the authenticator has to attest its model (WebAuthn, section 5.4.7). */
export type AttestationConveyancePreference = "direct" | "enterprise" | "indirect" | "none"

/**
 * `connect-only`: the site asks the wallet only for its address. `connect-and-sign`: it also asks for a signature and
 * signs the user in.
 */
export type AuthModeEnum = "connect-only" | "connect-and-sign"

/** Where clients keep the session. */
export interface AuthSettings {
  /** `localstorage` for the browser's storage, `cookie` for an httpOnly cookie, which takes a custom hostname. */
  storage: Array<AuthStorageEnum | Unlisted>
}

/**
 * Where the browser keeps the session: `localstorage` holds the token itself, `cookie` an httpOnly cookie that
 * scripts cannot read.
 */
export type AuthStorageEnum = "localstorage" | "cookie"

/** Extensions of WebAuthn that are asked for. */
export interface AuthenticationExtensionsClientInputs {
  /** Application id of keys that were registered by U2F. */
  appid?: string
  /** Whether to report if the passkey can be found without its id. */
  credProps?: boolean
  /** Whether to create a secret in addition to the key. */
  hmacCreateSecret?: boolean
}

/** Results of WebAuthn extensions. Other extensions may be present and are ignored. */
export interface AuthenticationExtensionsClientOutputs {
  /** Whether the application id was used. */
  appid?: boolean | undefined
  /** Properties of the passkey. */
  credProps?: { rk?: boolean | undefined } | undefined
  /** Whether a secret was created in addition to the key. */
  hmacCreateSecret?: boolean | undefined
}

/** What an authenticator has signed. Bytes are base64url. */
export interface AuthenticatorAssertionResponse {
  /**
   * What the browser vouches for: challenge, origin and purpose.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  clientDataJSON: string
  /**
   * What the authenticator asserts: the site, whether the person was verified, and its counter.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  authenticatorData: string
  /** The signature over both. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  signature: string
  /** The user handle with which the passkey was created. A sign-in needs it. */
  userHandle?: string | undefined
}

/** Whether an authenticator is part of the device (`platform`) or can be used with several (`cross-platform`). */
export type AuthenticatorAttachment = "cross-platform" | "platform"

/** What an authenticator has created. Bytes are base64url. */
export interface AuthenticatorAttestationResponse {
  /** What the browser asserts: challenge, origin and purpose. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  clientDataJSON: string
  /** The new key and the authenticator's attestation, in CBOR. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  attestationObject: string
  /** The part of it without the attestation. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  authenticatorData?: string | undefined
  /** COSE number of the kind of key. */
  publicKeyAlgorithm?: number | undefined
  /** The public key, as SubjectPublicKeyInfo in DER. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  publicKey?: string | undefined
}

/** What an authenticator has to be able to do (WebAuthn, section 5.4.4). */
export interface AuthenticatorSelectionCriteria {
  /** Whether it has to be part of the device; absent if both are fine. */
  authenticatorAttachment?: AuthenticatorAttachment | Unlisted
  /** Whether `residentKey` is `required`, for older browsers. */
  requireResidentKey?: boolean
  /** Whether the passkey has to be found without its id. */
  residentKey?: ResidentKeyRequirement | Unlisted
  /** Whether it has to verify the person. */
  userVerification?: UserVerificationRequirement | Unlisted
}

/** How an authenticator can be reached, in the spelling of the custody vendor. */
export type AuthenticatorTransportProtocol = "AUTHENTICATOR_TRANSPORT_INTERNAL" | "AUTHENTICATOR_TRANSPORT_USB" | "AUTHENTICATOR_TRANSPORT_NFC" | "AUTHENTICATOR_TRANSPORT_BLE" | "AUTHENTICATOR_TRANSPORT_HYBRID"

/** A place of a backup. */
export interface BackupKeySharesToLocationRequest {
  /** Where a share of the key of an embedded wallet can be backed up. */
  location: WaasBackupOptionsEnum | Unlisted
}

/** The recorded place. */
export interface BackupKeySharesToLocationResponse {
  /** A sentence for people. */
  message: string
  /** A UUID in lower case. */
  walletId: string
  /** Where a share of the key of an embedded wallet can be backed up. */
  location: WaasBackupOptionsEnum | Unlisted
}

/** Places of backups. */
export interface BackupKeySharesToLocationsRequest {
  locations: Array<BackupKeySharesToLocationsWithUserIdRequestLocations>
}

/** The recorded places. */
export interface BackupKeySharesToLocationsResponse {
  /** A sentence for people. */
  message: string
  /** A UUID in lower case. */
  walletId: string
  /** In the order of the request. */
  locationsWithKeyShares: Array<BackupKeySharesToLocationsResponseLocationsWithKeyShares>
}

/** A recorded place. */
export interface BackupKeySharesToLocationsResponseLocationsWithKeyShares {
  /** Where a share of the key of an embedded wallet can be backed up. */
  location: WaasBackupOptionsEnum | Unlisted
  /** A UUID in lower case. */
  keyShareId: string
  /** Id of the share in its storage. A UUID. */
  externalKeyShareId: string
}

/** Places of backups of a wallet that was created before its user took it over. */
export interface BackupKeySharesToLocationsWithUserIdRequest {
  /** The user of the wallet. A UUID. */
  userId: string
  locations: Array<BackupKeySharesToLocationsWithUserIdRequestLocations>
}

/** A place of a backup, and which share it holds. */
export interface BackupKeySharesToLocationsWithUserIdRequestLocations {
  /** Where a share of the key of an embedded wallet can be backed up. */
  location: WaasBackupOptionsEnum | Unlisted
  /**
   * The party whose share it is; needed only to tell several shares apart.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  keygenId?: string | undefined
  /** The scheme that the share belongs to. If it is sent, it has to be that of the wallet. */
  thresholdSignatureScheme?: ThresholdSignatureScheme | Unlisted | undefined
  /** Id of the share in its storage. A UUID. */
  externalKeyShareId?: string | undefined
}

/** Encrypted key shares to store. */
export interface BackupMultipleClientKeySharesRequest {
  /** The ciphertexts, one per share, in whatever format the device reads again. */
  encryptedAccountCredentials: Array<string>
  /** Whether a password of the user is needed to open them. */
  passwordEncrypted: boolean
}

/** What was stored. */
export interface BackupMultipleClientKeySharesResponse {
  keyShares: Array<WalletKeyShareInfo>
}

/** How an organization pays, at the present time. */
export interface BillingSubscription {
  /** Page with the plan and its usage. Anybody with the link can use it for an hour, so only the owner gets it. */
  billingPortalUrl?: string
  /**
   * Page where a payment method is added or removed. Like `billingPortalUrl`, it is valid for an hour and only the
   * owner gets it.
   */
  billingPortalAddPaymentMethodUrl?: string
  /** Whether there is a payment method for a paid plan. */
  hasPaymentMethod: boolean
  /** The plan that the organization is on. */
  planType: BillingSubscriptionPlanTypeEnum | Unlisted
  /** Whether the trial of 14 days is still running. It ends early with the first paid plan. */
  inTrial: boolean
  /** What API tokens of the organization's environments can be granted. Every plan has all of it. */
  scope: Array<string>
  /** When the trial began: at the creation of the organization. An ISO 8601 instant. */
  trialStart?: string
  /** When the trial ends, or ended. An ISO 8601 instant. */
  trialEnd?: string
  /** Days until the trial ends, rounded up; 0 after it. */
  trialDaysLeft?: number
  /** The current billing period. */
  currentBillingPeriod?: BillingSubscriptionPeriod
  /** Counts the states of the subscription, from `1` for a new organization; a change of plan, payment method or coupons adds one. */
  version: string
  /**
   * Whether a user interface should prevent people from switching to live environments: on the plan `free` after the
   * trial. The service itself does not prevent it.
   */
  shouldLockEnvironmentSwitch?: boolean
  /** The coupons that were applied, in their order. */
  coupons?: Array<BillingSubscriptionCoupon>
}

/** A coupon. */
export interface BillingSubscriptionCoupon {
  /** Its code, letter case included. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  coupon: string
}

/** A month that is billed. */
export interface BillingSubscriptionPeriod {
  /** Its first instant. An ISO 8601 instant. */
  startDate: string
  /** The first instant of the next one. An ISO 8601 instant. */
  endDate: string
  /** How many users of the organization's live environments have signed in within the period so far. */
  usagesCount?: number
}

/** A plan. `free` is where every organization begins; `advanced` and `enterprise` are reached by upgrades; `standard` is not sold any more. */
export type BillingSubscriptionPlanTypeEnum = "free" | "advanced" | "enterprise" | "standard"

/** The result of each row. */
export interface BulkUserCreateResponse {
  /** The users that were created, in the order of their rows. */
  created?: Array<User>
  /** The users that were changed, or were already as in the row, in the order of their rows. */
  updated?: Array<User>
  /** The rows that failed, in their order. */
  failed?: Array<BulkUserCreateResponseFailed>
  /** How many rows there were. */
  total?: number
}

/** A row that failed. Nothing of it is stored. */
export interface BulkUserCreateResponseFailed {
  /**
   * The profile that the row asked for, without an invalid `email`, with the id of the user that it identified, or
   * else an unused id.
   */
  user?: User
  /** What is wrong, after the row's number, counted from 0. */
  error?: string
  /** Why it failed. */
  code?: UnprocessableEntityErrorCode | Unlisted
}

/** Whether sign-ins need the answer of a CAPTCHA widget. */
export interface CaptchaSettings {
  enabled?: boolean
  /** Public key for the widget on the page. */
  siteKey?: string
}

/**
 * Whether sign-ins need the answer of a CAPTCHA widget.
 *
 * The fields of {@link CaptchaSettings} in requests.
 */
export interface CaptchaSettingsInput {
  enabled?: boolean | undefined
  /** Key that checks the answers. Write-only: no reply carries it. */
  secretKey?: string | undefined
  /** Public key for the widget on the page. */
  siteKey?: string | undefined
}

/** Whether embedded wallets are created on a chain. */
export interface ChainConfiguration {
  /** The chain, such as `EVM` or `SOL`. */
  name: string
  enabled: boolean
  /** Whether this is the chain of the wallet that the user sees first. */
  primary: boolean
}

/** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
export type ChainEnum = "ETH" | "EVM" | "FLOW" | "SOL" | "ALGO" | "STARK" | "COSMOS" | "BTC" | "ECLIPSE" | "SUI" | "SPARK" | "TRON" | "APTOS" | "TON"

/** A token and its contracts. */
export interface ChainToken {
  /** The token's name. */
  name: string
  /** Its short name, such as `USDC`. */
  symbol: string
  /** Its contract on each network. */
  tokenAddresses: Array<TokenAddress>
}

/** The new passkey. */
export interface CompletePasskeyRecoveryRequest {
  /** Id of the wallet. A UUID. */
  walletId: string
  /** A passkey that an authenticator has created for wallets. Bytes are base64url. */
  attestation: PasskeyRegistrationCredential
  /**
   * The challenge over which the passkey was created. It proves that the e-mail was read if it is base64url of a
   * signature by the key in the e-mail over the text of `vendorRecoveryUserId` (ECDSA with SHA-256, DER).
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  challenge: string
}

/** The wallet that connected, as the browser reports it. */
export interface ConnectRequest {
  /** Address of the wallet on `chain`. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  address: string
  /** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
  chain: ChainEnum | Unlisted
  /** How the wallet was reached. */
  provider: WalletProviderEnum | Unlisted
  /** Wire name of the wallet application, such as `metamask`. At most 255 characters. */
  walletName: string
  /** What the site does with connected wallets. */
  authMode?: AuthModeEnum | Unlisted | undefined
}

/** Wallets of one generation, on one or several chains, with the passkey that secures them. */
export interface CreateEmbeddedWalletParams {
  /** The chains on which to create wallets. Without `chains` and `chain`, those that the settings enable. */
  chains?: Array<EmbeddedWalletChainEnum | Unlisted> | undefined
  /** One more chain. */
  chain?: EmbeddedWalletChainEnum | Unlisted | undefined
  /**
   * Who holds the key: the custody vendor, one key for each wallet (generation `V1`) or one secret for all of them
   * (generation `V2`), or shares of user and service (generation `V3`). The first two are deprecated.
   */
  embeddedWalletProvider: EmbeddedWalletProviderEnum | Unlisted
  /**
   * The passkey that secures wallets at the custody vendor.
   * @deprecated Do not use it in new code.
   */
  embeddedWalletSpecificOpts?: CreateVendorEmbeddedWalletSpecificOpts | undefined
  /**
   * Whether a passkey secures the wallets. It follows from `embeddedWalletSpecificOpts`; a value that contradicts
   * that is refused.
   */
  isAuthenticatorAttached?: boolean | undefined
  /** Name of the passkey. At most 255 characters. */
  passkeyAlias?: string | undefined
  /**
   * Session key to register for these wallets, as `vendorWallets.registerSessionKey` does. Generation `V2` only.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  sessionPublicKey?: string | undefined
}

/** The wallets to create. */
export interface CreateEmbeddedWalletsRequest {
  /** One entry for each group of wallets with a key of its own. From 1 to 5 items. */
  embeddedWallets: Array<CreateEmbeddedWalletParams>
}

/** A transfer from an exchange. */
export interface CreateExchangeTransferRequest {
  /**
   * The address that receives the tokens.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  to: string
  /** In whole units. At least 0. */
  amount: number
  /** Symbol of the currency. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  currency: string
  /**
   * Name of the network, as onramps.listNetworks has them.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  network?: string | undefined
  /** The network by its chain and number. */
  networkObject?: CreateExchangeTransferRequestNetworkObject | undefined
  /** An id with which the request can be repeated. A UUID. */
  id?: string | undefined
  /** A note for the person. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  description?: string | undefined
  /**
   * The code that the exchange has sent.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  mfaCode?: string | undefined
}

/** A network by its chain and number. */
export interface CreateExchangeTransferRequestNetworkObject {
  /** Number of the network. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  networkId: string
  /** The chain. */
  chainName: ChainEnum | Unlisted
}

/** Asks for a proof of the second factor, for actions that ask for it again. */
export interface CreateMfaToken {
  /** Whether the proof is valid for one action; otherwise it is valid for any number of actions within ten minutes. */
  singleUse: boolean
}

/** The project that was created. */
export interface CreateProjectResponse {
  /** A new project with its environments. */
  project?: CreateProjectResponseProject
}

/** A new project with its environments. */
export interface CreateProjectResponseProject {
  /** A UUID in lower case. */
  id?: string
  name?: string
  /** A UUID in lower case. */
  organizationId?: string
  /** The two environments of the project: `sandbox` and `live`. */
  projectEnvironments?: Array<CreateProjectResponseProjectProjectEnvironments>
}

/** One of the two environments of a new project. */
export interface CreateProjectResponseProjectProjectEnvironments {
  /** A UUID in lower case. */
  id?: string
  /** `sandbox` or `live`. */
  environmentName?: string
}

/** Which rooms to open for a wallet. */
export interface CreateRoomsRequest {
  /** Who takes part in a room, as many parties as it takes to sign (`threshold`) or all of them (`full`). */
  roomType: RoomTypeEnum | Unlisted
  /**
   * How many. From 1 to 20.
   * @default 5
   */
  roomCount?: number | undefined
}

/** Rooms that were opened. */
export interface CreateRoomsResponse {
  /** The ids of the rooms. */
  roomIds: Array<string>
}

/** Which rooms to open before there is a wallet. */
export interface CreateRoomsWithoutWalletIdRequest {
  /** Who takes part in a room, as many parties as it takes to sign (`threshold`) or all of them (`full`). */
  roomType: RoomTypeEnum | Unlisted
  /** The scheme of the wallet that they will be used for. */
  thresholdSignatureScheme: ThresholdSignatureScheme | Unlisted
  /**
   * How many. From 1 to 20.
   * @default 5
   */
  roomCount?: number | undefined
}

/** Rooms that were opened. */
export interface CreateRoomsWithoutWalletIdResponse {
  /** The ids of the rooms. */
  roomIds: Array<string>
}

/** The new API token, wrapped. */
export interface CreateTokenResponse {
  /** An API token with its raw value, which only the creation shows. */
  token: TokenWithRaw
}

/** The user who gets wallets, and the chains. */
export interface CreateUserEmbeddedWalletsFromFrameRequest {
  /** The address of the user. An e-mail address. */
  email: string
  /** The Farcaster id of the user. */
  fid: number
  /** The chains on which to create wallets; a repeated chain counts once. At least 1 item. */
  chains: Array<EmbeddedWalletChainEnum | Unlisted>
}

/** The user who gets wallets, and the chains. */
export interface CreateUserEmbeddedWalletsRequest {
  /** The address, id, number, username or account id of the user, as `type` says. */
  identifier: string
  /** What identifies a user. `id` is the user's id here, `externalUserId` the subject of the foreign issuer's tokens. */
  type: UserIdentifierTypeEnum | Unlisted
  /** The chains on which to create wallets; a repeated chain counts once. At least 1 item. */
  chains?: Array<EmbeddedWalletChainEnum | Unlisted> | undefined
  /** One more chain. Use `chains`. */
  chain?: EmbeddedWalletChainEnum | Unlisted | undefined
  /**
   * Country of a `phoneNumber` in national form. Without it the number begins with a plus sign and its country
   * calling code.
   */
  smsCountryCode?: SmsCountryCode | undefined
  /** The provider of a `socialUsername` or `socialAccountId`, which needs it. */
  socialProvider?: ProviderEnum | Unlisted | undefined
}

/** A social account to link to a new user without a sign-in at the provider. */
export interface CreateUserOauthRequest {
  /**
   * Wire name of a provider, of sign-ins, messages, wallets, payments or screening. `turnkey` is deprecated: new
   * embedded wallets are of version `V3`.
   */
  provider: ProviderEnum | Unlisted
  /**
   * The provider's own id of the account. It belongs to at most one user of an environment.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  accountId: string
  /** Addresses that the provider knows for the account. They do not become credentials of their own. */
  emails?: Array<string> | undefined
  /**
   * As `NonEmptyString255`, or an empty string.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  displayName?: string | undefined
  /**
   * As `NonEmptyString255`, or an empty string.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  username?: string | undefined
  /** URLs of pictures of the account. */
  photos?: Array<string> | undefined
  /** The provider's profile of the account, stored unchanged. */
  profile?: Record<string, unknown> | undefined
}

/** The user who gets wallets whose key is shared, and the chains. */
export interface CreateUserWaasWalletsRequest {
  /** The address, id, number, username or account id of the user, as `type` says. */
  identifier: string
  /** What identifies a user. `id` is the user's id here, `externalUserId` the subject of the foreign issuer's tokens. */
  type: UserIdentifierTypeEnum | Unlisted
  /** The chains on which to create wallets; a repeated chain counts once. At least 1 item. */
  chains: Array<WaasChainEnum | Unlisted>
  /**
   * Country of a `phoneNumber` in national form. Without it the number begins with a plus sign and its country
   * calling code.
   */
  smsCountryCode?: SmsCountryCode | undefined
  /** The provider of a `socialUsername` or `socialAccountId`, which needs it. */
  socialProvider?: ProviderEnum | Unlisted | undefined
}

/** The passkey that secures wallets at the custody vendor. */
export interface CreateVendorEmbeddedWalletSpecificOpts {
  /** A passkey that an authenticator has created for wallets. Bytes are base64url. */
  attestation: PasskeyRegistrationCredential
  /**
   * The challenge over which the passkey was created, base64url. The client chooses it.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  challenge: string
}

/** The wallet whose key is to be generated, and the parties of the user. */
export interface CreateWaasAccountRequest {
  /** The family of chains that the wallet is for. */
  chain: WaasChainEnum | Unlisted
  /**
   * The ids of the user's parties, in the order of their shares: one for `TWO_OF_TWO`, two for `TWO_OF_THREE`,
   * three for `THREE_OF_FIVE`.
   */
  clientKeygenIds: Array<string>
  /** How many shares the key gets, and how many a signature needs; `TWO_OF_TWO` unless it is set. */
  thresholdSignatureScheme?: ThresholdSignatureScheme | Unlisted | undefined
  /**
   * Whether the room is opened although another key of the user for the chain is being generated.
   * @default false
   */
  skipLock?: boolean | undefined
  /** On BTC, how the address comes from the key: `native_segwit` or `taproot`. */
  addressType?: string | undefined
}

/** The stamped request to add a chain to a wallet. */
export interface CreateWalletAccountRequest {
  /**
   * A request to the custody vendor that a passkey or an API key of the wallet has signed.
   * @deprecated Do not use it in new code.
   */
  vendorSignedRequest: VendorSignedRequest
}

/** An external wallet to link to a user. */
export interface CreateWalletRequest {
  /**
   * Address of the wallet on `chain`. It belongs to at most one user of an environment.
   * At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`.
   */
  publicWalletAddress: string
  /** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
  chain: ChainEnum | Unlisted
  /**
   * Wire name of the wallet application, such as `metamask`.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  walletName: string
  /** How the wallet is reached; `embeddedWallet` is refused here. */
  walletProvider: WalletProviderEnum | Unlisted
  /** Further addresses of the same wallet, for example for payments and ordinals on Bitcoin. */
  additionalWalletAddresses?: Array<AdditionalAddress> | undefined
}

/** What is to be paid, and where it goes. */
export interface CryptoPaymentCreateRequest {
  /** How much, in whole units of `currency`. */
  amount: number
  /** Symbol of a token on the network, or code of money. */
  currency: string
  /**
   * What it is for, which the page shows.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  description?: string | undefined
  /** Anything that the application adds; it comes back as it is. */
  metadata?: Record<string, unknown> | undefined
  /** The order of the application. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  orderId?: string | undefined
  /**
   * The merchant for whom the application asks.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  subMerchantId?: string | undefined
  /** The address that is paid. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  walletAddress: string
  /**
   * Number of a network of the chain. Without it, the first one that the environment enables.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  networkId?: string | undefined
  /** The chain of the address. */
  chain: ChainEnum | Unlisted
  /**
   * Name of the site, which the page shows.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  merchantName?: string | undefined
}

/** A payment in tokens. */
export interface CryptoPaymentResponse {
  /** Id of the payment. A UUID. */
  id: string
  /** `pending`, `paid` or `expired`. */
  status: string
  /** How much was asked for. */
  amount: number
  /** In which currency or token it was asked for. */
  currency: string
  /** Symbol of the token to pay with. */
  cryptoCurrency?: string
  /** How many whole tokens to pay, exactly. */
  cryptoAmount?: string
  /** The address to pay to. */
  recipient?: string
  /** Id of the user. */
  customerId?: string
  /** The page that shows how to pay, and whether it was paid. */
  paymentUrl: string
  /** The text of a QR code with the payment, for wallets. */
  qrCode: string
  /** How much went back. */
  amountRefunded?: number
  /** Whether all of it went back. */
  refunded?: boolean
  /** Whether the environment is the live one. */
  liveMode?: boolean
  /** When it was created, in seconds of Unix time. */
  created?: number
  /** Until when it can be paid, in seconds of Unix time. */
  expiredAt?: number
  /** What it is for. */
  description?: string
  /** What the application has added. */
  metadata?: Record<string, unknown>
  /** The order of the application. */
  orderId?: string
  /** Where the page leads after the payment, as the settings of the provider say. */
  returnUrl?: string
  /** Where the page leads without a payment, as the settings of the provider say. */
  cancelUrl?: string
}

/** A currency or a token, and how much of it one US dollar buys. */
export interface Currency {
  /** Its name, such as `Euro`. */
  name: string
  /** The sign or short name that people see, such as `€` or `ETH`. */
  symbol: string
  /** `fiat` for money of a state, `crypto` for coins and tokens. */
  type: CurrencyType | Unlisted
  /** Its code for programs, such as `EUR` or `ETH`. */
  code: string
  /** Units for one US dollar. */
  value: number
}

/** `fiat` for money of a state, `crypto` for coins and tokens. */
export type CurrencyType = "fiat" | "crypto"

/** A field that the environment adds to the profile of its users. */
export interface CustomField {
  /** A UUID in lower case. */
  id: string
  /**
   * Name of the value in profiles and tokens; derived from `name` at creation and fixed from then on.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  key: string
  /** What people see as the label. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  name: string
  /** Whether people see the field; a field that is not enabled keeps its values. */
  enabled: boolean
  /** Whether sign-in is complete only with a value. Applies to enabled fields. */
  required: boolean
  /** How the field is filled in: free text, a checkbox, or one of some options. */
  fieldType: CustomFieldType | Unlisted
  /** The rules for a value; each rule applies to the field types that it fits. */
  validationRules?: ValidationRules
  /** Place among the fields, counted from 0. */
  position: number
}

/** A custom field without its key, which is derived from the name that the field is created with. */
export interface CustomFieldRequest {
  /**
   * What people see as the label; unique among the fields. The key is derived from it at creation.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  name: string
  /** Whether people see the field; a field that is not enabled keeps its values. */
  enabled: boolean
  /** Whether sign-in is complete only with a value. Applies to enabled fields. */
  required: boolean
  /** How the field is filled in: free text, a checkbox, or one of some options. */
  fieldType: CustomFieldType | Unlisted
  /** The rules for a value; each rule applies to the field types that it fits. */
  validationRules?: ValidationRules | undefined
  /** Place among the fields, counted from 0. */
  position: number
}

/** How a custom field is filled in: free `text`, a `checkbox` that is ticked or not, or a `select` of fixed options. */
export type CustomFieldType = "text" | "checkbox" | "select"

/** One option of a select field. */
export interface CustomFieldValidValue {
  /** What people see. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'()\[\]*]+(?<=\S)$`. */
  label: string
  /**
   * What is stored. Without it, the label.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'()\[\]*]+(?<=\S)$`.
   */
  key?: string | undefined
}

/** The hostname to add and what it is for. */
export interface CustomHostnameCreateRequest {
  /**
   * Full name without scheme, port or path; stored in lower case.
   * At most 255 characters. Matches `^(?!-)[A-Za-z0-9-]+([\-\.]{1}[a-z0-9]+)*\.[A-Za-z]{2,15}$`.
   */
  hostname: string
  /** `cookies` for sessions kept in httpOnly cookies, `globalWallet` for the page of a global wallet. */
  usage: CustomHostnameUsageEnum | Unlisted
}

/**
 * `pending` until DNS answers, `active` once all records are found, `error` when they are wrong or did not appear in
 * time.
 */
export type CustomHostnameStatusEnum = "active" | "pending" | "error"

/** `cookies` for sessions kept in httpOnly cookies, `globalWallet` for the page of a global wallet. */
export type CustomHostnameUsageEnum = "cookies" | "globalWallet"

/** A DNS record to set where the hostname is administered. */
export interface CustomHostnameVerificationRecord {
  /** Type of the DNS record. */
  dnsRecordType: DnsRecordType | Unlisted
  /** The purpose of the record: issuing the certificate, proving ownership, or pointing the hostname to the service. */
  verificationType: CustomHostnameVerificationType | Unlisted
  /** Full name of the record. */
  name: string
  /** Text of a TXT record, or target of a CNAME record. */
  value: string
}

/** The purpose of the record: issuing the certificate, proving ownership, or pointing the hostname to the service. */
export type CustomHostnameVerificationType = "certificate" | "ownership" | "alias"

/** All custom hostnames of an environment, oldest first. */
export interface CustomHostnamesResponse {
  customHostnames: Array<Hostname>
}

/** A blockchain network that an organization describes itself. */
export interface CustomNetwork {
  /** A UUID in lower case. */
  id: string
  /** Chain family of the network. */
  networkType: ChainEnum | Unlisted
  /** What people see as the name of the network. At most 100 characters. Matches `^(?=\S)[\p{L}\p{N} _.,-]+(?<=\S)$`. */
  chainName: string
  /** The network's own chain number, in decimal digits. At most 100 characters. Matches `^[0-9]+$`. */
  chainId: string
  /** URL for JSON-RPC calls. At most 255 characters. */
  rpcUrl: string
  /** Where people look up transactions. At most 255 characters. */
  blockExplorerUrl: string
  /** As `NonEmptyUrl`, at most 255 characters. At most 255 characters. */
  iconUrl: string
  /** Name of a chain for people to read. At most 100 characters. Matches `^(?=\S)[\p{L}\p{N} _.,-]+(?<=\S)$`. */
  nativeCurrencyName: string
  /** Symbol of a currency or token in capitals, such as `ETH`. At most 100 characters. Matches `^[A-Z0-9]{1,10}$`. */
  nativeCurrencySymbol: string
  /** As `NonEmptyUrl`, at most 255 characters. At most 255 characters. */
  nativeCurrencyIconUrl: string
  /** Decimal places between the smallest unit and one coin. From 0 to 18. */
  nativeCurrencyDecimals: number
}

/** The full description of a custom network. */
export interface CustomNetworkRequest {
  /** Chain family of the network. */
  networkType: ChainEnum | Unlisted
  /** What people see as the name of the network. At most 100 characters. Matches `^(?=\S)[\p{L}\p{N} _.,-]+(?<=\S)$`. */
  chainName: string
  /** The network's own chain number, in decimal digits. At most 100 characters. Matches `^[0-9]+$`. */
  chainId: string
  /** URL for JSON-RPC calls. At most 255 characters. */
  rpcUrl: string
  /** Where people look up transactions. At most 255 characters. */
  blockExplorerUrl: string
  /** As `NonEmptyUrl`, at most 255 characters. At most 255 characters. */
  iconUrl: string
  /** Name of a chain for people to read. At most 100 characters. Matches `^(?=\S)[\p{L}\p{N} _.,-]+(?<=\S)$`. */
  nativeCurrencyName: string
  /** Symbol of a currency or token in capitals, such as `ETH`. At most 100 characters. Matches `^[A-Z0-9]{1,10}$`. */
  nativeCurrencySymbol: string
  /** As `NonEmptyUrl`, at most 255 characters. At most 255 characters. */
  nativeCurrencyIconUrl: string
  /** Decimal places between the smallest unit and one coin. From 0 to 18. */
  nativeCurrencyDecimals: number
}

/** One custom network, wrapped. */
export interface CustomNetworkResponse {
  /** A blockchain network that an organization describes itself. */
  customNetwork?: CustomNetwork
}

/** All custom networks of an organization, each wrapped in `customNetwork`, oldest first. */
export interface CustomNetworksResponse {
  customNetworks?: Array<CustomNetworkResponse>
}

/** A URL that sign-ins in mobile apps may redirect to. */
export interface DeeplinkUrl {
  /** A UUID in lower case. */
  id: string
  /** The allowed URL; `*` stands for exactly one label. At most 2048 characters. */
  url: string
  /** An ISO 8601 instant. */
  createdAt: string
}

/** All deep links of an environment, oldest first. */
export interface DeeplinkUrlsResponse {
  deeplinkUrls: Array<DeeplinkUrl>
}

/** Who becomes the owner. */
export interface DelegateOwnershipRequest {
  /** Id of a member of the same organization, not of the person, with the role `admin`. A UUID. */
  adminMemberIdToDelegate: string
}

/** A public key that key shares are encrypted to on their way to a server of the application. */
export interface DelegatedAccessEncryptionPublicKey {
  /** A UUID in lower case. */
  id: string
  /** Id of the environment. A UUID. */
  projectEnvironmentId: string
  /** Id of the key, also used in messages. At most 64 characters. */
  kid: string
  /** How shares are encrypted to it. */
  alg: "RSA-OAEP-256" | "HYBRID-RSA-AES-256" | Unlisted
  /** The key in PEM, as base64. At most 4096 characters. */
  publicKeyPemB64: string
  /** Whether it is unused, in use, or withdrawn. */
  status: "pending" | "active" | "revoked" | Unlisted
  /** Whose key it is. */
  type: WaasDelegatedAccessEncryptionPublicKeyType | Unlisted
  /** When it ends; null for no end. An ISO 8601 instant. */
  expiresAt?: string | null
  /** When it was revoked; null while it was not. An ISO 8601 instant. */
  revokedAt?: string | null
  /** An ISO 8601 instant. */
  createdAt: string
  /** An ISO 8601 instant. */
  updatedAt: string
}

/** A public key of the environment's own server. */
export interface DelegatedAccessEncryptionPublicKeyResponse {
  /** A public key that key shares are encrypted to on their way to a server of the application. */
  key: DelegatedAccessEncryptionPublicKey
  /** A sentence for people. */
  message: string
}

/** One public key of the environment's own server, or all of them. */
export interface DelegatedAccessEncryptionPublicKeysUnifiedResponse {
  /** The key that shares are sealed to at present; set unless all are asked for. */
  key?: DelegatedAccessEncryptionPublicKey
  /** All keys, the newest first; set if they are asked for. */
  keys?: Array<DelegatedAccessEncryptionPublicKey>
  /** A sentence for people. */
  message: string
}

/** A key by which a server of the application signs with a wallet. */
export interface DelegatedAccessWalletApiKey {
  /** The key to which the shares are encrypted. */
  encryptionPublicKey: DelegatedAccessEncryptionPublicKey
  /** What the server may do with the wallet. */
  scopes: Array<string>
  /** When it ends; null for no end. An ISO 8601 instant. */
  expiresAt?: string | null
  /** An ISO 8601 instant. */
  createdAt: string
  /** An ISO 8601 instant. */
  updatedAt: string
  /** When it was withdrawn; null while it is valid. An ISO 8601 instant. */
  deletedAt?: string | null
}

/** A share that the user's device has sealed to the environment's own server. */
export interface DelegatedShareDeliveryRequest {
  /**
   * An envelope: AES-256-GCM under a key that RSA-OAEP with SHA-256 has encrypted. All fields but `alg` and `kid` are
   * base64url without padding.
   */
  encryptedDelegatedShare: DelegatedShareDeliveryRequestEncryptedDelegatedShare
}

/**
 * An envelope: AES-256-GCM under a key that RSA-OAEP with SHA-256 has encrypted. All fields but `alg` and `kid` are
 * base64url without padding.
 */
export interface DelegatedShareDeliveryRequestEncryptedDelegatedShare {
  /** `HYBRID-RSA-AES-256`. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  alg: string
  /** Nonce of AES-GCM, 12 bytes. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  iv: string
  /** The ciphertext without the tag. At most 4096 characters. */
  ct: string
  /** Tag of AES-GCM, 16 bytes. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  tag: string
  /** The AES key, encrypted by RSA-OAEP with SHA-256. At most 4096 characters. */
  ek: string
  /**
   * Thumbprint of the RSA key; without it, that of the present key.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  kid?: string | undefined
}

/** What became of a delivered share. */
export interface DelegatedShareDeliveryResponse {
  /** Id of the delivery. A UUID. */
  delegatedShareDeliveryId: string
  /** `accepted` if it goes to a webhook at once, `queued` if it waits for one. */
  status: "accepted" | "queued" | Unlisted
  /** A sentence for people. */
  message?: string
}

/** The stamped request to delete wallets. An empty object is like no body. */
export interface DeleteEmbeddedWalletsRequest {
  /**
   * A request to the custody vendor that a passkey or an API key of the wallet has signed.
   * @deprecated Do not use it in new code.
   */
  vendorSignedRequest?: VendorSignedRequest | undefined
}

/** Which passkey to delete. */
export interface DeleteUserPasskeyRequest {
  /** Id of the passkey. A UUID. */
  passkeyId: string
}

/** Type of the DNS record. */
export type DnsRecordType = "TXT" | "CNAME"

/** A span of time, as an amount of a unit. */
export interface Duration {
  /** How many units; greater than zero. */
  amount: number
  /** Unit of a duration. */
  unit: TimeUnitEnum | Unlisted
}

/** How a smart wallet checks ECDSA signatures of its owner: by the vendor's single-chain or multi-chain validator. */
export type EcdsaValidatorOptions = "vendor_signer_to_ecdsa" | "vendor_multi_chain"

/** What typed data is for. */
export interface Eip712Domain {
  /** Name of the application. */
  name?: string | undefined
  /** Version of the application. */
  version?: string | undefined
  /** Id of the chain. */
  chainId?: number | undefined
  /** The contract that verifies the signature. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  verifyingContract?: string | undefined
}

/** A member of a struct. */
export interface Eip712TypeMember {
  /** Name of the member. */
  name: string
  /** Its type, such as `uint256` or another struct. */
  type: string
}

/** The provider with which people sign in with an e-mail address. */
export interface EmailProviderResponse {
  /** `emailOnly` for one-time codes, `magicLink` for the links of that provider. */
  emailProvider: ProviderEnum | Unlisted
}

/** Where to send a code. */
export interface EmailVerificationCreateRequest {
  /** The address to prove; letter case makes no difference. An e-mail address. At most 255 characters. */
  email: string
  /** Answer of the CAPTCHA widget, if the environment asks for one. */
  captchaToken?: string | undefined
}

/** A verification that waits for its code. */
export interface EmailVerificationCreateResponse {
  /** Id of the verification; `retry`, `signIn` and `verify` take it. A UUID. */
  verificationUUID: string
  /** The address that the code was sent to, as it was entered. An e-mail address. */
  email: string
}

/** A code that was sent by e-mail, as a second factor. */
export interface EmailVerificationMfaRequest {
  /** Id of the verification that `emailSignIn.create` began. A UUID. */
  verificationUUID: string
  /** The six digits of the message. Matches `^[0-9]{6}$`. */
  verificationToken: string
  /** Asks for a proof for further actions. */
  createMfaToken?: CreateMfaToken | undefined
}

/** The verification that needs another code. */
export interface EmailVerificationRetryRequest {
  /** Id of the verification, as `create` gave it. A UUID. */
  verificationUUID: string
  /** The address of the verification; another one is refused. An e-mail address. At most 255 characters. */
  email: string
  /** Answer of the CAPTCHA widget, if the environment asks for one. */
  captchaToken?: string | undefined
}

/** A verification with the code that was sent. */
export interface EmailVerificationVerifyRequest {
  /** Id of the verification, as `create` or a change of profile gave it. A UUID. */
  verificationUUID: string
  /** The code from the message. Matches `^[0-9]{6}$`. */
  verificationToken: string
  /** Answer of the CAPTCHA widget, if the environment asks for one. */
  captchaToken?: string | undefined
  /**
   * Public key of the client that signs in, for the tokens of the session. An existing session keeps its key.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  sessionPublicKey?: string | undefined
}

/** A token for the provider that creates wallets in the browser. */
export interface EmbeddedWalletAuthToken {
  /** JWT of one minute that the environment has signed. */
  token: string
}

/** What a token is for. */
export type EmbeddedWalletAuthType = "mpc"

/** A chain on which embedded wallets are created. */
export type EmbeddedWalletChainEnum = "EVM" | "SOL" | "SUI" | "BTC" | "TON"

/** The wallet to claim. */
export interface EmbeddedWalletPasscodeClaimRequest {
  /** Id of the wallet. A UUID. */
  walletId: string
}

/**
 * Who holds the key: the custody vendor, one key for each wallet (generation `V1`) or one secret for all of them
 * (generation `V2`), or shares of user and service (generation `V3`). The first two are deprecated.
 */
export type EmbeddedWalletProviderEnum = "turnkey" | "turnkeyhd" | "dynamicWaas"

/** A secret of a wallet. */
export interface EmbeddedWalletSecret {
  /** Id of the wallet. A UUID. */
  walletId: string
  /** The secret. */
  secret: string
  /** Who made it. */
  source?: PasswordSourceTypeEnum | Unlisted
}

/** What protects an embedded wallet against use by others. */
export type EmbeddedWalletSecurityMethod = "passkey" | "passphrase"

/** Generation of embedded wallets. `V3` keys are split into shares and never whole in one place. */
export type EmbeddedWalletVersionEnum = "V1" | "V2" | "V3"

/** `sandbox` is for trying things out, `live` for real users. They share no data, tokens or keys. */
export type EnvironmentEnum = "sandbox" | "live"

/** Something that changed in an environment. Webhooks deliver the same events. */
export interface EnvironmentEvent {
  /** A UUID in lower case. */
  eventId: string
  /** A UUID in lower case. */
  environmentId: string
  /** `sandbox` is for trying things out, `live` for real users. They share no data, tokens or keys. */
  environmentName: EnvironmentEnum | Unlisted
  /**
   * What happened: the name after its first dot, such as `created` or `session.revoked`. Absent for names without a
   * dot.
   */
  eventAction?: string
  /** Name of the event, as in `EventName`. New names may be added, so handle unknown ones. */
  eventName: string
  /** What it happened to: the name up to its first dot, such as `user` or `wallet`. */
  resourceType?: string
  /** When it happened. An ISO 8601 instant. */
  timestamp: string
  /** The resource after the change, or before it if it was deleted. */
  data: Record<string, unknown>
  /** Who caused the event. */
  context: EventContext
}

/** How many users and visitors an environment has. */
export interface EnvironmentVisitorsResponse {
  /** Users; those who signed in within the last 30 days are counted there even if they were deleted later. */
  users?: EnvironmentVisitorsResponseUsers
  /** Wallets that connected, signed in or not. */
  visitors?: EnvironmentVisitorsResponseUsers
}

/** How many there are now, and how many there were recently. */
export interface EnvironmentVisitorsResponseUsers {
  /** How many there are now. */
  count?: number
  /** How many different ones there were in the last 30 days in UTC, today included. */
  uniquePastMonth?: number
}

/** The two environments of a project, wrapped. */
export interface EnvironmentsResponse {
  /** The two environments of a project. */
  environments: EnvironmentsResponseEnvironments
}

/** The two environments of a project. */
export interface EnvironmentsResponseEnvironments {
  /** For real users. */
  live: ProjectEnvironment
  /** For testing. */
  sandbox: ProjectEnvironment
}

/** Body of every error without a special shape. */
export interface ErrorBody {
  /** A sentence for people to read. It never contains a token, code or key. */
  error: string
  /** Stable name of the reason, for programs. */
  code: ErrorCode | Unlisted
}

/**
 * Why a request failed. `validation_failed` names a field or parameter that breaks its schema, `bad_request`
 * everything else that is malformed.
 */
export type ErrorCode = "bad_request" | "validation_failed" | "body_too_large" | "invalid_cursor" | "unauthorized" | "token_expired" | "token_revoked" | "session_revoked" | "mfa_required" | "forbidden" | "missing_scope" | "insufficient_role" | "wrong_environment" | "origin_not_allowed" | "not_found" | "method_not_allowed" | "conflict" | "unsupported_media_type" | "too_many_requests" | "lock_timeout" | "room_expired" | "policy_denied" | "wallet_api_key_invalid" | "internal_server_error"

/** The error of a refusal with 403. */
export interface ErrorMessageWithCode {
  /** Stable name of the reason, for programs. */
  code?: string
  /** A sentence for people to read. */
  message?: string
}

/** Who caused the event. */
export interface EventContext {
  /** Id of the end user who acted; absent when a server, a member or nobody did. */
  userId?: string
  /** Version of the shape of the event's `data`; `1` so far. */
  version?: string
}

/** A kind of event. */
export interface EventType {
  /** Name of the event, as in `EventName`. */
  name: string
  /** What the event reports, in a sentence for people to read. */
  description: string
}

/** The setting for an exchange that users can move funds from. */
export interface Exchange {
  /** A UUID in lower case. */
  id?: string
  /** The exchange, by its wire name. */
  exchange: ExchangeKeyEnum | Unlisted
  /** When it was enabled; null while it is not. An ISO 8601 instant. */
  enabledAt?: string | null
  /** The identity provider that users sign in to the exchange with. */
  socialProvider?: ProviderEnum | Unlisted
  /** The provider that sells funds for it. */
  onRampProvider?: ProviderEnum | Unlisted
}

/** An exchange and the providers that it works with. */
export interface ExchangeCreateRequest {
  /** The exchange, by its wire name. */
  exchange: ExchangeKeyEnum | Unlisted
  /** The identity provider with which users sign in to the exchange. */
  socialProvider?: ProviderEnum | Unlisted | undefined
  /** The provider that sells funds for it. */
  onRampProvider?: ProviderEnum | Unlisted | undefined
}

/** A crypto exchange that users can pay from. */
export type ExchangeKeyEnum = "coinbase" | "kraken"

/** An exchange that clients can offer. */
export interface ExchangeOption {
  /** The exchange, by its wire name. */
  exchange: ExchangeKeyEnum | Unlisted
  /** The identity provider that users sign in to the exchange with. */
  socialProvider?: ProviderEnum | Unlisted
  /** The provider that sells funds for it. */
  onRampProvider?: ProviderEnum | Unlisted
}

/** The exchanges of an environment, wrapped. */
export interface ExchangeResponse {
  /** Oldest first. */
  exchanges?: Array<Exchange>
}

/** A deposit into an account, or a transfer out of it. */
export interface ExchangeTransaction {
  /** Its id at the exchange. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  transactionId?: string
  /** The transaction on the chain. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  transactionHash?: string
  /** `pending`, `completed` or `failed`. */
  status?: string
  /** In whole units. */
  amount?: number
  /** Symbol of the currency. */
  currency?: string
  /** When it was requested. An ISO 8601 instant. */
  createdAt?: string
}

/** A transfer from an exchange. */
export interface ExchangeTransferResponse {
  /** The id of the request, or one of the exchange. A UUID. */
  id: string
  /** Id of the account. A UUID. */
  exchangeAccountId?: string
  /** `pending`, `completed` or `failed`. */
  status?: string
  /** In whole units. */
  amount: number
  /** Symbol of the currency. */
  currency: string
  /** When it was requested. An ISO 8601 instant. */
  createdAt?: string
}

/** A file with all records of one model of an environment, or the job that writes it. */
export interface Export {
  /** A UUID in lower case. */
  id: string
  /** `csv`: comma-separated values in UTF-8 with a header row. */
  format: ExportFormatEnum | Unlisted
  /** `users` are the users of the environment, `visits` the visitors. */
  model: ExportModelEnum | Unlisted
  /** `pending` until the work is done; `completed` and `failed` are final. */
  status: ExportStatusEnum | Unlisted
  /** An ISO 8601 instant. */
  createdAt: string
  /** When the work began; null before. The file has the records as they were at this time. An ISO 8601 instant. */
  startedAt?: string | null
  /** When the file was ready; null until then, and for failed exports. An ISO 8601 instant. */
  completedAt?: string | null
  /**
   * URL of `exports.download` for this export. It needs the same credentials as any other call. Present once
   * completed.
   * A URL.
   */
  downloadUrl?: string
  /** Why the export failed, in a sentence. Present only then. */
  error?: string
}

/** What to export, and how. */
export interface ExportCreateRequest {
  /** `csv`: comma-separated values in UTF-8 with a header row. */
  format: ExportFormatEnum | Unlisted
  /** `users` are the users of the environment, `visits` the visitors. */
  model: ExportModelEnum | Unlisted
}

/** A sealed key. */
export interface ExportEmbeddedWalletResponse {
  /**
   * Base64url of the encapsulated key (65 bytes) and the ciphertext, by HPKE to the target key of the activity:
   * DHKEM of P-256, HKDF-SHA-256, AES-256-GCM, `info` is the text `custody export`. It contains JSON with
   * `mnemonic` of `V2`, or `privateKey` of `V1` in hex, and the wallet's `address` and `path`.
   */
  exportBundle: string
}

/** `csv`: comma-separated values in UTF-8 with a header row. */
export type ExportFormatEnum = "csv"

/** `users` are the users of the environment, `visits` the visitors. */
export type ExportModelEnum = "users" | "visits"

/** `pending` until the work is done; `completed` and `failed` are final. */
export type ExportStatusEnum = "completed" | "failed" | "pending"

/** Who gets the private key. */
export interface ExportWaasWalletPrivateKeyRequest {
  /** Party id of the user that the shares are sealed to. */
  exportId: string
  /** The kind of address of a `BTC` wallet, `native_segwit` or `taproot`. It may be left out. */
  addressType?: string | undefined
}

/** The exports of an environment. The list is whole, without pages. */
export interface ExportsResponse {
  exports?: Array<Export>
}

/** Sign-in with the JWT of a foreign issuer that the environment trusts. */
export interface ExternalAuth {
  enabled?: boolean | undefined
  /** The issuer that tokens must name. At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N} _.,:!?&%@\/+-]+(?<=\S)$`. */
  iss?: string | null | undefined
  /**
   * The audience that tokens must name; null if any will do.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N} _.,:!?&%@\/+-]+(?<=\S)$`.
   */
  aud?: string | null | undefined
  /** Where the issuer publishes its JWK set. */
  jwksUrl?: string | undefined
  /**
   * Name of the cookie that may carry the token; null if only the request may.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N} _.,:!?&%@\/+-]+(?<=\S)$`.
   */
  cookieName?: string | null | undefined
}

/** The token of the external issuer, unless it comes in the configured cookie. */
export interface ExternalAuthSigninRequest {
  /** A JWT of the external issuer, in compact form. It takes precedence over the cookie. */
  jwt?: string | undefined
  /**
   * Public key that the client created for this session; it becomes the claim `session_public_key`.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  sessionPublicKey?: string | undefined
}

/** The token to check. */
export interface ExternalJwtCheckRequest {
  /** A JWT of the external issuer, in compact form. */
  encodedJwt: string
}

/** Whether the token would sign somebody in. */
export interface ExternalJwtCheckResponse {
  /** Whether nothing is wrong with the token. */
  valid: boolean
  /** Everything that is wrong with it, each as a sentence. Empty for a valid token. */
  errors?: Array<string>
}

/** What to ask for on one chain when a wallet is funded from another wallet. */
export interface ExternalWalletFundingDefaultSettings {
  /** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
  chain?: ChainEnum | Unlisted | undefined
  /** The token to fund with. */
  token?: ExternalWalletFundingDefaultSettingsToken | undefined
}

/** The token to fund with. */
export interface ExternalWalletFundingDefaultSettingsToken {
  /** Contract address or symbol of the token. */
  value?: string | undefined
  /** `recommended` lets the person take another token, `exact` does not. */
  rule?: ExternalWalletFundingTokenRule | Unlisted | undefined
}

/** Whether a token for funding is only `recommended`, or must be this one (`exact`). */
export type ExternalWalletFundingTokenRule = "recommended" | "exact"

/** Features that clients switch on or off. */
export interface FeatureFlags {
  /** Whether wallets that are connected without a sign-in show several assets. */
  connectOnlyMultiAsset: boolean
  /** Whether users can move funds from exchanges. */
  enableExchanges: boolean
}

/** The person that the refusal concerns, as far as the sign-in identified the person. */
export interface ForbiddenErrorPayload {
  /** Address of the wallet that tried to sign in. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  walletPublicKey?: string
  /** E-mail address that tried to sign in. An e-mail address. */
  email?: string
}

/** Body of a 403 for a person or a credential that may not do this. */
export interface ForbiddenWithErrorAndPayload {
  /** The error of a refusal with 403. */
  error?: ErrorMessageWithCode
  /** The person that the refusal concerns, as far as the sign-in identified the person. */
  payload?: ForbiddenErrorPayload
}

/** A Sign In With Farcaster message, with the signature of the account's custody address. */
export interface FrameSignInRequest {
  /**
   * Custody address of the account, which has signed.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  address: string
  /**
   * Domain of the message, which is the host of the calling site.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  domain: string
  /**
   * Nonce of the message, from `nonces.create`.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  nonce: string
  /** What the person saw and the wallet signed, unchanged. */
  message: string
  /**
   * Hex with `0x`, over the message as EIP-191 says.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  signature: string
  /** Answer of the CAPTCHA widget. Required for a sign-in where the environment asks for a CAPTCHA. */
  captchaToken?: string | undefined
  /**
   * Public key that the session is bound to; it shows in the tokens as `session_public_key`. Read by a sign-in only.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  sessionPublicKey?: string | undefined
}

/** The frameworks that an application is made with. */
export interface FrameworkSettings {
  /** React, where it is used. */
  react?: ReactSettings | undefined
  /** Next.js, where it is used. */
  nextjs?: NextJsSettings | undefined
}

/** Ways to put funds into a wallet. */
export interface Funding {
  /** Providers that sell funds, in the order in which clients offer them. */
  onramps: Array<OnrampProviders | Unlisted>
  /** Funding from another wallet of the person. */
  externalWallets?: FundingExternalWallets | undefined
}

/** Whether and how a wallet can be funded from another wallet. */
export interface FundingExternalWallets {
  enabled: boolean
  /** The least amount to ask for. */
  minAmount?: FundingExternalWalletsMinAmount | undefined
  /** What the form starts with. */
  defaultSettings?: FundingExternalWalletsDefaultSettings | undefined
}

/** What the funding form starts with. */
export interface FundingExternalWalletsDefaultSettings {
  /** At most one entry per chain. */
  chainSettings?: Array<ExternalWalletFundingDefaultSettings> | undefined
}

/** The least amount to fund a wallet with. */
export interface FundingExternalWalletsMinAmount {
  /** A decimal number in a string, such as `10.50`. */
  amount?: string | undefined
  /** Code of the currency or token that the amount is in. */
  currency?: string | undefined
}

/** A rule of entry: what a person must hold on a chain, and what follows at sign-in. */
export interface Gate {
  /** A UUID in lower case. */
  id: string
  /** Unique among the gates of the environment. */
  name: string
  /** Added to the session token of those who pass. With outcome `block` it has no effect. */
  scope?: string
  /** When it was enabled; null while it is not enabled. An ISO 8601 instant. */
  enabledAt?: string | null
  /** All of them must hold for a person to pass. */
  rules: Array<GateRule>
  /**
   * What follows: `scope` adds the scope for those who pass, `siteAccess` refuses those who do not pass and adds the
   * scope, if there is one, for the others, `block` refuses those who pass.
   */
  outcome: AccessOutcomeEnum | Unlisted
}

/** What a new gate needs. */
export interface GateCreateRequest {
  /** Unique among the gates of the environment. */
  name: string
  /** What follows for those who pass or do not; see `Gate`. */
  outcome: AccessOutcomeEnum | Unlisted
  /** Scope to add for those who pass. Without one, outcome `scope` acts like `siteAccess`. */
  scope?: string | undefined
  /** All of them must hold for a person to pass; at least one is needed. */
  rules: Array<GateRule>
}

/** One holding that a wallet must have. */
export interface GateRule {
  /** What is held: an NFT of a collection, or a fungible token. */
  type: GateRuleType | Unlisted
  /** The contract of the collection or the token. */
  address: TokenAddress
  /** How much or which one; without it, holding any amount is enough. */
  filter?: GateRuleFilter | undefined
  /** Chain family of the contract. Without it, `EVM`. */
  chain?: ChainEnum | Unlisted | undefined
}

/** Restricts a rule. If both are given, both must hold. */
export interface GateRuleFilter {
  /** One NFT of the collection, as a hexadecimal number; an empty string means any. Matches `^$|^(0x|0X)[a-fA-F0-9]{1,40}$`. */
  tokenId?: string | undefined
  /** The least amount to hold, in whole tokens or in NFTs. Without it, 1. */
  amount?: number | undefined
}

/** `nft` for a non-fungible token, `token` for a fungible one. */
export type GateRuleType = "nft" | "token"

/** The fields of a gate to change; those left out stay. */
export interface GateUpdateRequest {
  name?: string | undefined
  /** What follows for those who pass or do not; see `Gate`. */
  outcome?: AccessOutcomeEnum | Unlisted | undefined
  scope?: string | undefined
  /** Replaces all rules. */
  rules?: Array<GateRule> | undefined
}

/** All gates of an environment, oldest first. */
export interface GatesResponse {
  gates?: Array<Gate>
}

/** A token for backups. */
export interface GeneratedTokenResponse {
  /** The JWT. */
  token: string
}

/** Options to sign a challenge with, as `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. Bytes are base64url. */
export interface GetPasskeyAuthenticationOptionsResponse {
  /**
   * 32 random bytes to be signed, once and within five minutes.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  challenge: string
  /** How long the person has, in milliseconds. */
  timeout?: number
  /**
   * Domain of the site that the passkey is for, the relying party.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  rpId?: string
  /** Whether the authenticator has to verify the person. */
  userVerification?: UserVerificationRequirement | Unlisted
  /** The passkeys that can answer; empty for any that the authenticator has for the site. */
  allowCredentials?: Array<PasskeyAllowCredential>
  /** Extensions that are asked for; absent for none. */
  extensions?: PasskeyExtension
  /** Which authenticator the person probably has; absent if unknown. */
  hints?: PasskeyCredentialHint | Unlisted
}

/** Options to make a passkey with, as `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. Bytes are base64url. */
export interface GetPasskeyRegistrationOptionsResponse {
  /** Whether the authenticator has to say what it is. */
  attestation: AttestationConveyancePreference | Unlisted
  /** What the authenticator has to be able to do. */
  authenticatorSelection: AuthenticatorSelectionCriteria
  /** 32 random bytes, valid once within five minutes. */
  challenge: string
  /** Passkeys that the user has already; authenticators that hold one make no second one. */
  excludeCredentials: Array<PasskeyExcludeCredential>
  /** Extensions that are asked for. */
  extensions?: PasskeyExtension
  /** Which authenticators the person probably has; absent if unknown. */
  hints?: Array<string>
  /** Kinds of key that are taken, the preferred one first. */
  pubKeyCredParams: Array<PublicKeyCredentialParameters>
  /** The site that the passkey is for. */
  rp: PasskeyRelyingParty
  /** How long the person has, in milliseconds. */
  timeout: number
  /** The user that the passkey belongs to. */
  user: PasskeyUser
}

/** The passkeys of a user. */
export interface GetUserPasskeysResponse {
  /** The passkeys, oldest first. */
  passkeys: Array<UserPasskey>
  /** How many there are. */
  count: number
}

/** The site to put on the list. */
export interface GlobalWalletAccessControlDomainCreateRequest {
  /** Its origin; one `*` may stand as the first label of the host, or as the port of `localhost`. */
  domain: string
}

/** A site on the access list. */
export interface GlobalWalletAccessControlDomainResponse {
  /** Id of the site on this list. A UUID. */
  id: string
  /** Origin of the site, as browsers send it. */
  domain: string
  /** When it was added to the list. An ISO 8601 instant. */
  createdAt: string
}

/** Which sites may use the global wallet. */
export interface GlobalWalletAccessControlResponse {
  /** Id of the list. A UUID. */
  id: string
  /** Id of the environment whose list it is. A UUID. */
  projectEnvironmentId: string
  /** Whether the sites on the list are let in or kept out. */
  type: GlobalWalletAccessControlTypeEnum | Unlisted
  /** Since when the list has been enabled; null while it is not. An ISO 8601 instant. */
  enabledAt: string | null
  /** The sites on the list, oldest first. */
  domains: Array<GlobalWalletAccessControlDomainResponse>
}

/** `allow` lets in the sites on the list and no others, `block` lets in all others. */
export type GlobalWalletAccessControlTypeEnum = "allow" | "block"

/** The type of the list. */
export interface GlobalWalletAccessControlUpdateRequest {
  /** Whether the sites on the list are let in or kept out. */
  type: GlobalWalletAccessControlTypeEnum | Unlisted
}

/** A user's connection of the global wallet to a site. */
export interface GlobalWalletConnection {
  /** Id of the connection. A UUID. */
  id: string
  /** Id of the user. A UUID. */
  userId: string
  /** Origin of the site, as browsers send it. */
  appUrl: string
  /** Whether the connection is open. */
  status: GlobalWalletConnectionStatusEnum | Unlisted
  /** When it expires; null if it does not. An ISO 8601 instant. */
  expiresAt?: string | null
  /** When it began. An ISO 8601 instant. */
  createdAt: string
  /** When it was renewed or ended. An ISO 8601 instant. */
  updatedAt?: string
}

/** How long the connection to the calling site lasts. */
export interface GlobalWalletConnectionCreateRequest {
  /** When the connection ends, in the future. An ISO 8601 instant. */
  expiresAt: string
}

/** `connected` until it is ended, then `disconnected` for good. */
export type GlobalWalletConnectionStatusEnum = "connected" | "disconnected"

/** The settings of the environment's own wallet, which other sites can use. */
export interface GlobalWalletSettings {
  /** Id of the settings. A UUID. */
  id: string
  /**
   * What the wallet is called; empty for a wallet without a name yet.
   * At most 50 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  walletName: string
  /**
   * Title of the window in which the wallet opens.
   * At most 50 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  popupPageTitle?: string
  /** Picture of the wallet, a PNG or SVG. */
  walletIconUrl?: string
  /** Style sheet for the wallet's pages. */
  customCssUrl?: string
  /** Where the terms of service are found. */
  termsOfServiceUrl?: string
  /** Where the privacy policy is found. */
  privacyPolicyUrl?: string
  /** The wallet's text about both, in Markdown. At most 1024 characters. */
  termsOfServiceAndPrivacyPolicyMarkdown?: string
  /** Further links in the wallet's menu, in their order. */
  customMenuLinks?: Array<GlobalWalletSettingsCreateRequestCustomMenuLinks>
  /** Whether people can sign in to the wallet with wallets that they hold elsewhere. */
  enableLoginWithExternalWallets?: boolean
  /** Since when the wallet has been on; null while it is off. An ISO 8601 instant. */
  enabledAt?: string | null
}

/** The settings to begin with. */
export interface GlobalWalletSettingsCreateRequest {
  /**
   * What the wallet is called; empty for a wallet without a name yet.
   * At most 50 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  walletName: string
  /**
   * Title of the window in which the wallet opens.
   * At most 50 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  popupPageTitle?: string | undefined
  /** Picture of the wallet, a PNG or SVG. */
  walletIconUrl?: string | undefined
  /** Style sheet for the wallet's pages. */
  customCssUrl?: string | undefined
  /** Where the terms of service are found. */
  termsOfServiceUrl?: string | undefined
  /** Where the privacy policy is found. */
  privacyPolicyUrl?: string | undefined
  /** The wallet's text about both, in Markdown. At most 1024 characters. */
  termsOfServiceAndPrivacyPolicyMarkdown?: string | undefined
  /** Further links in the wallet's menu, in their order. */
  customMenuLinks?: Array<GlobalWalletSettingsCreateRequestCustomMenuLinks> | undefined
  /** Whether people can sign in to the wallet with wallets that they hold elsewhere. */
  enableLoginWithExternalWallets?: boolean | undefined
}

/** A link in the wallet's menu. */
export interface GlobalWalletSettingsCreateRequestCustomMenuLinks {
  /** What the link says. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  label: string
  /** Where it leads. */
  url: string
}

/** The fields to change. */
export interface GlobalWalletSettingsUpdateRequest {
  /**
   * What the wallet is called; empty for a wallet without a name yet.
   * At most 50 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  walletName?: string | undefined
  /**
   * Title of the window in which the wallet opens.
   * At most 50 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  popupPageTitle?: string | undefined
  /** Picture of the wallet, a PNG or SVG. */
  walletIconUrl?: string | undefined
  /** Style sheet for the wallet's pages. */
  customCssUrl?: string | undefined
  /** Where the terms of service are found. */
  termsOfServiceUrl?: string | undefined
  /** Where the privacy policy is found. */
  privacyPolicyUrl?: string | undefined
  /** The wallet's text about both, in Markdown. At most 1024 characters. */
  termsOfServiceAndPrivacyPolicyMarkdown?: string | undefined
  /** Further links in the wallet's menu, in their order. */
  customMenuLinks?: Array<GlobalWalletSettingsCreateRequestCustomMenuLinks> | undefined
  /** Whether people can sign in to the wallet with wallets that they hold elsewhere. */
  enableLoginWithExternalWallets?: boolean | undefined
}

/** A maker of hardware wallets. */
export type HardwareWalletEnum = "ledger"

/** How the service is. */
export interface HealthcheckResponse {
  /** `healthy` if the service can serve the environment, `unhealthy` if it cannot at the moment. */
  status: HealthcheckStatus | Unlisted
}

/** `healthy` if the service can serve the environment, `unhealthy` if it cannot at the moment. */
export type HealthcheckStatus = "healthy" | "unhealthy"

/** What the page begins with. */
export type HostedOnrampBuyUrlExperience = "buy" | "send"

/** A part of what is paid besides the price. */
export interface HostedOnrampFee {
  /** What it is for. */
  type: HostedOnrampFeeType | Unlisted
  /** How much. Matches `^(\d+(\.\d+)?|\.\d+)$`. */
  amount: string
  /** Code of the money. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  currency: string
}

/** What a fee is for. */
export type HostedOnrampFeeType = "FEE_TYPE_NETWORK" | "FEE_TYPE_EXCHANGE"

/** What the page for buying tokens begins with. */
export interface HostedOnrampGetBuyUrlRequest {
  /** Symbols of the tokens that the page sells; without it, all of them. */
  assets?: Array<string> | undefined
  /**
   * The network that is chosen at the beginning.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  defaultNetwork?: string | undefined
  /**
   * The token that is chosen at the beginning.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  defaultAsset?: string | undefined
  /** Whether the page begins with buying or with sending. */
  defaultExperience?: HostedOnrampBuyUrlExperience | Unlisted | undefined
  /**
   * The way to pay that is chosen at the beginning.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  defaultPaymentMethod?: string | undefined
  /** The address that receives the tokens. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  destinationAddress: string
  /**
   * Code of the money, such as `EUR`. Without it, `USD`.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  fiatCurrency?: string | undefined
  /** Whether the application opens links of the page itself. */
  handlingRequestedUrls?: boolean | undefined
  /** The networks that the page offers. */
  networks: Array<string>
  /**
   * What the application calls the user.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  partnerUserRef?: string | undefined
  /** How many whole tokens the page begins with. At most 100 characters. Matches `^(\d+(\.\d+)?|\.\d+)$`. */
  presetCryptoAmount?: string | undefined
  /** How much money the page begins with. At most 100 characters. Matches `^(\d+(\.\d+)?|\.\d+)$`. */
  presetFiatAmount?: string | undefined
  /** Where the page leads afterwards. At most 2048 characters. */
  redirectUrl?: string | undefined
}

/** A link to the page. */
export interface HostedOnrampGetBuyUrlResponse {
  /** The link. */
  url: string
}

/** An order of tokens. Amounts are exact decimals. */
export interface HostedOnrampOrder {
  /** Id of the order. That of a quote leads nowhere. A UUID. */
  orderId: string
  /** What the user pays. Matches `^(\d+(\.\d+)?|\.\d+)$`. */
  paymentTotal: string
  /** The price without the fees. Matches `^(\d+(\.\d+)?|\.\d+)$`. */
  paymentSubtotal: string
  /** Code of the money. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  paymentCurrency: string
  /** How the user pays. */
  paymentMethod: HostedOnrampOrderPaymentMethod | Unlisted
  /** How many whole tokens arrive. Matches `^(\d+(\.\d+)?|\.\d+)$`. */
  purchaseAmount: string
  /** Symbol of the token. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  purchaseCurrency: string
  /** What is added to the price. */
  fees: Array<HostedOnrampFee>
  /** Money for one whole token. Matches `^(\d+(\.\d+)?|\.\d+)$`. */
  exchangeRate: string
  /** The address that receives the tokens. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  destinationAddress: string
  /** The network. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  destinationNetwork: string
  /** The state of the order. */
  status: HostedOnrampOrderStatus | Unlisted
  /** When it was created. An ISO 8601 instant. */
  createdAt: string
  /** When its state last changed. An ISO 8601 instant. */
  updatedAt: string
  /** The transaction with the tokens, once it is completed. At most 4096 characters. */
  txHash?: string
  /**
   * What the application calls the user.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  partnerUserRef?: string
}

/** An order of tokens, or a question for its price. */
export interface HostedOnrampOrderCreateRequest {
  /** When the user accepted the agreement of the seller. An ISO 8601 instant. */
  agreementAcceptedAt: string
  /** The address that receives the tokens. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  destinationAddress: string
  /**
   * The network, by a name of `onramps.listNetworks`.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  destinationNetwork: string
  /** Origin of the site that shows the page in a frame, without a wildcard. */
  domain?: string | undefined
  /**
   * Whether to return the price only. Without it, the order is made.
   * @default false
   */
  isQuote?: boolean | undefined
  /**
   * What the application calls the user.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  partnerUserRef: string
  /** How much to pay, with the fees. At most 100 characters. Matches `^(\d+(\.\d+)?|\.\d+)$`. */
  paymentAmount?: string | undefined
  /** Code of the money. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  paymentCurrency: string
  /** How the user pays. */
  paymentMethod: HostedOnrampOrderPaymentMethod | Unlisted
  /** How many whole tokens to receive. At most 100 characters. Matches `^(\d+(\.\d+)?|\.\d+)$`. */
  purchaseAmount?: string | undefined
  /** Symbol of the token. At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  purchaseCurrency: string
}

/** What the page of an order shows. */
export type HostedOnrampOrderPaymentLinkType = "PAYMENT_LINK_TYPE_APPLE_PAY_BUTTON"

/** How an order is paid. */
export type HostedOnrampOrderPaymentMethod = "GUEST_CHECKOUT_APPLE_PAY"

/** An order with the link to its page, or a quote. */
export interface HostedOnrampOrderResponse {
  /** The order. */
  order: HostedOnrampOrder
  /** Where the user pays; absent for a quote. */
  paymentLink?: HostedOnrampOrderResponsePaymentLink
}

/** Where the user pays. */
export interface HostedOnrampOrderResponsePaymentLink {
  /** The page. */
  url: string
  /** What the page shows. */
  paymentLinkType: HostedOnrampOrderPaymentLinkType | Unlisted
}

/**
 * `PENDING_AUTH`: the user has not agreed on the page yet. `PENDING_PAYMENT`: it is not paid. `PROCESSING`: the seller
 * sends the tokens. `COMPLETED` and `FAILED` are final.
 */
export type HostedOnrampOrderStatus = "ONRAMP_ORDER_STATUS_PENDING_AUTH" | "ONRAMP_ORDER_STATUS_PENDING_PAYMENT" | "ONRAMP_ORDER_STATUS_PROCESSING" | "ONRAMP_ORDER_STATUS_COMPLETED" | "ONRAMP_ORDER_STATUS_FAILED"

/** A hostname of the customer under which the API is served, and the state of its verification. */
export interface Hostname {
  /** A UUID in lower case. */
  id: string
  /**
   * Full name in lower case; unique across all environments.
   * At most 255 characters. Matches `^(?!-)[A-Za-z0-9-]+([\-\.]{1}[a-z0-9]+)*\.[A-Za-z]{2,15}$`.
   */
  hostname: string
  /** `cookies` for sessions kept in httpOnly cookies, `globalWallet` for the page of a global wallet. */
  usage: CustomHostnameUsageEnum | Unlisted
  /**
   * `pending` until DNS answers, `active` once all records are found, `error` when they are wrong or did not appear in
   * time.
   */
  status: CustomHostnameStatusEnum | Unlisted
  /** The DNS records to set; all must be found. */
  verificationRecords: Array<CustomHostnameVerificationRecord>
  /** Why verification failed, as a sentence; only with status `error`. */
  errors?: string
}

/** The wallet that a private key is imported for. */
export interface ImportWaasPrivateKeyRequest {
  /** Family of chains of a wallet whose key is shared. */
  chain: WaasChainEnum | Unlisted
  /** The parties of the user, as many as the scheme has on the user's side. The first one deals the key. */
  clientKeygenIds: Array<string>
  /** How many shares of a key a signature needs, and how many exist. */
  thresholdSignatureScheme: ThresholdSignatureScheme | Unlisted
  /** An embedded wallet of the user whose key this is. It becomes a wallet of `V3`. A UUID. */
  legacyWalletId?: string | undefined
}

/** The wallet, and who can open the e-mail. */
export interface InitEmailAuthRequest {
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Key of the client. The bundle is sealed to it. Matches `^(0x)?(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$`. */
  vendorEmailAuthTargetPublicKey: string
}

/** The API key that was sent. */
export interface InitEmailAuthResponse {
  /** User at the custody vendor. A UUID. */
  vendorUserId: string
  /** Id of the API key at the custody vendor. A UUID. */
  vendorApiKeyId: string
}

/** The wallet, and who can open the e-mail. */
export interface InitPasskeyRecoveryRequest {
  /** Id of the wallet. A UUID. */
  walletId: string
  /**
   * Key of the client. The bundle is sealed to it. Matches `^(0x)?(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$`.
   * @deprecated Do not use it in new code.
   */
  vendorRecoveryTargetPublicKey: string
}

/** The recovery. */
export interface InitPasskeyRecoveryResponse {
  /** Id of the recovery. A signature over it can be the challenge of the new passkey. A UUID. */
  vendorRecoveryUserId: string
}

/** What a new user starts with. Everything is optional. */
export interface InternalBulkUpdateUserFields {
  /**
   * What the user wants to be called.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  alias?: string | undefined
  /** Given name. At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  firstName?: string | undefined
  /** Family name. At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  lastName?: string | undefined
  /**
   * What the user does for a living.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  jobTitle?: string | undefined
  /**
   * As `NonEmptyString255`, or an empty string.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  phoneNumber?: string | undefined
  /**
   * Data of the application about the user, with the values of custom fields under their keys. Updates replace it
   * as a whole.
   */
  metadata?: Record<string, unknown> | undefined
  /** Whether the user confirmed that they stored their recovery codes; null when they have none. */
  mfaBackupCodeAcknowledgement?: MfaBackupCodeAcknowledgement | Unlisted | null | undefined
  /**
   * Size of clothing, as the user puts it.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  tShirtSize?: string | undefined
  /**
   * The group that the user belongs to.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  team?: string | undefined
  /** Whether the user agreed to the terms of the application. */
  policiesConsent?: boolean | undefined
  /** ISO 3166-1 alpha-2 code, such as `GB`; null for none. At most 255 characters. Matches `^[A-Z]{2}$`. */
  country?: string | null | undefined
  /**
   * Unique within the environment, without regard to case. Empty or null for none.
   * At most 255 characters. Matches `^$|^[\p{L}\p{N}_-]{3,20}$`.
   */
  username?: string | null | undefined
  /**
   * A Bitcoin address that the user typed in; it is not verified and cannot be used to sign in. Null for none.
   * Matches `^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,59}$`.
   */
  btcWallet?: string | null | undefined
  /** A Kadena account that the user typed in; not verified. Null for none. Matches `^k:[0-9a-fA-F]{64}$`. */
  kdaWallet?: string | null | undefined
  /** A Litecoin address that the user typed in; not verified. Null for none. Matches `^[LM3][a-km-zA-HJ-NP-Z1-9]{26,53}$`. */
  ltcWallet?: string | null | undefined
  /** A Nervos CKB address that the user typed in; not verified. Null for none. Matches `^(ckb1q|ckt1q)[0-9a-z]{25,111}$`. */
  ckbWallet?: string | null | undefined
  /** A Kaspa address that the user typed in; not verified. Null for none. Matches `^kaspa:[1-9a-zA-Z0]{56,}$`. */
  kasWallet?: string | null | undefined
  /** A Dogecoin address that the user typed in; not verified. Null for none. Matches `^D[a-zA-Z0-9_.-]{33}$`. */
  dogeWallet?: string | null | undefined
  /** Whether the user wants notifications by e-mail. */
  emailNotification?: boolean | undefined
  /** Whether the user wants notifications on Discord. */
  discordNotification?: boolean | undefined
  /** Whether the user wants the newsletter. */
  newsletterNotification?: boolean | undefined
  /** Id for the user, for example one from another system; chosen by the service if left out. A UUID. */
  id?: string | undefined
  /**
   * When the address in `email` was verified, which is not in the future. With it the user can sign in by e-mail,
   * without it not yet.
   * An ISO 8601 instant.
   */
  emailVerifiedAt?: string | undefined
  /** Unique within the environment. An empty string counts as absent. At most 255 characters. */
  email?: string | undefined
  /** External wallets to link. */
  wallets?: Array<CreateWalletRequest> | undefined
  /** Social accounts to link. */
  oauthAccounts?: Array<CreateUserOauthRequest> | undefined
}

/** The profile fields to change. Fields left out stay as they are. */
export interface InternalUpdatableUserFields {
  /**
   * What the user wants to be called.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  alias?: string | undefined
  /** Given name. At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  firstName?: string | undefined
  /** Family name. At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  lastName?: string | undefined
  /**
   * What the user does for a living.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  jobTitle?: string | undefined
  /**
   * As `NonEmptyString255`, or an empty string.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  phoneNumber?: string | undefined
  /**
   * Data of the application about the user, with the values of custom fields under their keys. Updates replace it
   * as a whole.
   */
  metadata?: Record<string, unknown> | undefined
  /** Whether the user confirmed that they stored their recovery codes; null when they have none. */
  mfaBackupCodeAcknowledgement?: MfaBackupCodeAcknowledgement | Unlisted | null | undefined
  /**
   * Size of clothing, as the user puts it.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  tShirtSize?: string | undefined
  /**
   * The group that the user belongs to.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  team?: string | undefined
  /** Whether the user agreed to the terms of the application. */
  policiesConsent?: boolean | undefined
  /** ISO 3166-1 alpha-2 code, such as `GB`; null for none. At most 255 characters. Matches `^[A-Z]{2}$`. */
  country?: string | null | undefined
  /**
   * Unique within the environment, without regard to case. Empty or null for none.
   * At most 255 characters. Matches `^$|^[\p{L}\p{N}_-]{3,20}$`.
   */
  username?: string | null | undefined
  /**
   * A Bitcoin address that the user typed in; it is not verified and cannot be used to sign in. Null for none.
   * Matches `^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,59}$`.
   */
  btcWallet?: string | null | undefined
  /** A Kadena account that the user typed in; not verified. Null for none. Matches `^k:[0-9a-fA-F]{64}$`. */
  kdaWallet?: string | null | undefined
  /** A Litecoin address that the user typed in; not verified. Null for none. Matches `^[LM3][a-km-zA-HJ-NP-Z1-9]{26,53}$`. */
  ltcWallet?: string | null | undefined
  /** A Nervos CKB address that the user typed in; not verified. Null for none. Matches `^(ckb1q|ckt1q)[0-9a-z]{25,111}$`. */
  ckbWallet?: string | null | undefined
  /** A Kaspa address that the user typed in; not verified. Null for none. Matches `^kaspa:[1-9a-zA-Z0]{56,}$`. */
  kasWallet?: string | null | undefined
  /** A Dogecoin address that the user typed in; not verified. Null for none. Matches `^D[a-zA-Z0-9_.-]{33}$`. */
  dogeWallet?: string | null | undefined
  /** Whether the user wants notifications by e-mail. */
  emailNotification?: boolean | undefined
  /** Whether the user wants notifications on Discord. */
  discordNotification?: boolean | undefined
  /** Whether the user wants the newsletter. */
  newsletterNotification?: boolean | undefined
}

/**
 * The user of a row of users.bulkCreate. Everything is optional; null or an empty string empties a field of an
 * existing user.
 */
export interface InternalUserFields {
  /**
   * What the user wants to be called.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  alias?: string | undefined
  /** Given name. At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  firstName?: string | undefined
  /** Family name. At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  lastName?: string | undefined
  /**
   * What the user does for a living.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  jobTitle?: string | undefined
  /**
   * For the profile only; the user cannot sign in with it.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  phoneNumber?: string | undefined
  /**
   * Data of the application about the user, with the values of custom fields under their keys. Updates replace it
   * as a whole.
   */
  metadata?: Record<string, unknown> | undefined
  /**
   * Whether the user has saved the recovery codes. A new user gets what is given; the only accepted change of an
   * existing user is from `pending` to `complete`.
   */
  mfaBackupCodeAcknowledgement?: MfaBackupCodeAcknowledgement | Unlisted | null | undefined
  /**
   * Size of clothing, as the user puts it.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  tShirtSize?: string | undefined
  /**
   * The group that the user belongs to.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  team?: string | undefined
  /** Whether the user agreed to the terms of the application. */
  policiesConsent?: boolean | undefined
  /** ISO 3166-1 alpha-2 code, such as `GB`; null for none. At most 255 characters. Matches `^[A-Z]{2}$`. */
  country?: string | null | undefined
  /**
   * Unique within the environment, without regard to case. Empty or null for none.
   * At most 255 characters. Matches `^$|^[\p{L}\p{N}_-]{3,20}$`.
   */
  username?: string | null | undefined
  /**
   * A Bitcoin address that the user typed in; it is not verified and cannot be used to sign in. Null for none.
   * Matches `^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,59}$`.
   */
  btcWallet?: string | null | undefined
  /** A Kadena account that the user typed in; not verified. Null for none. Matches `^k:[0-9a-fA-F]{64}$`. */
  kdaWallet?: string | null | undefined
  /** A Litecoin address that the user typed in; not verified. Null for none. Matches `^[LM3][a-km-zA-HJ-NP-Z1-9]{26,53}$`. */
  ltcWallet?: string | null | undefined
  /** A Nervos CKB address that the user typed in; not verified. Null for none. Matches `^(ckb1q|ckt1q)[0-9a-z]{25,111}$`. */
  ckbWallet?: string | null | undefined
  /** A Kaspa address that the user typed in; not verified. Null for none. Matches `^kaspa:[1-9a-zA-Z0]{56,}$`. */
  kasWallet?: string | null | undefined
  /** A Dogecoin address that the user typed in; not verified. Null for none. Matches `^D[a-zA-Z0-9_.-]{33}$`. */
  dogeWallet?: string | null | undefined
  /** Whether the user wants notifications by e-mail. */
  emailNotification?: boolean | undefined
  /** Whether the user wants notifications on Discord. */
  discordNotification?: boolean | undefined
  /** Whether the user wants the newsletter. */
  newsletterNotification?: boolean | undefined
  /** When the address in `email` was verified. With it the user can sign in by e-mail. An ISO 8601 instant. */
  emailVerifiedAt?: string | undefined
  /** The address of the user, by which the user is found. An empty string counts as absent. At most 255 characters. */
  email?: string | undefined
  /** External wallets of the user, by which the user is found. */
  wallets?: Array<CreateWalletRequest> | undefined
  /** Social accounts of the user, by which the user is found. */
  oauthAccounts?: Array<CreateUserOauthRequest> | undefined
}

/** An offer to a person to become a member of an organization. */
export interface Invite {
  /** A UUID in lower case. */
  id?: string
  /** A UUID in lower case. */
  organizationId: string
  organizationName: string
  /** `pending` until the invited person answers; `accepted` and `rejected` are final. */
  status: InviteStatusEnum | Unlisted
  /** An e-mail address. An e-mail address. */
  email?: string
  /** Name of the invited person, as the inviting member wrote it. */
  alias?: string
  /** Address of the wallet that the invite is addressed to. */
  walletPublicKey?: string
  /** The role that acceptance gives. */
  role?: RoleEnum | Unlisted
  /** E-mail address of the member who sent the invite. An e-mail address. */
  createdByEmail?: string
}

/** Says why the person cannot be invited now. */
export interface InviteConflictResponse {
  /** A sentence for people to read. */
  message?: string
}

/** The person to invite, and the role. At least one of `email`, `phoneNumber` and `walletPublicKey` must be given. */
export interface InviteSendRequest {
  /** Address of a wallet of the person. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  walletPublicKey?: string | undefined
  /**
   * Name of the person in the organization, shown in the lists of invites and of members.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  alias?: string | undefined
  /** Where the invite is sent. An empty string counts as absent. At most 255 characters. */
  email?: string | undefined
  /**
   * Where the invite is sent as a text message. An empty string counts as absent.
   * At most 255 characters. Matches `^(\+[1-9]\d{1,14})?$`.
   */
  phoneNumber?: string | undefined
  /** The role that acceptance gives. */
  role: RoleEnum | Unlisted
}

/** `pending` until the invited person answers; `accepted` and `rejected` are final. */
export type InviteStatusEnum = "pending" | "rejected" | "accepted"

/** The answer to an invite. */
export interface InviteUpdateRequest {
  /** `accepted` or `rejected`. */
  status: InviteStatusEnum | Unlisted
}

/** A list of invites. It is whole, without pages. */
export interface InvitesResponse {
  /** How many invites the list holds. */
  count?: number
  invites?: Array<Invite>
}

/** A public key in the form of RFC 7517. */
export interface JwksKey {
  /** Key id: the RFC 7638 SHA-256 thumbprint of this key in base64url. */
  kid?: string
  /** Algorithm of the signatures, `RS256` unless the environment uses another one. */
  alg?: string
  /** Key type, `RSA` for RS256, `EC` for ES256, `OKP` for EdDSA. */
  kty?: string
  /** What the key is for; always `sig`. */
  use?: string
  /** Public exponent of an RSA key, in base64url. */
  e?: string
  /** Modulus of an RSA key, in base64url. */
  n?: string
  /** Curve of a key that is not RSA, `P-256` for ES256 and `Ed25519` for EdDSA. */
  crv?: string
  /** Public key of a key that is not RSA, or its x coordinate, in base64url. */
  x?: string
  /** The y coordinate of a P-256 key, in base64url. */
  y?: string
}

/** A JWK set with the keys that sign this environment's session tokens. */
export interface JwksResponse {
  keys: Array<JwksKey>
}

/**
 * Kind of a credential: a wallet is `blockchain`, a social account `oauth`, an account of an external issuer
 * `externalUser`.
 */
export type JwtVerifiedCredentialFormatEnum = "blockchain" | "email" | "oauth" | "passkey" | "phoneNumber" | "externalUser"

/** A public key. */
export interface Key {
  /** Id of the signing key. A UUID. */
  id?: string
  /** The SubjectPublicKeyInfo as PEM, in base64. */
  publicKey?: string
}

/** The public key of an environment, wrapped. */
export interface KeyResponse {
  /** The key that signs now. */
  key?: Key
}

/** `standard` for the fields that every environment has, `custom` for those that an environment defines. */
export type KycFieldType = "standard" | "custom"

/** A member, wrapped. */
export interface MemberResponse {
  /** The member as it is now. */
  member?: OrganizationMember
}

/** What can change about a member. */
export interface MemberRoleField {
  /** The new role: `admin`, `developer` or `viewer`. Without it, nothing changes. */
  role?: RoleEnum | Unlisted | undefined
}

/** The fields in which two users of the same person differ, so that the person has to choose. */
export interface MergeConflicts {
  /** The other user, whose credentials move. */
  fromUser: SdkUser
  /** One entry per field in which the users differ. */
  conflicts: Array<MergeUserConflict>
}

/** One side of a conflict. */
export interface MergeUser {
  /** The user who has the value; `profile.resolveMerge` takes it as the choice. A UUID. */
  userId: string
  /** The user's value, as a text of any length and form, since custom fields have their own rules. */
  value: string
}

/** A field in which the users differ, with both values. */
export interface MergeUserConflict {
  /** The field and its rules. */
  field: MissingField
  /** The value of the other user. */
  fromUser: MergeUser
  /** The value of the user who is signed in. */
  currentUser: MergeUser
}

/** The user whose value stays in one field. */
export interface MergeUserConflictResolution {
  /** The user whose value stays: `fromUser.userId` or `currentUser.userId` of the conflict. A UUID. */
  userId: string
  /**
   * Name of the field, as in `field.name` of the conflict.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  fieldKey: string
  /** Whether it is a standard or a custom field, as in `field.type` of the conflict. */
  type: KycFieldType | Unlisted
}

/** The choices of a person whose two users differ. */
export interface MergeUserConflictResolutions {
  /** One choice per conflict, and none for other fields. */
  mergeUserResolutions?: Array<MergeUserConflictResolution> | undefined
}

/** What the messenger's login widget has signed, and which sign-in it is for. */
export interface MessengerPostRequest {
  /**
   * The state with which the widget's page was opened. The application signs in by it later.
   * At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`.
   */
  state: string
  /** The person, as the widget gave it to the page. */
  messengerUser: MessengerUser
}

/**
 * A person at the messenger, signed with the token of the environment's bot. The signature covers every field that is
 * present, so pass them on unchanged.
 */
export interface MessengerUser {
  /** The messenger's id of the person. */
  id: number
  /** First name, as the person wrote it there; `first_name` in what is signed. */
  firstName?: string | undefined
  /** Last name; `last_name` in what is signed. */
  lastName?: string | undefined
  /** HMAC-SHA256 of the other fields, keyed with the SHA-256 of the bot's token, as 64 lower-case hex digits. */
  hash: string
  /** Address of a picture; `photo_url` in what is signed. */
  photoURL?: string | undefined
  /** User name at the messenger, without the at sign. */
  username?: string | undefined
  /** When the person signed in there, in whole seconds since 1970; `auth_date` in what is signed. */
  authDate: string
}

/** Something that an environment can require MFA for. */
export type MfaAction = "wallet.waas.sign" | "wallet.waas.export" | "wallet.waas.reshare" | "wallet.waas.refresh" | "user.update"

/** A recovery code, as a second factor. */
export interface MfaAuthRecoveryDevicePostRequest {
  /** Asks for a proof for further actions. */
  createMfaToken?: CreateMfaToken | undefined
  /** One of the codes, in letters of either case, with or without the hyphen. */
  code: string
}

/** A code of an authenticator app, as a second factor. */
export interface MfaAuthTotpDevicePostRequest {
  /** Id of the device; without it the code may come from any app of the user. A UUID. */
  id?: string | undefined
  /** Asks for a proof for further actions. */
  createMfaToken?: CreateMfaToken | undefined
  /** The six digits that the app shows. */
  code: string
}

/** `pending` until the user confirms that the recovery codes are saved, then `complete`. */
export type MfaBackupCodeAcknowledgement = "pending" | "complete"

/** A second factor of a user. It is valid only once it is verified. */
export interface MfaDevice {
  /** What the factor is: `totp` an authenticator app, `passkey` a passkey, `email` codes by e-mail. */
  type?: MfaDeviceType | Unlisted
  /** Whether the user has proved once that the device works. */
  verified?: boolean
  /** A UUID in lower case. */
  id?: string
  /** An ISO 8601 instant. */
  createdAt?: string
  /** When that was; null before. An ISO 8601 instant. */
  verifiedAt?: string | null
  /** Whether the user is asked for this device first. */
  default?: boolean
  /** Name that the user gave the device. */
  alias?: string
}

/** Second factor: codes of an authenticator app (`totp`), a passkey, or codes by e-mail. */
export type MfaDeviceType = "totp" | "passkey" | "email"

/** The recovery codes that a user has left. */
export interface MfaGetRecoveryCodesResponse {
  /** How many can still be used. */
  count: number
  /** The codes, until the user has confirmed that they are saved; empty from then on. */
  recoveryCodes: Array<string>
}

/** The second factors of a user. */
export interface MfaListDevicesResponse {
  /** How many there are. */
  count: number
  /** Oldest first, including those that are not verified yet. */
  devices: Array<MfaDevice>
}

/** What a user can prove a second factor with. */
export interface MfaMethodsResponse {
  /** Devices that were registered as second factors, oldest first. */
  devices: Array<MfaDevice>
  /** Passkeys of the user, oldest first, including those of passkey devices. */
  passkeys: Array<UserPasskey>
  /** Whether there is a verified device or a passkey that can be used here. */
  userHasVerifiedMfaMethods: boolean
}

/** New recovery codes. */
export interface MfaRegenRecoveryCodesResponse {
  /** How many there are. */
  count: number
  /** The codes: two groups of five symbols each. */
  recoveryCodes: Array<string>
}

/** A passkey device without a passkey yet. */
export interface MfaRegisterPasskeyDeviceGetResponse {
  /** Id of the device, to send back with the passkey. A UUID. */
  id: string
  /** Always `passkey`. */
  type: MfaDeviceType | Unlisted
  /** The options with which the browser creates the passkey. */
  registration: MfaRegisterPasskeyDeviceGetResponseRegistration
}

/** Options for making a passkey, as `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. Bytes are base64url. */
export interface MfaRegisterPasskeyDeviceGetResponseRegistration {
  /** Whether the authenticator has to attest its model. */
  attestation?: AttestationConveyancePreference | Unlisted
  /** The site that the passkey is for. */
  rp: PublicKeyCredentialRpEntity
  /** The user that the passkey belongs to. */
  user: PublicKeyCredentialUserEntity
  /**
   * 32 random bytes to be signed, once and within five minutes.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  challenge: string
  /** Accepted kinds of key, the preferred one first. */
  pubKeyCredParams: Array<PublicKeyCredentialParameters>
  /** How long the user has, in milliseconds. */
  timeout?: number
  /** What the authenticator has to be able to do. */
  authenticatorSelection?: AuthenticatorSelectionCriteria
  /** Passkeys that the user already has; an authenticator with one of them does not create another. */
  excludeCredentials?: Array<PublicKeyCredentialDescriptor>
  /** Extensions that are asked for. */
  extensions?: AuthenticationExtensionsClientInputs
}

/** The passkey for an unfinished device. */
export interface MfaRegisterPasskeyDevicePostRequest {
  /** Id of the unfinished device. A UUID. */
  id: string
  /** The passkey that the browser has created. */
  attestation: PasskeyRegisterVerifyRequest
}

/** An authenticator app without a first code yet. */
export interface MfaRegisterTotpDeviceGetResponse {
  /** Id of the device. A UUID. */
  id: string
  /** Always `totp`. */
  type: MfaDeviceType | Unlisted
  /** The shared secret of 20 bytes in base32, to type into the app. */
  secret: string
  /** The secret with the names of the app and the user, as an `otpauth` address for a QR code. */
  uri: string
}

/** The first code of an authenticator app. */
export interface MfaRegisterTotpDevicePostRequest {
  /** The kind of device to verify; only `totp` is verified by a code. */
  type: MfaDeviceType | Unlisted
  /** The six digits that the app shows. */
  code: string
}

/** When a second factor is asked for, and which kinds count. */
export interface MfaSettings {
  /** Whether users can register a second factor. */
  enabled?: boolean | undefined
  /** Whether a sign-in is complete only with a second factor. */
  required?: boolean | undefined
  /** The kinds of device that users can register. */
  availableMethods?: Array<MfaDeviceType | Unlisted> | undefined
  /** The settings of each kind of device. */
  methods?: Array<MfaSettingsMethods> | undefined
  /** Actions that ask for the second factor again. */
  actions?: Array<MfaSettingsActions> | undefined
}

/** Whether one action asks for the second factor. */
export interface MfaSettingsActions {
  /** Something that an environment can require MFA for. */
  action: MfaAction | Unlisted
  /** Whether the action is refused without a fresh second factor. */
  required: boolean
}

/** The setting of one kind of device. */
export interface MfaSettingsMethods {
  /** Second factor: codes of an authenticator app (`totp`), a passkey, or codes by e-mail. */
  type: MfaDeviceType | Unlisted
  enabled: boolean
  /** Whether recovery codes can replace a lost device; null if the kind has none. */
  allowBackupCodes?: boolean | null | undefined
}

/** What to change about a second factor. */
export interface MfaUpdateDeviceRequest {
  /** Whether the user is asked for this device first. */
  default: boolean
}

/**
 * A field of the profile with its rules, either one that clients should ask for or one that the user still has to
 * fill in.
 */
export interface MissingField {
  /**
   * The field: a property of the profile, or the name of a custom field. The value of a custom field is not under this
   * name, but in `metadata` under the `key` of the `CustomField`. The key is derived from the field's first name:
   * `Team size` has the key `teamSize`. A value under another key is stored, and the field stays missing.
   */
  name: string
  /** Whether a sign-in is complete only with a value in it. */
  required: boolean
  /** Whether the field is in use. */
  enabled: boolean
  /**
   * Whether no two users of the environment may have the same value, while the field is enabled. Proved e-mail
   * addresses and usernames are always unique.
   */
  unique: boolean
  /** Whether the value has to be proved, by a code sent to the e-mail address or phone number. */
  verify: boolean
  /** `standard` for a property of the profile, `custom` for a field that the environment has defined. */
  type?: KycFieldType | Unlisted | undefined
  /** What values the field accepts. E-mail addresses and phone numbers have their own rules instead. */
  validationRules?: ValidationRules | undefined
  /** How a custom field is entered. */
  validationType?: CustomFieldType | Unlisted | undefined
  /** Label of the field on a form. */
  label?: string | undefined
  /** Place on the form, smallest first. */
  position?: number | undefined
}

/** Settings for native apps. */
export interface MobileSettings {
  /** Whether clients redirect to apps by deep links. The service checks redirects either way. */
  deeplinkUrlsEnabled?: boolean | undefined
}

/** What the addresses hold, one entry per request in the order of the requests. */
export interface MultichainAccountBalanceResponse {
  chainBalances: Array<MultichainAccountBalanceResponseChainBalances>
}

/** What one address holds on networks of its chain. */
export interface MultichainAccountBalanceResponseChainBalances {
  /** The address as it was asked for. */
  walletAddress: string
  /** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
  chain: ChainEnum | Unlisted
  /** One entry per network, in the order of the request. */
  networks: Array<MultichainAccountBalanceResponseNetworks>
}

/** What an address holds on one network. */
export interface MultichainAccountBalanceResponseNetworks {
  /** The network's number, such as 1 for Ethereum Mainnet. */
  networkId?: number
  /** The network's currency first, then the tokens by symbol. */
  balances?: Array<TokenBalance>
}

/** Whose balances to read, on which networks. */
export interface MultichainAccountBalancesRequest {
  /**
   * Whether to leave out tokens whose contract is reported as malicious.
   * @default true
   */
  filterSpamTokens?: boolean | undefined
  /** One to five addresses. From 1 to 5 items. */
  balanceRequests: Array<MultichainAccountBalancesRequestBalanceRequests>
}

/** An address, and the networks to look at. */
export interface MultichainAccountBalancesRequestBalanceRequests {
  /** An address of the chain. */
  address: string
  /** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
  chain: ChainEnum | Unlisted
  /** Numbers of networks of the chain. A number that is named twice counts once. */
  networkIds: Array<number>
  /** Contracts of tokens to show although they are reported as malicious. */
  whitelistedContracts?: Array<string> | undefined
}

/** The name service of a network. */
export interface NameService {
  /** Address of its registry contract. */
  registry?: string
}

/** The name, and the proof that its owner lets the environment use it. */
export interface NameServiceCreateRequest {
  /** Address that the name belongs to. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  address: string
  /**
   * The name, such as `example.eth`; compared in lower case.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  domain: string
  /** Signature of the text that was written for both, in the form in which wallets of the chain give it. */
  signature: string
}

/** The name that a name service of the chain gives an address. */
export interface NameServiceData {
  /** URL of the picture that belongs to the name. */
  avatar?: string
  name?: string
}

/** A name below which an environment gives names to its users. */
export interface NameServiceResponse {
  /** Id of the name service. A UUID. */
  id: string
  /** Address that the name belongs to. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  address: string
  /** The name, in lower case. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  domain: string
  /** Since when names have been given; null while they are not. An ISO 8601 instant. */
  enabledAt?: string | null
}

/** Names that the environment gives its users, per chain. */
export interface NameServiceSdkSettings {
  /** The name service for EVM wallets. */
  evm: NameServiceSdkSettingsEvm
}

/** The name service for EVM wallets. */
export interface NameServiceSdkSettingsEvm {
  /** The domain under which users choose a name. */
  domain?: string
}

/** A text to be signed. */
export interface NameServiceSigningMessage {
  /** The text to sign, byte for byte. */
  unsignedMessage: string
}

/** The name and address for the text. */
export interface NameServiceSigningMessageRequest {
  /** Address that the name belongs to. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  address: string
  /**
   * The name, such as `example.eth`; compared in lower case.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  domain: string
  /** Web page that asks for the signature. A URL. */
  uri: string
}

/** The currency that a network pays its fees in. */
export interface NativeCurrency {
  /** How many decimal places one unit has, such as 18 for Ether. */
  decimals: number
  name: string
  symbol: string
  /** The smallest unit's name on chains that have one, such as `uatom`. */
  denom?: string
  iconUrl?: string
  /** Id of the currency at the source of prices. */
  pricingProviderTokenId?: string
}

/** A network of a chain, and whether it is used. */
export interface Network {
  /** The network's number, such as 1 for Ethereum Mainnet. */
  networkId: number
  /** The network's name for people. */
  chainName: string
  enabled: boolean
  /** RPC endpoint to use instead of the usual one. */
  rpcUrl?: string | undefined
  iconUrl?: string | undefined
  /** `custom` if the organization added the network, `default` if it is built into the service. */
  type?: "custom" | "default" | Unlisted | undefined
}

/** All that a client needs to talk to a network. */
export interface NetworkConfiguration {
  /** REST endpoint of a Cosmos network. */
  lcdUrl?: string
  /**
   * The same as `name`, which replaces it.
   * @deprecated Do not use it in new code.
   */
  chainName?: string
  /** Short key of the network, unique among the networks. */
  key?: string
  /** The network's full name. */
  name: string
  /** The name where there is little room. */
  shortName: string
  isTestnet?: boolean
  /** The chain that the network belongs to. */
  chain: string
  /** The network's id in the terms of its chain: digits for EVM, a name for Cosmos. */
  chainId: string
  /** The network's name service, if it has one, such as ENS. */
  nameService?: NameService
  /** The network's id as clients key it; equal to `chainId` for EVM. */
  networkId: string
  iconUrls: Array<string>
  /** The currency that a network pays its fees in. */
  nativeCurrency: NativeCurrency
  /** Public RPC endpoints, best first. */
  rpcUrls: Array<string>
  /** RPC endpoints that the environment has for itself; used before the public ones. */
  privateCustomerRpcUrls?: Array<string>
  /** Sites that show addresses and transactions, best first. */
  blockExplorerUrls: Array<string>
  /** A name that the environment shows instead of `name`. */
  vanityName?: string
  /** Prefix of the addresses of a Cosmos network, such as `cosmos`. */
  bech32Prefix?: string
  /** Hash of the first block, which distinguishes networks of the same chain. */
  genesisHash?: string
  /** The cluster of a Solana-like network, such as `mainnet`. */
  cluster?: string
}

/** The networks of one chain. */
export interface NetworkConfigurationResponse {
  /** The chain, in lower case, such as `evm`. */
  chainName?: string
  networks?: Array<NetworkConfiguration>
}

/** How the application uses Next.js. */
export interface NextJsSettings {
  /** The version that is installed, such as `16.0.0`. */
  version?: string | undefined
}

/**
 * What is left to do: nothing (`done`), nothing because the credential has moved from a user who was deleted
 * (`verified-and-transferred`), or to enter the code that was just sent (`verify-email`, `verify-sms`).
 */
export type NextViewEnum = "done" | "verify-email" | "verified-and-transferred" | "verify-sms"

/** A nonce for one sign-in message. */
export interface NonceResponse {
  /** Letters and digits, at least eight of them, hard to guess. */
  nonce?: string
}

/** An account at an identity provider that a user has signed in with or linked. */
export interface OauthAccount {
  /** A UUID in lower case. */
  id?: string
  /** The provider that the account is held at. */
  provider?: ProviderEnum | Unlisted
  /** The account's user name or e-mail address there. */
  accountUsername?: string
}

/** What to store while the person is at the provider. */
export interface OauthInitAuthRequest {
  /**
   * A random value of at least 16 bytes from the client, in any notation. The provider returns it unchanged.
   * At most 255 characters.
   */
  state: string
  /**
   * Where the browser goes after the provider: a web page or a deep link. Empty or absent for none; then call
   * `oauth.getResult`.
   * At most 2048 characters.
   */
  redirectUrl?: string | undefined
  /** Id of the provider setting, as `emailSignIn.checkSso` gives it. An id of another provider is refused. A UUID. */
  ssoProviderId?: string | undefined
}

/** Where to send the person to sign in. */
export interface OauthProviderLoginUrl {
  /** The provider's authorize URL with all its parameters. A URL. */
  url: string
}

/** How the user of an embedded wallet signed in elsewhere. Was used by earlier versions; ignored. */
export interface OauthProviderRequest {
  /** Provider of that sign-in. */
  provider?: ProviderEnum | Unlisted | undefined
  /** Access token of that provider. */
  accessToken?: string | undefined
  /** Token of a vendor of embedded wallets. */
  didToken?: string | undefined
}

/** The provider's answer as form fields: a code, or an error. */
export interface OauthRedirectRequest {
  /** The provider's authorization code; absent if the sign-in failed there. Matches `^[a-zA-Z0-9_\.\-\/\\%*!+=]{5,1500}$`. */
  code?: string | undefined
  /** The state that the sign-in was started with. At most 255 characters. */
  state?: string | undefined
  /** The provider's issuer (RFC 9207). Required where the provider sends it. */
  iss?: string | undefined
  /**
   * The provider's ID token. It has to fit this answer, and is not stored.
   * Matches `^([a-zA-Z0-9_-]+)\.([a-zA-Z0-9_-]+)\.([a-zA-Z0-9_-]+)$`.
   */
  id_token?: string | undefined
  /** The provider's error code, such as `access_denied`. Matches `^[a-zA-Z_\-]{5,100}$`. */
  error?: string | undefined
}

/** The proof of a finished round trip to the provider. */
export interface OauthRequest {
  /** The authorization code that came back for this state. Single-use, and refused if it is missing. */
  code?: string | undefined
  /** The PKCE code verifier, 43 to 128 characters, whose SHA-256 is the challenge that was sent to the provider. */
  codeVerifier?: string | undefined
  /** The state that was registered with `oauth.initialize`. Single-use. */
  state: string
  /** Answer of the CAPTCHA widget, where the environment asks for one. */
  captchaToken?: string | undefined
  /**
   * Public key that the client made for this session; it becomes the claim `session_public_key`.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  sessionPublicKey?: string | undefined
  /** Id of the provider setting, as `emailSignIn.checkSso` gives it. An id of another provider is refused. A UUID. */
  ssoProviderId?: string | undefined
}

/** Names a sign-in, and for a messenger how to complete it. */
export interface OauthResultRequest {
  /** The state that was registered with `oauth.initialize`, or with which the messenger's widget was opened. */
  state?: string | undefined
  /**
   * Proof for the automatic login of a messenger: a JWT that the environment's bot has signed with its token by
   * HS256, with the claims `id`, `firstName`, `username`, `photoUrl`, `authDate` and `hash`; or the init data of an
   * application inside the messenger, a query string with `user`, `auth_date` and `hash`. Not read by
   * `oauth.getResult`.
   */
  messengerAuthToken?: string | undefined
  /**
   * Whether a sign-in with `messengerAuthToken` may create the user. Not read for a `state`, nor by
   * `oauth.getResult`.
   */
  forceCreateUser?: boolean | undefined
  /** No operation reads it. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  code?: string | undefined
  /**
   * Public key that the client created for the session. Not read by `oauth.getResult`.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  sessionPublicKey?: string | undefined
  /** Answer of the CAPTCHA widget, if the environment asks for one. Not read by `oauth.getResult`. */
  captchaToken?: string | undefined
}

/**
 * The progress of the round trip. Once completed it has the error, or the code if no redirect URL was registered,
 * never both.
 */
export interface OauthResultResponse {
  /**
   * The provider's authorization code, for `oauth.verify`. Absent if a redirect URL was registered.
   * Matches `^[a-zA-Z0-9_\.\-\/\\%*!+=]{5,1500}$`.
   */
  code?: string
  /** The provider's error code, unchanged. */
  error?: string
  /** `pending` until the provider has answered, with a code or an error; then `completed`. */
  status: OauthResultStatus | Unlisted
}

/** `pending` until the provider has answered, with a code or an error; then `completed`. */
export type OauthResultStatus = "pending" | "completed"

/** A service that sells crypto currency for money. */
export type OnrampProviders = "banxa" | "coinbaseOnramp" | "cryptoDotCom"

/** A room that was opened. */
export interface OpenRoomResponse {
  /** Id of the room at the relay. */
  roomId: string
  /** The ids of the service's parties of the key, in the order of their shares. */
  serverKeygenIds?: Array<string>
  /** The ids of the service's parties of the new shares, where the call makes new ones. */
  newServerKeygenIds?: Array<string>
  /** Id of the wallet. A UUID. */
  walletId?: string
}

/** An open room in which a key is shared anew. */
export interface OpenRoomResponseForReshare {
  /** Id of the room at the relay. */
  roomId: string
  /** The parties of the service that hold a share now. */
  serverKeygenIds: Array<string>
  /** The parties of the service that hold a share afterwards. */
  newServerKeygenIds: Array<string>
  /** A UUID in lower case. */
  walletId?: string
}

/** A room that was opened, and the parties of the service in it. */
export interface OpenRoomResponseWithServerKeygenIds {
  /** Id of the room at the relay. */
  roomId: string
  /** The ids of the service's parties, in the order of their shares. */
  serverKeygenIds: Array<string>
  /** The ids of the service's parties of the new shares, where the call makes new ones. */
  newServerKeygenIds?: Array<string>
  /** Id of the wallet; that of a new wallet is reserved until the wallet exists. A UUID. */
  walletId?: string
}

/** A company or team that owns projects and has members. */
export interface Organization {
  /** A UUID in lower case. */
  id: string
  name: string
  /**
   * What the organization does, for its members to read. May be empty.
   * Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  description?: string
  /** Home page of the organization. May be empty. */
  websiteUrl?: string
  /** Postal address of an organization. Every part may be left out or be empty. */
  address?: OrganizationAddressFields
  /** The caller's role in this organization. */
  role?: RoleEnum | Unlisted
}

/** Postal address of an organization. Every part may be left out or be empty. */
export interface OrganizationAddressFields {
  /**
   * As `NonEmptyString255`, or an empty string.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  addressLine1?: string | undefined
  /**
   * As `NonEmptyString255`, or an empty string.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  addressLine2?: string | undefined
  /**
   * As `OptString`, at most 50 characters.
   * At most 50 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  city?: string | undefined
  /** State, province or county. At most 50 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  region?: string | undefined
  /**
   * As `OptString`, at most 50 characters.
   * At most 50 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  postalCode?: string | undefined
  /** ISO 3166-1 alpha-2 code in either case. At most 2 characters. Matches `^[a-zA-Z]{2}$`. */
  country?: string | undefined
}

/** What can change about an organization besides its address. */
export interface OrganizationFields {
  /**
   * Must be unique among all organizations, compared without regard to case and in Unicode form NFKC.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  name: string
  /**
   * What the organization does; an empty text clears it.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  description?: string | undefined
  /** Home page of the organization; an empty text clears it. At most 255 characters. */
  websiteUrl?: string | undefined
}

/** One person in one organization. */
export interface OrganizationMember {
  /** Id of the membership. A UUID. */
  id: string
  /** The person. `projectEnvironmentId` names no environment that a call can reach. */
  user: User
  /** The person's role in this organization. */
  role: RoleEnum | Unlisted
}

/** The members of an organization. The list is whole, without pages. */
export interface OrganizationMembersResponse {
  /** How many members the list has. */
  count: number
  /** Oldest membership first. */
  members: Array<OrganizationMember>
}

/** Whether members can use one kind of second factor. */
export interface OrganizationMfaSettings {
  /** Since when they can; null if they cannot. An ISO 8601 instant. */
  enabledAt?: string | null
  /** The kind of second factor. */
  mfaDeviceType: MfaDeviceType | Unlisted
}

/** Which second factors the members of an organization can use. */
export interface OrganizationMfaSettingsResponse {
  /** One entry for each kind of second factor. */
  mfaSettings?: Array<OrganizationMfaSettings>
}

/** What a new organization starts with. */
export interface OrganizationRequest {
  /**
   * Must be unique among all organizations, compared without regard to case and in Unicode form NFKC.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  name: string
  /**
   * What the organization does, for its members to read.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  description?: string | undefined
  /** Home page of the organization. At most 255 characters. */
  websiteUrl?: string | undefined
  /** When the organization plans to begin. It is validated, but neither stored nor shown. */
  implementationTimeline?: WhenToImplementEnum | Unlisted | undefined
}

/** An organization, wrapped. */
export interface OrganizationResponse {
  /** The organization as it is now. */
  organization?: OrganizationResponseOrganization
}

/** An organization without the caller's role in it. */
export interface OrganizationResponseOrganization {
  /** Id of the organization. A UUID. */
  id: string
  /** Unique among all organizations. */
  name: string
  /** What the organization does; absent without one. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  description?: string
  /** Home page of the organization; absent without one. */
  websiteUrl?: string
  /** Postal address; absent without one. */
  address?: OrganizationAddressFields
}

/** The organizations of the caller. The list is complete, without pages. */
export interface OrganizationsResponse {
  organizations?: Array<Organization>
}

/** An origin that browsers may call the environment from. */
export interface OriginResponse {
  /** A UUID in lower case. */
  id?: string
  /** The allowed origin; `*` stands for exactly one label. */
  origin?: string
  /** An ISO 8601 instant. */
  createdAt?: string
  /** The environment that allows it. A UUID. */
  projectEnvironmentId?: string
}

/** All allowed origins of an environment, oldest first. */
export interface OriginsResponse {
  origins?: Array<OriginResponse>
}

/** A passkey that can answer. */
export interface PasskeyAllowCredential {
  /** The credential's id, base64url. */
  id: string
  /** Always `public-key`. Browsers need it. */
  type?: PasskeyCredentialType | Unlisted
  /** How the authenticator can be reached; absent if unknown. */
  transports?: Array<PasskeyTransport | Unlisted>
}

/** A signed challenge, as `AuthenticationResponseJSON` of WebAuthn. Bytes are base64url. */
export interface PasskeyAuthRequest {
  /** The credential's id. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  id: string
  /** The credential's id again. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  rawId: string
  /** What the authenticator has signed. */
  response: AuthenticatorAssertionResponse
  /** Whether the authenticator is part of the device. */
  authenticatorAttachment?: AuthenticatorAttachment | Unlisted | undefined
  /** What came of extensions. */
  clientExtensionResults: AuthenticationExtensionsClientOutputs
  /** Always `public-key`. */
  type: PublicKeyCredentialType | Unlisted
  /** Asks for an `mfaToken` in the reply. */
  createMfaToken?: CreateMfaToken | undefined
}

/** A kind of authenticator that the person probably has (WebAuthn, section 5.8.7). */
export type PasskeyCredentialHint = "hybrid" | "security-key" | "client-device"

/** Kind of credential; WebAuthn has only one. */
export type PasskeyCredentialType = "public-key"

/** A passkey that the user already has. */
export interface PasskeyExcludeCredential {
  /** The credential's id, base64url. */
  id: string
  /** How the authenticator can be reached; absent if unknown. */
  transports?: Array<PasskeyTransport | Unlisted>
  /** Always `public-key`. */
  type: PasskeyCredentialType | Unlisted
}

/** Extensions of WebAuthn that are asked for. */
export interface PasskeyExtension {
  /** Application id of keys that were registered by U2F. */
  appid?: string
  /** Application id whose keys count as already registered. */
  appidExclude?: string
  /** Whether to tell if the passkey can be found without its id. */
  credProps?: boolean
  /** Whether to report how the person was verified. */
  uvm?: boolean
}

/**
 * A new passkey, as `RegistrationResponseJSON` of WebAuthn except for the spelling of `response.clientDataJson`. Bytes
 * are base64url.
 */
export interface PasskeyRegisterRequest {
  /** The credential's id. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  id: string
  /** The credential's id again. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  rawId: string
  /** What the authenticator has made. */
  response: PasskeyRegistrationCredentialV2
  /** What came of extensions. */
  clientExtensionResults: AuthenticationExtensionsClientOutputs
  /** Whether the authenticator is part of the device. */
  authenticatorAttachment?: AuthenticatorAttachment | Unlisted | undefined
  /** Always `public-key`. */
  type: PasskeyCredentialType | Unlisted
  /** Asks for an `mfaToken` in the reply. */
  createMfaToken?: CreateMfaToken | undefined
}

/** A new passkey, as `RegistrationResponseJSON` of WebAuthn. Bytes are base64url. */
export interface PasskeyRegisterVerifyRequest {
  /** The credential's id. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  id: string
  /** The credential's id again. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  rawId: string
  /** What the authenticator has created. */
  response: AuthenticatorAttestationResponse
  /** Whether the authenticator is part of the device. */
  authenticatorAttachment?: AuthenticatorAttachment | Unlisted | undefined
  /** Results of extensions. */
  clientExtensionResults: AuthenticationExtensionsClientOutputs
  /** Always `public-key`. */
  type: PublicKeyCredentialType | Unlisted
}

/** A passkey that an authenticator has created for wallets. Bytes are base64url. */
export interface PasskeyRegistrationCredential {
  /**
   * The new key and what the authenticator says of itself, in CBOR.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  attestationObject: string
  /** What the browser asserts: challenge, origin and purpose. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  clientDataJson: string
  /** Id of the passkey at the authenticator. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  credentialId: string
  /** How the authenticator can be reached. */
  transports: Array<AuthenticatorTransportProtocol | Unlisted>
  /**
   * The public key. The service uses the one in `attestationObject`.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  publicKey?: string | undefined
}

/** What an authenticator has created. Bytes are base64url. Browsers add more fields, which are ignored. */
export interface PasskeyRegistrationCredentialV2 {
  /**
   * The new key and what the authenticator says of itself, in CBOR.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  attestationObject: string
  /**
   * What the browser asserts: challenge, origin and purpose. Browsers spell it `clientDataJSON`.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  clientDataJson: string
  /** How the authenticator can be reached. Names other than those of `PasskeyTransport` are accepted and not stored. */
  transports?: Array<string> | undefined
  /**
   * The public key, as SubjectPublicKeyInfo in DER. The service uses the one in `attestationObject`.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  publicKey?: string | undefined
}

/** The site that a passkey is for, the relying party. */
export interface PasskeyRelyingParty {
  /** Its domain. */
  id: string
  /** Its name for people to read, from the settings of the environment. */
  name: string
}

/** Where a passkey is stored, such as a password manager. */
export interface PasskeyStorage {
  /** Its name for people to read. */
  name: string
  /** URL of its icon. */
  icon: string
  /** When this was last confirmed. An ISO 8601 instant. */
  updatedAt?: string
}

/** A way to reach an authenticator (WebAuthn, section 5.8.4). */
export type PasskeyTransport = "usb" | "nfc" | "ble" | "internal" | "hybrid"

/** The user that a passkey belongs to. */
export interface PasskeyUser {
  /** Name for people to read. */
  displayName: string
  /** The user handle, which the passkey returns at a sign-in: the bytes of the user's id, base64url. */
  id: string
  /** Name that distinguishes the accounts of one person, such as the e-mail address. */
  name: string
}

/** Who chose a password: the `service` or the `user`. */
export type PasswordSourceTypeEnum = "service" | "user"

/** The person to list: at least one identity. An empty string is the same as no value. */
export interface PostAllowlistEntriesRequest {
  /** Address of a wallet of the person. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  walletPublicKey?: string | undefined
  /** E-mail of the person; stored in lower case. At most 255 characters. */
  email?: string | undefined
  /** Lists everybody with a verified e-mail at this domain. If it is a URL, its host name is stored. */
  emailDomain?: string | undefined
  /** Phone number in E.164 form, such as +4915112345678. At most 255 characters. Matches `^(\+[1-9]\d{1,14})?$`. */
  phoneNumber?: string | undefined
  /**
   * A name for people who read the list; it is not compared with anybody.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  alias?: string | undefined
  /**
   * User name of a linked Discord account.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  discordUsername?: string | undefined
  /**
   * User name of a linked Twitter account.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  twitterUsername?: string | undefined
  /**
   * User name of a linked Farcaster account.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  farcasterUsername?: string | undefined
  /** Numeric id of a linked Farcaster account, from 1. At least 1. */
  farcasterFid?: number | undefined
  /**
   * Subject of a person who signs in by a foreign issuer.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  externalUserId?: string | undefined
}

/**
 * The name of an allowlist and what it does. Every field is optional: a new list gets the defaults, and a change keeps
 * the former values.
 */
export interface PostAllowlistsRequest {
  /**
   * Unique among the allowlists of the environment. Without it, `Allowlist`.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  name?: string | undefined
  /**
   * Scope to add for listed people. With outcome `block` it has no effect.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  scope?: string | undefined
  /** Without it, `scope` when a scope is given, otherwise `siteAccess`. */
  outcome?: AccessOutcomeEnum | Unlisted | undefined
}

/** What a new API token needs. */
export interface PostTokenFields {
  /** Its purpose, so that people recognise it. At most 100 characters. */
  note: string
  /** What it may do. Without them, it gets all scopes of its creator. */
  scopes?: Array<TokenScopes | Unlisted> | undefined
}

/** A wallet that will probably sign in. */
export interface PrefetchRequest {
  /** The chain of the address. */
  chain: ChainEnum | Unlisted
  /** Address of the wallet. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  publicWalletAddress: string
}

/** Prices to show amounts with. */
export interface PriceData {
  /** US dollars for one unit of the network's currency; absent without a market. */
  nativeTokenUsdPrice?: number
}

/** A product of an organization. It has a sandbox and a live environment, which share only the project. */
export interface Project {
  /** Unique within the organization. */
  name: string
  /** A UUID in lower case. */
  id: string
  /** A UUID in lower case. */
  organizationId: string
  /** The two environments of the project: `sandbox` and `live`. */
  projectEnvironments?: Array<ProjectProjectEnvironments>
}

/** One of the two environments of a project, with its own users, settings and tokens. */
export interface ProjectEnvironment {
  /** A UUID in lower case. */
  id: string
  /** All settings of the environment, write-only values left out. */
  settings?: ProjectSettings
  /** An ISO 8601 instant. */
  createdAt?: string
  /** When the environment or its settings were last changed. An ISO 8601 instant. */
  updatedAt?: string
  /** Version of the client SDK that last called the environment; absent before the first call. */
  sdkVersion?: string
}

/** One of the two environments of a project. */
export interface ProjectProjectEnvironments {
  /** A UUID in lower case. */
  id?: string
  /** `sandbox` or `live`. */
  environmentName?: string
}

/** What a new project starts with. */
export interface ProjectRequest {
  /**
   * Must be unique within the organization.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  name: string
}

/**
 * The settings of an environment that clients need. Fields marked as write-only accept secrets, which are never
 * returned.
 */
export interface ProjectSettings {
  /** Whether this is the sandbox or the live environment of its project. */
  environmentName?: EnvironmentEnum | Unlisted
  /** The chains and which of their networks are used. */
  chains: Array<ProjectSettingsChains>
  /** Fields of the profile that the environment has defined. */
  customFields?: Array<MissingField>
  /** Standard fields of the profile to ask users for. */
  kyc: Array<MissingField>
  /** How clients look. */
  design: ProjectSettingsDesign
  /** Names, logos and texts. */
  general: ProjectSettingsGeneral
  /** What is collected about users. */
  privacy: ProjectSettingsPrivacy
  /** The enabled provider settings. */
  providers?: Array<Provider>
  /** The enabled exchanges that users can move funds from, as long as the providers that they work with are enabled. */
  exchanges?: Array<Exchange>
  /** How clients behave. */
  sdk: ProjectSettingsSdk
  /** Sessions, second factors and other safeguards. */
  security: ProjectSettingsSecurity
  /** How to reach the networks, chain by chain. */
  networks?: Array<NetworkConfigurationResponse>
}

/** A chain, whether it is used, and its networks. */
export interface ProjectSettingsChains {
  /** The chain, in lower case, such as `evm` or `solana`. */
  name: string
  enabled: boolean
  networks?: Array<Network> | undefined
}

/** How the parts of the sign-in look. */
export interface ProjectSettingsDesign {
  /** How the sign-in window looks and what it shows first. */
  modal?: ProjectSettingsDesignModal | undefined
  /** How the button that opens the sign-in looks. */
  button?: ProjectSettingsDesignButton | undefined
  /** How the panel of the signed-in user looks. */
  widget?: ProjectSettingsDesignWidget | undefined
}

/** How the button that opens the sign-in looks. */
export interface ProjectSettingsDesignButton {
  /** A CSS colour. */
  background?: string | undefined
  /** A CSS colour. */
  fontColor?: string | undefined
  /** Padding above and below the label, in pixels. */
  paddingHeight?: number | undefined
  /** Padding beside the label, in pixels. */
  paddingWidth?: number | undefined
  /** Radius of the corners, in pixels. */
  radius?: number | undefined
}

/** How the sign-in window looks and what it shows first. */
export interface ProjectSettingsDesignModal {
  /** Name of the border style. */
  border?: string | undefined
  /** Name of the way in which the brand is shown. */
  brand?: string | undefined
  /** A CSS colour. */
  primaryColor?: string | undefined
  /** Radius of the corners, in pixels. */
  radius?: number | undefined
  /** Name of the colour theme. */
  theme?: string | undefined
  /** Name of the arrangement of the ways to sign in. */
  view?: string | undefined
  /** Name of the template that the design started from. */
  template?: string | undefined
  /** The ways to sign in, in the order in which they are shown. */
  displayOrder?: Array<string> | undefined
  /** Whether e-mail is the only way to sign in that is shown. */
  emailOnly?: boolean | undefined
  /** Whether wallets are behind a button rather than listed. */
  showWalletsButton?: boolean | undefined
  /** Whether the submit button sits inside the e-mail field. */
  emailSubmitButtonInsideInput?: boolean | undefined
  /** Whether a line separates e-mail and social providers. */
  splitEmailAndSocial?: boolean | undefined
  /** Whether social providers come before e-mail. */
  socialAboveEmail?: boolean | undefined
}

/** How the panel of the signed-in user looks. */
export interface ProjectSettingsDesignWidget {
  /** A CSS colour. */
  backgroundColor?: string | undefined
  /** Name of the border style. */
  border?: string | undefined
  /** Radius of the corners, in pixels. */
  radius?: number | undefined
  /** A CSS colour. */
  textColor?: string | undefined
  /** Name of the colour theme. */
  theme?: string | undefined
}

/** Names, logos and texts that users see. */
export interface ProjectSettingsGeneral {
  /** The app's name, as users know it. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  displayName?: string | undefined
  /** Where users can ask for help; null for none. */
  supportEmail?: string | null | undefined
  /** Text next to the support address. */
  supportText?: string | null | undefined
  /** URL of the app's logo. */
  appLogo?: string | null | undefined
  /** URL of the picture for a person that an allowlist refuses. */
  imageUserNotInAccessList?: string | null | undefined
  /** URL of the picture for a person that an allowlist lets in. */
  imageUserInAccessList?: string | null | undefined
  /** Further places to get help: a label for each URL. */
  supportUrls?: Record<string, string | null> | undefined
  /** Headline of the form that asks for missing fields. */
  collectUserDataWelcomeHeader?: string | null | undefined
  /** Text below that headline. */
  collectUserDataWelcomeMessage?: string | null | undefined
  /** Whether fields that are not required are left out of the form at sign-up. */
  skipOptionalKYCFieldDuringOnboarding?: boolean | undefined
  /** The sender's name in e-mails to users. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  emailCompanyName?: string | undefined
}

/**
 * The settings of an environment that clients need. Fields marked as write-only accept secrets, which are never
 * returned.
 *
 * The fields of {@link ProjectSettings} in requests.
 */
export interface ProjectSettingsInput {
  /** The chains and which of their networks are used. */
  chains: Array<ProjectSettingsChains>
  /** Standard fields of the profile to ask users for. */
  kyc: Array<MissingField>
  /** How clients look. */
  design: ProjectSettingsDesign
  /** Names, logos and texts. */
  general: ProjectSettingsGeneral
  /** What is collected about users. */
  privacy: ProjectSettingsPrivacy
  /** How clients behave. */
  sdk: ProjectSettingsSdkInput
  /** Sessions, second factors and other safeguards. */
  security: ProjectSettingsSecurityInput
}

/** What is collected about users. */
export interface ProjectSettingsPrivacy {
  /** Whether the addresses that users sign in from are kept. */
  collectIp?: boolean | undefined
}

/** How clients behave. */
export interface ProjectSettingsSdk {
  /** Names that the environment gives its users, per chain. */
  nameService?: NameServiceSdkSettings
  /** Features that clients switch on or off. */
  featureFlags?: FeatureFlags
  /** How sign-in by e-mail is done. */
  emailSignIn?: ProjectSettingsSdkEmailSignIn
  /** Sign-in with accounts at other services. */
  socialSignIn?: ProjectSettingsSdkSocialSignIn
  /** The exchanges of `exchanges`, as clients offer them. */
  exchangeOptions?: Array<ExchangeOption>
  /** Whether a user can link several wallets. */
  multiWallet?: boolean
  /** Whether linked wallets have to stay linked. */
  multiWalletUnlinkDisabled?: boolean
  /** Settings for native apps. */
  mobile?: MobileSettings
  /** Whether the person is asked before a wallet moves from another user to this one. */
  confirmWalletTransfers?: boolean
  /** Whether wallets can be funded through on-ramp providers. */
  onrampFunding?: boolean
  /**
   * Use `embeddedWallets.supportedSecurityMethods.passkey`.
   * @deprecated Do not use it in new code.
   */
  passkeyEmbeddedWalletEnabled?: boolean
  /** Whether users who sign up without a wallet get an embedded one at once. */
  automaticEmbeddedWalletCreation?: boolean
  /** Whether a lost passkey of an embedded wallet can be recovered. */
  passkeyEmbeddedWalletRecoveryEnabled?: boolean
  /** What may secure an embedded wallet. */
  embeddedWalletSecurityMethods?: Array<EmbeddedWalletSecurityMethod | Unlisted>
  /** How embedded wallets are made, secured and shown. */
  embeddedWallets?: ProjectSettingsSdkEmbeddedWallets
  /** Embedded wallets whose keys are shared between user and service. */
  waas?: ProjectSettingsSdkWaas
  /** Ids for wallets that connect through WalletConnect. */
  walletConnect?: ProjectSettingsSdkWalletConnect
  /** Whether a person who signs in by e-mail is asked to use the provider of that address instead. */
  confirmEmailProviderForVerify?: boolean
  /** Whether texts may name the service behind the wallets. */
  displayServiceMessaging?: boolean
  /** Whether the panel of the signed-in user leaves the network out. */
  hideNetworkInServiceWidget?: boolean
  /**
   * Whether clients leave a wallet that is another user's only credential where it is. The service moves it only
   * with `skipEmptyAccountCheck`.
   */
  preventOrphanedAccounts?: boolean
  /** What each screen is made of. */
  views?: Array<SdkView>
  /** Which wallets become smart wallets. */
  accountAbstraction?: ProjectSettingsSdkAccountAbstraction
  /** Whether addresses with a plus part, such as `ada+test@example.com`, are refused. */
  blockEmailSubaddresses?: boolean
  /** Whether several assets of a wallet are shown. */
  enableMultiAsset?: boolean
  /** Whether amounts are shown in an ordinary currency as well. */
  showFiat?: boolean
  /** Wallets that clients do not offer, by their keys. */
  disabledWalletConnectors?: Array<string>
  /** Ways to put funds into a wallet. */
  funding?: Funding
}

/** Which wallets become smart wallets. */
export interface ProjectSettingsSdkAccountAbstraction {
  /** Every wallet, not only embedded ones. */
  allWallets?: boolean | undefined
  /** Existing users too, not only new ones. */
  allUsers?: boolean | undefined
  /** Whether the smart wallet and the wallet that signs for it are shown as two. */
  separateSmartWalletAndSigner?: boolean | undefined
  /** Whether a passkey can sign for a smart wallet. */
  enablePasskeys?: boolean | undefined
}

/** How sign-in by e-mail is done. */
export interface ProjectSettingsSdkEmailSignIn {
  /** The provider to sign in by where several are enabled; see `emailSignIn.getProvider`. */
  signInProvider?: SignInProviderEnum | Unlisted | undefined
}

/** How embedded wallets are made, secured and shown. */
export interface ProjectSettingsSdkEmbeddedWallets {
  /** Whether users who sign up without a wallet get an embedded one at once. */
  automaticEmbeddedWalletCreation?: boolean | undefined
  /** Whether users who sign up with their own wallet get an embedded one, too. */
  automaticEmbeddedWalletCreationForExternal?: boolean | undefined
  /** Whether clients show a confirmation for each action of the wallet. */
  showEmbeddedWalletActionsUI?: boolean | undefined
  /** Whether access can be recovered by e-mail. */
  emailRecoveryEnabled?: boolean | undefined
  /** Whether the user secures the wallet at sign-up rather than at its first use. */
  forceAuthenticatorAtSignup?: boolean | undefined
  /** Whether the user may put that off. */
  allowSkippingAuthenticatorAtSignup?: boolean | undefined
  /** How long a session key may sign for the wallet. */
  sessionKeyDuration?: Duration | undefined
  /** What may secure the wallet, and which is offered first. */
  supportedSecurityMethods?: SupportedSecurityMethods | undefined
  /** The chains on which wallets are created. */
  chainConfigurations?: Array<ChainConfiguration> | undefined
  /** Whether the wallet provider accepts the domain of the site. */
  domainEnabledByProvider?: boolean | undefined
  /** The kind of wallet that is created for new users. */
  defaultWalletVersion?: EmbeddedWalletVersionEnum | Unlisted | undefined
  /** Whether users are asked to export their key. */
  promptForKeyExport?: boolean | undefined
  /** Whether the effect of a transaction is shown before it is signed. */
  transactionSimulation?: boolean | undefined
  /** Whether the environment pays the fees on Solana-like chains. */
  svmGasSponsorshipEnabled?: boolean | undefined
}

/**
 * How clients behave.
 *
 * The fields of {@link ProjectSettingsSdk} in requests.
 */
export interface ProjectSettingsSdkInput {
  /** Features that clients switch on or off. */
  featureFlags?: FeatureFlags | undefined
  /** How sign-in by e-mail is done. */
  emailSignIn?: ProjectSettingsSdkEmailSignIn | undefined
  /** Sign-in with accounts at other services. */
  socialSignIn?: ProjectSettingsSdkSocialSignInInput | undefined
  /** Whether a user can link several wallets. */
  multiWallet?: boolean | undefined
  /** Whether linked wallets have to stay linked. */
  multiWalletUnlinkDisabled?: boolean | undefined
  /** Settings for native apps. */
  mobile?: MobileSettings | undefined
  /** Whether the person is asked before a wallet moves from another user to this one. */
  confirmWalletTransfers?: boolean | undefined
  /** Whether wallets can be funded through on-ramp providers. */
  onrampFunding?: boolean | undefined
  /**
   * Use `embeddedWallets.supportedSecurityMethods.passkey`.
   * @deprecated Do not use it in new code.
   */
  passkeyEmbeddedWalletEnabled?: boolean | undefined
  /** Whether users who sign up without a wallet get an embedded one at once. */
  automaticEmbeddedWalletCreation?: boolean | undefined
  /** Whether a lost passkey of an embedded wallet can be recovered. */
  passkeyEmbeddedWalletRecoveryEnabled?: boolean | undefined
  /** What may secure an embedded wallet. */
  embeddedWalletSecurityMethods?: Array<EmbeddedWalletSecurityMethod | Unlisted> | undefined
  /** How embedded wallets are made, secured and shown. */
  embeddedWallets?: ProjectSettingsSdkEmbeddedWallets | undefined
  /** Embedded wallets whose keys are shared between user and service. */
  waas?: ProjectSettingsSdkWaasInput | undefined
  /** Ids for wallets that connect through WalletConnect. */
  walletConnect?: ProjectSettingsSdkWalletConnect | undefined
  /** Whether a person who signs in by e-mail is asked to use the provider of that address instead. */
  confirmEmailProviderForVerify?: boolean | undefined
  /** Whether texts may name the service behind the wallets. */
  displayServiceMessaging?: boolean | undefined
  /** Whether the panel of the signed-in user leaves the network out. */
  hideNetworkInServiceWidget?: boolean | undefined
  /**
   * Whether clients leave a wallet that is another user's only credential where it is. The service moves it only
   * with `skipEmptyAccountCheck`.
   */
  preventOrphanedAccounts?: boolean | undefined
  /** What each screen is made of. */
  views?: Array<SdkView> | undefined
  /** Which wallets become smart wallets. */
  accountAbstraction?: ProjectSettingsSdkAccountAbstraction | undefined
  /** Whether addresses with a plus part, such as `ada+test@example.com`, are refused. */
  blockEmailSubaddresses?: boolean | undefined
  /** Whether several assets of a wallet are shown. */
  enableMultiAsset?: boolean | undefined
  /** Whether amounts are shown in an ordinary currency as well. */
  showFiat?: boolean | undefined
  /** Wallets that clients do not offer, by their keys. */
  disabledWalletConnectors?: Array<string> | undefined
  /** Ways to put funds into a wallet. */
  funding?: Funding | undefined
}

/** Sign-in with accounts at other services. */
export interface ProjectSettingsSdkSocialSignIn {
  /** The service that handles the round trip. */
  signInProvider?: SignInProviderEnum | Unlisted
  /** The social providers, in the order in which they are shown. */
  providers?: Array<SocialSignInProvider>
}

/**
 * Sign-in with accounts at other services.
 *
 * The fields of {@link ProjectSettingsSdkSocialSignIn} in requests.
 */
export interface ProjectSettingsSdkSocialSignInInput {
  /** The service that handles the round trip. */
  signInProvider?: SignInProviderEnum | Unlisted | undefined
}

/** Embedded wallets whose keys are shared between the user's device and the service. */
export interface ProjectSettingsSdkWaas {
  /** Whether a user may have more than one wallet on a chain. */
  allowMultipleWaasWalletsPerChain?: boolean
  /** Whether the user's share is locked with a passcode. */
  passcodeRequired: boolean
  /** What users are asked when their first wallet is created. */
  onSignUp: ProjectSettingsSdkWaasOnSignUp
  /** Where a copy of the user's share can be kept. */
  backupOptions: Array<WaasBackupOptionsEnum | Unlisted>
  /** The server through which the parties to a signature communicate. */
  relayUrl?: string
  /** Where shares go that users hand to the environment's own server. */
  delegatedAccessEndpoint?: string
  /** Whether users can let the environment's own server sign for them. */
  delegatedAccess?: ProjectSettingsSdkWaasDelegatedAccess
  /** Whether the device's part of the computation runs on a forwarding server. */
  enableForwardMPCClient?: boolean
  /** The environment's own relay for key shares. */
  customKeyshareRelayBaseUrl?: string
  /** How shares are backed up to the cloud of the device's platform. */
  deviceCloud?: ProjectSettingsSdkWaasDeviceCloud
  /** Whether private keys cannot be exported. */
  exportDisabled?: boolean
}

/** Whether users can let the environment's own server sign for them. */
export interface ProjectSettingsSdkWaasDelegatedAccess {
  enabled?: boolean | undefined
  /** Whether users are asked for it when they sign in. */
  promptUsersOnSignIn?: boolean | undefined
  /** Whether users cannot go on without it. */
  requiresDelegation?: boolean | undefined
}

/** The container in the cloud of the device's platform that key shares are backed up to. */
export interface ProjectSettingsSdkWaasDeviceCloud {
  /** The container's id there. */
  containerIdentifier?: string
  /** The container's own environment, apart from sandbox and live here. */
  environment?: WaasDeviceCloudEnvironment | Unlisted
}

/**
 * The container in the cloud of the device's platform that key shares are backed up to.
 *
 * The fields of {@link ProjectSettingsSdkWaasDeviceCloud} in requests.
 */
export interface ProjectSettingsSdkWaasDeviceCloudInput {
  /** The container's id there. */
  containerIdentifier?: string | undefined
  /** Token for the container. Write-only: no reply carries it. */
  apiToken?: string | undefined
  /** The container's own environment, apart from sandbox and live here. */
  environment?: WaasDeviceCloudEnvironment | Unlisted | undefined
}

/**
 * Embedded wallets whose keys are shared between the user's device and the service.
 *
 * The fields of {@link ProjectSettingsSdkWaas} in requests.
 */
export interface ProjectSettingsSdkWaasInput {
  /** Whether a user may have more than one wallet on a chain. */
  allowMultipleWaasWalletsPerChain?: boolean | undefined
  /** Whether the user's share is locked with a passcode. */
  passcodeRequired: boolean
  /** What users are asked when their first wallet is created. */
  onSignUp: ProjectSettingsSdkWaasOnSignUp
  /** Where a copy of the user's share can be kept. */
  backupOptions: Array<WaasBackupOptionsEnum | Unlisted>
  /** The server through which the parties to a signature communicate. */
  relayUrl?: string | undefined
  /** Where shares go that users hand to the environment's own server. */
  delegatedAccessEndpoint?: string | undefined
  /** Whether users can let the environment's own server sign for them. */
  delegatedAccess?: ProjectSettingsSdkWaasDelegatedAccess | undefined
  /** Whether the device's part of the computation runs on a forwarding server. */
  enableForwardMPCClient?: boolean | undefined
  /** The environment's own relay for key shares. */
  customKeyshareRelayBaseUrl?: string | undefined
  /** How shares are backed up to the cloud of the device's platform. */
  deviceCloud?: ProjectSettingsSdkWaasDeviceCloudInput | undefined
  /** Whether private keys cannot be exported. */
  exportDisabled?: boolean | undefined
}

/** What users are asked when their first wallet is created. */
export interface ProjectSettingsSdkWaasOnSignUp {
  /** Whether they are asked where to keep a copy of their share. */
  promptBackupOptions: boolean
  /** Whether they are asked to export their share. */
  promptClientShareExport: boolean
}

/** Ids for wallets that connect through WalletConnect. */
export interface ProjectSettingsSdkWalletConnect {
  /** The app's project id there. */
  projectId?: string | undefined
  /** Whether version 2 of the protocol is used. */
  v2Enabled?: boolean | undefined
  /** Project id for the embedded wallet acting as the wallet. */
  walletProjectId?: string | undefined
}

/** Sessions, second factors and other safeguards. */
export interface ProjectSettingsSecurity {
  /** How long a session token is valid; at most 30 days. */
  jwtDuration?: Duration
  /** Whether sign-ins need the answer of a CAPTCHA widget. */
  captcha?: CaptchaSettings
  /** When a second factor is asked for, and which kinds count. */
  mfa?: MfaSettings
  /** Where clients keep the session. */
  auth?: AuthSettings
  /** Sign-in with the JWT of a foreign issuer. */
  externalAuth?: ExternalAuth
  /** Whether the settings are locked. While they are, only a change that also unlocks them is accepted. */
  environmentLocked?: boolean
  /** The actions about which users get an e-mail. */
  notifications?: SecurityNotifications
}

/**
 * Sessions, second factors and other safeguards.
 *
 * The fields of {@link ProjectSettingsSecurity} in requests.
 */
export interface ProjectSettingsSecurityInput {
  /** How long a session token is valid; at most 30 days. */
  jwtDuration?: Duration | undefined
  /** Whether sign-ins need the answer of a CAPTCHA widget. */
  captcha?: CaptchaSettingsInput | undefined
  /** When a second factor is asked for, and which kinds count. */
  mfa?: MfaSettings | undefined
  /** Where clients keep the session. */
  auth?: AuthSettings | undefined
  /** Sign-in with the JWT of a foreign issuer. */
  externalAuth?: ExternalAuth | undefined
  /** Whether the settings are locked. While they are, only a change that also unlocks them is accepted. */
  environmentLocked?: boolean | undefined
  /** The actions about which users get an e-mail. */
  notifications?: SecurityNotifications | undefined
}

/** The projects of an organization. The list is complete, without pages. */
export interface ProjectsResponse {
  projects?: Array<Project>
}

/** How an environment uses an identity, wallet or message provider. The provider decides which fields are used. */
export interface Provider {
  /** A UUID in lower case. */
  id?: string
  /** Which provider it is; once per environment, and fixed. */
  provider: ProviderEnum | Unlisted
  /** When it was enabled; null while it is not enabled. An ISO 8601 instant. */
  enabledAt?: string | null
  /** Id of the client that is registered with the provider. */
  clientId?: string
  /** Project id at the provider, for account abstraction. */
  providerProjectId?: string
  /**
   * Number of the default chain. Use `defaultChain` instead.
   * @deprecated Do not use it in new code.
   */
  defaultChainId?: number
  /** Default chain as a CAIP-2 id, such as eip155:1. From 5 to 41 characters. Matches `^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$`. */
  defaultChain?: string
  /** Page where people export the key of an embedded wallet. */
  keyExportUrl?: string
  /** OAuth scopes to ask for, separated by spaces. */
  scopes?: string
  /** Id of the signing key, at providers that sign the client secret. */
  platformKeyId?: string
  /** Id of the developer team, at providers that sign the client secret. */
  platformTeamId?: string
  /** Name of the shop, for providers that work per shop. */
  platformStore?: string
  /** Domain of the tenant at the provider, or the domain that e-mails are sent from. */
  domain?: string
  /** Account id at the SMS service. */
  accountSid?: string
  /** Number that messages are sent from, in E.164 form. */
  smsNumber?: string
  /** Countries that messages are sent to; other numbers are refused. */
  enabledCountries?: Array<SmsCountryCode>
  /** Name of the IP pool that e-mails are sent from. */
  emailIpPoolName?: string
  /** Account abstraction projects, one per chain. */
  multichainAccountAbstractionProviders?: Array<ProviderCreateRequestMultichainAccountAbstractionProviders>
  /** Version of the ERC-4337 entry point for smart accounts. */
  entryPointVersion?: ProviderEntryPointVersionEnum | Unlisted
  /** Version of the smart account contract. */
  kernelVersion?: ProviderKernelVersionEnum | Unlisted
  /** How the signer of a smart account is validated. */
  ecdsaProviderType?: EcdsaValidatorOptions | Unlisted
  /** Whether older smart accounts move to version 3 of the contract. */
  enableKernelV3Migration?: boolean
  /** Whether accounts are delegated by EIP-7702 instead of deployed. */
  enableEIP7702?: boolean
  /** Address of the contract that deploys smart accounts. */
  factoryAddress?: string
  /** Address of the contract that pays the fees. */
  paymasterAddress?: string
  /** Address of the contract that validates passkeys. */
  passkeyAddress?: string
  /** Address of the contract that validates session keys. */
  sessionAddress?: string
  /** Root of the provider's OAuth endpoints, for providers that work per tenant. */
  baseAuthUrl?: string
  /** Bundler that the account abstraction vendor is to use. */
  vendorBundlerProvider?: VendorBundlerProvider | Unlisted
  /** Address of your bundler. */
  vendorBundlerRpcUrl?: string
  /** Address of your paymaster. */
  vendorPaymasterRpcUrl?: string
  /** Address of the contract that EIP-7702 delegates to. */
  vendorKernelDelegationAddress?: string
  /** Where people come back to after they finished at the provider. The pages of sellers of tokens lead there. */
  returnUrl?: string
  /** Where people come back to if they give up at the provider. The pages of sellers of tokens lead there. */
  cancelUrl?: string
  /** Id of the verification service at the SMS service. */
  smsVerifyServiceSid?: string
  /** Write-only: accepted in requests and left out of every reply. */
  clientSecret?: string
  /** Where people are sent to sign in. */
  authorizationUrl?: string
  /** Redirect address to register with the provider. */
  redirectUrl?: string
  /** Who accepted the terms of the provider, and when. */
  termsAcceptedByUser?: ProviderAgreement
  /** Number that tells smart accounts of one owner apart. It is 0 for providers of smart accounts unless it is set. */
  salt?: string
  /** Whether people without a smart account get one. It is true for providers of smart accounts unless it is set. */
  createNewAccounts?: boolean
}

/** Proof that a member accepted the terms of a provider. */
export interface ProviderAgreement {
  /** The terms that were accepted. At most 255 characters. */
  termsUrl: string
  /** An e-mail address of at most 255 characters. An e-mail address. At most 255 characters. */
  email: string
  /** The member who accepted. A UUID. */
  userId: string
  /** When they were accepted. An ISO 8601 instant. */
  createdAt: string
}

/** The provider to set up and its settings. The provider decides which fields are used. */
export interface ProviderCreateRequest {
  /** Id of the client that is registered with the provider. */
  clientId?: string | undefined
  /** Project id at the provider, for account abstraction. */
  providerProjectId?: string | undefined
  /**
   * Number of the default chain. Use `defaultChain` instead.
   * @deprecated Do not use it in new code.
   */
  defaultChainId?: number | undefined
  /** Default chain as a CAIP-2 id, such as eip155:1. From 5 to 41 characters. Matches `^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$`. */
  defaultChain?: string | undefined
  /** Page where people export the key of an embedded wallet. */
  keyExportUrl?: string | undefined
  /** OAuth scopes to ask for, separated by spaces. */
  scopes?: string | undefined
  /** Id of the signing key, at providers that sign the client secret. */
  platformKeyId?: string | undefined
  /** Id of the developer team, at providers that sign the client secret. */
  platformTeamId?: string | undefined
  /** Name of the shop, for providers that work per shop. */
  platformStore?: string | undefined
  /** Domain of the tenant at the provider, or the domain that e-mails are sent from. */
  domain?: string | undefined
  /** Account id at the SMS service. */
  accountSid?: string | undefined
  /** Number that messages are sent from, in E.164 form. */
  smsNumber?: string | undefined
  /** Countries that messages are sent to; other numbers are refused. */
  enabledCountries?: Array<SmsCountryCode> | undefined
  /** Name of the IP pool that e-mails are sent from. */
  emailIpPoolName?: string | undefined
  /** Account abstraction projects, one per chain. */
  multichainAccountAbstractionProviders?: Array<ProviderCreateRequestMultichainAccountAbstractionProviders> | undefined
  /** Version of the ERC-4337 entry point for smart accounts. */
  entryPointVersion?: ProviderEntryPointVersionEnum | Unlisted | undefined
  /** Version of the smart account contract. */
  kernelVersion?: ProviderKernelVersionEnum | Unlisted | undefined
  /** How the signer of a smart account is validated. */
  ecdsaProviderType?: EcdsaValidatorOptions | Unlisted | undefined
  /** Whether older smart accounts move to version 3 of the contract. */
  enableKernelV3Migration?: boolean | undefined
  /** Whether accounts are delegated by EIP-7702 instead of deployed. */
  enableEIP7702?: boolean | undefined
  /** Address of the contract that deploys smart accounts. */
  factoryAddress?: string | undefined
  /** Address of the contract that pays the fees. */
  paymasterAddress?: string | undefined
  /** Address of the contract that validates passkeys. */
  passkeyAddress?: string | undefined
  /** Address of the contract that validates session keys. */
  sessionAddress?: string | undefined
  /** Root of the provider's OAuth endpoints, for providers that work per tenant. */
  baseAuthUrl?: string | undefined
  /** Bundler that the account abstraction vendor is to use. */
  vendorBundlerProvider?: VendorBundlerProvider | Unlisted | undefined
  /** Address of your bundler. */
  vendorBundlerRpcUrl?: string | undefined
  /** Address of your paymaster. */
  vendorPaymasterRpcUrl?: string | undefined
  /** Address of the contract that EIP-7702 delegates to. */
  vendorKernelDelegationAddress?: string | undefined
  /** Where people come back to after they finished at the provider. The pages of sellers of tokens lead there. */
  returnUrl?: string | undefined
  /** Where people come back to if they give up at the provider. The pages of sellers of tokens lead there. */
  cancelUrl?: string | undefined
  /** Id of the verification service at the SMS service. */
  smsVerifyServiceSid?: string | undefined
  /** Secret of the client. It is write-only: stored, and shown in no reply. */
  clientSecret?: string | undefined
  /** Whether to use the credentials of the service in place of your client id and secret. */
  useServiceCredentials?: boolean | undefined
  /** Number that tells smart accounts of one owner apart. Matches `^(\d{1,77}|0x[\da-fA-F]{1,64})$`. */
  salt?: string | undefined
  /** Whether people without a smart account get one. */
  createNewAccounts?: boolean | undefined
  /** Which provider to set up; each at most once per environment. */
  provider: ProviderEnum | Unlisted
  /** Terms of the provider that the caller accepts with this request. At most 255 characters. */
  termsUrl?: string | undefined
}

/** The account abstraction project of one chain. */
export interface ProviderCreateRequestMultichainAccountAbstractionProviders {
  /** Id of the project at the provider. */
  clientId: string
  /** The chain that the project serves. */
  chain: string
  /** Whether it is used when no chain is asked for. */
  default?: boolean | undefined
}

/** Version of the ERC-4337 entry point contract. */
export type ProviderEntryPointVersionEnum = "v6" | "v7"

/**
 * Wire name of a provider, of sign-ins, messages, wallets, payments or screening. `turnkey` is deprecated: new
 * embedded wallets are of version `V3`.
 */
export type ProviderEnum = "emailOnly" | "magicLink" | "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "blocto" | "banxa" | "coinbaseOnramp" | "cryptoDotCom" | "dynamic" | "alchemy" | "zerodev" | "telegram" | "turnkey" | "coinbaseWaas" | "sms" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "zksync" | "kraken" | "blockaid" | "passkey" | "okta" | "sendgrid" | "resend"

/** Version of the smart wallet contract. */
export type ProviderKernelVersionEnum = "v2_4" | "v3_0" | "v3_1" | "v3_2" | "v3_3"

/** The settings of a provider to change; those left out stay. */
export interface ProviderUpdateRequest {
  /** Id of the client that is registered with the provider. */
  clientId?: string | undefined
  /** Project id at the provider, for account abstraction. */
  providerProjectId?: string | undefined
  /**
   * Number of the default chain. Use `defaultChain` instead.
   * @deprecated Do not use it in new code.
   */
  defaultChainId?: number | undefined
  /** Default chain as a CAIP-2 id, such as eip155:1. From 5 to 41 characters. Matches `^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$`. */
  defaultChain?: string | undefined
  /** Page where people export the key of an embedded wallet. */
  keyExportUrl?: string | undefined
  /** OAuth scopes to ask for, separated by spaces. */
  scopes?: string | undefined
  /** Id of the signing key, at providers that sign the client secret. */
  platformKeyId?: string | undefined
  /** Id of the developer team, at providers that sign the client secret. */
  platformTeamId?: string | undefined
  /** Name of the shop, for providers that work per shop. */
  platformStore?: string | undefined
  /** Domain of the tenant at the provider, or the domain that e-mails are sent from. */
  domain?: string | undefined
  /** Account id at the SMS service. */
  accountSid?: string | undefined
  /** Number that messages are sent from, in E.164 form. */
  smsNumber?: string | undefined
  /** Countries that messages are sent to; other numbers are refused. */
  enabledCountries?: Array<SmsCountryCode> | undefined
  /** Name of the IP pool that e-mails are sent from. */
  emailIpPoolName?: string | undefined
  /** Account abstraction projects, one per chain. */
  multichainAccountAbstractionProviders?: Array<ProviderCreateRequestMultichainAccountAbstractionProviders> | undefined
  /** Version of the ERC-4337 entry point for smart accounts. */
  entryPointVersion?: ProviderEntryPointVersionEnum | Unlisted | undefined
  /** Version of the smart account contract. */
  kernelVersion?: ProviderKernelVersionEnum | Unlisted | undefined
  /** How the signer of a smart account is validated. */
  ecdsaProviderType?: EcdsaValidatorOptions | Unlisted | undefined
  /** Whether older smart accounts move to version 3 of the contract. */
  enableKernelV3Migration?: boolean | undefined
  /** Whether accounts are delegated by EIP-7702 instead of deployed. */
  enableEIP7702?: boolean | undefined
  /** Address of the contract that deploys smart accounts. */
  factoryAddress?: string | undefined
  /** Address of the contract that pays the fees. */
  paymasterAddress?: string | undefined
  /** Address of the contract that validates passkeys. */
  passkeyAddress?: string | undefined
  /** Address of the contract that validates session keys. */
  sessionAddress?: string | undefined
  /** Root of the provider's OAuth endpoints, for providers that work per tenant. */
  baseAuthUrl?: string | undefined
  /** Bundler that the account abstraction vendor is to use. */
  vendorBundlerProvider?: VendorBundlerProvider | Unlisted | undefined
  /** Address of your bundler. */
  vendorBundlerRpcUrl?: string | undefined
  /** Address of your paymaster. */
  vendorPaymasterRpcUrl?: string | undefined
  /** Address of the contract that EIP-7702 delegates to. */
  vendorKernelDelegationAddress?: string | undefined
  /** Where people come back to after they finished at the provider. The pages of sellers of tokens lead there. */
  returnUrl?: string | undefined
  /** Where people come back to if they give up at the provider. The pages of sellers of tokens lead there. */
  cancelUrl?: string | undefined
  /** Id of the verification service at the SMS service. */
  smsVerifyServiceSid?: string | undefined
  /** Secret of the client. It is write-only: stored, and shown in no reply. */
  clientSecret?: string | undefined
  /** Whether to use the credentials of the service in place of your client id and secret. */
  useServiceCredentials?: boolean | undefined
  /** Number that tells smart accounts of one owner apart. Matches `^(\d{1,77}|0x[\da-fA-F]{1,64})$`. */
  salt?: string | undefined
  /** Whether people without a smart account get one. */
  createNewAccounts?: boolean | undefined
}

/** The OAuth addresses of one provider. */
export interface ProviderUrl {
  /**
   * Wire name of a provider, of sign-ins, messages, wallets, payments or screening. `turnkey` is deprecated: new
   * embedded wallets are of version `V3`.
   */
  provider: ProviderEnum | Unlisted
  /** Where people are sent to sign in. */
  authorizationUrl: string
  /** Redirect address to register with the provider. */
  redirectUrl: string
  /** OAuth scopes requested by default, separated by spaces. */
  scopes?: string
  /** Where the provider explains its scopes. */
  scopesRefUrl?: string
}

/** The OAuth addresses of all providers. */
export interface ProviderUrlsResponse {
  providerUrls?: Array<ProviderUrl>
}

/** All providers of an environment, oldest first. */
export interface ProvidersResponse {
  providers?: Array<Provider>
}

/** A passkey by its id. */
export interface PublicKeyCredentialDescriptor {
  /** The credential's id, base64url. */
  id: string
  /** Always `public-key`. */
  type: PublicKeyCredentialType | Unlisted
}

/** A kind of key. */
export interface PublicKeyCredentialParameters {
  /** COSE number of the signature algorithm: -7 is ES256, -8 EdDSA, -257 RS256. */
  alg: number
  /** Always `public-key`. */
  type: PublicKeyCredentialType | Unlisted
}

/** The site that a passkey is for, the relying party. */
export interface PublicKeyCredentialRpEntity {
  /** Its domain. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  id?: string
  /** Its name for people to read. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  name: string
}

/** Kind of credential; WebAuthn has only one. */
export type PublicKeyCredentialType = "public-key"

/** The user that a passkey belongs to. */
export interface PublicKeyCredentialUserEntity {
  /** The user handle, which the passkey returns at a sign-in. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  id: string
  /** Name that distinguishes the accounts of one person. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  name: string
  /** Name for people to read. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  displayName: string
}

/** A batch of tracked events. */
export interface PublishEvents {
  /** The events, in the order they happened. From 1 to 10 items. */
  events: Array<PublishEventsEvents>
}

/** Something that an application tracks. */
export interface PublishEventsEvents {
  /** Id that the application created for the visitor, who need not be signed in. */
  anonymousId: string
  /** Name that the application gave to what happened. */
  event: string
  /** Any details that the application adds. */
  properties: Record<string, unknown>
  /** Kind of the event. There is one. */
  type: "track" | Unlisted
}

/** A provider that sells or buys tokens. */
export interface RampConfiguration {
  /** The provider, by its wire name. */
  provider: ProviderEnum | Unlisted
  /** The name that people know it by. */
  name: string
  /** A picture of it. */
  iconUrl: string
  /** Its page for this wallet. */
  url: string
  /** The text of a QR code that leads there. */
  qrCode?: string
}

/** How the application uses React. */
export interface ReactSettings {
  /** The version that is installed, such as `19.1.0`. */
  version?: string | undefined
}

/** Which backups to recover. */
export interface RecoverMultipleClientKeySharesRequest {
  /** Ids of the backups; all of the wallet's if absent or empty. */
  keyShareIds?: Array<string> | undefined
}

/** Backups of the user's shares. */
export interface RecoverMultipleClientKeySharesResponse {
  keyShares: Array<WalletKeyShareInfoWithEncryptedAccountCredential>
}

/** The registered key. */
export interface RegisterEmbeddedWalletSessionKeyResponse {
  /** The public key. */
  publicKey: string
  /** When it ends, in milliseconds of Unix time. */
  expiresAt: number
}

/** A key that signs for the session. */
export interface RegisterSessionKeyRequest {
  /** P-256 public key in compressed form, 33 bytes in hex. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  publicKey: string
  /**
   * Signature of the session's present key over the text of `publicKey` (ECDSA with SHA-256), hex of DER or of 64
   * bytes. Needed while there is a present key.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  prevSessionKeySignature?: string | undefined
  /** The wallet that the key signs for. Without it, all wallets of the generation `V2`. A UUID. */
  walletId?: string | undefined
}

/** The parties that share the key from then on. */
export interface ReshareRequest {
  /** The parties of the user, as many as the new scheme has on the user's side. */
  clientKeygenIds: Array<string>
  /** The present scheme. */
  oldThresholdSignatureScheme: ThresholdSignatureScheme | Unlisted
  /** The scheme from then on. */
  newThresholdSignatureScheme: ThresholdSignatureScheme | Unlisted
  /** Whether the environment's own server gets a share, with which it can sign for the user. */
  delegateToProjectEnvironment?: boolean | undefined
  /** Whether the share of the environment's own server is taken away. */
  revokeDelegation?: boolean | undefined
}

/** Whether a passkey has to be found by the authenticator without its id (WebAuthn, section 5.4.6). */
export type ResidentKeyRequirement = "discouraged" | "preferred" | "required"

/** The share of the users of one week who signed in in another week. */
export interface RetentionTrendResult {
  /** Monday of the cohort's week. An ISO 8601 date, `2026-01-31`. */
  cohortWeek: string
  /** Monday of the same week or a later one. An ISO 8601 date, `2026-01-31`. */
  returningWeek: string
  /** In percent, with two decimals; null while the returning week is not over, and for a week without users. */
  retentionPct?: number | null
}

/** The answer to a request to revoke all sessions. */
export interface RevokeAllSessionsResponse {
  /** A sentence for people to read. */
  message: string
}

/** The wallets that the environment's own server gives back. */
export interface RevokeDelegatedAccessRequest {
  /** From 1 to 100 items. */
  walletIds: Array<string>
}

/** What became of each wallet. */
export interface RevokeDelegatedAccessResponse {
  /** In the order of the request. */
  results: Array<RevokeDelegatedAccessWalletResult>
  /** How many wallets the request names. */
  total: number
  /** How many were given back. */
  succeeded: number
  /** How many were not. */
  failed: number
}

/** What became of one wallet. */
export interface RevokeDelegatedAccessWalletResult {
  /** A UUID in lower case. */
  walletId: string
  /** Whether the access was revoked. */
  success: boolean
  /** Why not, a sentence for people. */
  error?: string
}

/**
 * What a member may do in an organization: a `viewer` reads, a `developer` also changes settings, an `admin` also
 * manages projects and members, an `owner` may do everything.
 */
export type RoleEnum = "owner" | "admin" | "developer" | "viewer"

/** Who takes part in a room, as many parties as it takes to sign (`threshold`) or all of them (`full`). */
export type RoomTypeEnum = "threshold" | "full"

/** The site to check. */
export interface ScanWebsiteUrlRequest {
  /** A URL of the site. The scheme may be left out. At most 255 characters. */
  url: string
}

/** What is known about a site. */
export interface ScanWebsiteUrlResponse {
  /** Whether the site is reported as malicious; null if that is uncertain. */
  isMalicious?: boolean | null
}

/** One check of a wallet, stored with its user. */
export interface ScreeningCheck {
  /** A UUID in lower case. */
  id: string
  /** An ISO 8601 instant. */
  createdAt: string
  /** `OK` for a clean wallet, `BLOCKED` for a sanctioned one, `FAILED` if there was no answer. */
  result: ScreeningCheckResultEnum | Unlisted
  /** Address of the wallet that was checked. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  walletPublicKey: string
  /** What the screening service answered, as text. */
  response: string
}

/**
 * `OK`: nothing is known against the wallet. `BLOCKED`: it is on a sanctions list. `FAILED`: the check could not be
 * made.
 */
export type ScreeningCheckResultEnum = "OK" | "BLOCKED" | "FAILED"

/** How an environment screens wallets. */
export interface ScreeningConfiguration {
  /** A UUID in lower case. */
  id: string
  /** Whether wallets are checked against sanctions lists at sign-in. */
  sanctionsApiEnabled: boolean
  /** Whether transactions are screened too (know your transaction). */
  kytApiEnabled: boolean
  /** The environment that is screened. A UUID. */
  projectEnvironmentId: string
  /** An ISO 8601 instant. */
  createdAt: string
  /** When a switch was last changed; the time of creation until then. An ISO 8601 instant. */
  updatedAt: string
}

/** A client's report about its own setup. */
export interface SdkSettingsRequest {
  /** The properties that the application gave to the client. */
  serviceContextProps?: Record<string, unknown> | undefined
  /** How the client works together with a wallet library. */
  serviceWagmiSettings?: Record<string, unknown> | undefined
  /** The frameworks that the application is made with. */
  frameworkSettings?: FrameworkSettings | undefined
}

/** A user of the environment, as the user sees it. A field without a value is null. */
export interface SdkUser {
  /** A UUID in lower case. */
  id: string
  /** Id of the environment that the user belongs to. A UUID. */
  projectEnvironmentId: string
  /** What the user has proved to have: e-mail addresses, phone numbers, wallets, accounts at providers, passkeys. */
  verifiedCredentials: Array<VerifiedCredential>
  /**
   * Id of the credential of the latest sign-in, or of the latest verified credential of a user who has not signed in;
   * null if there is none.
   */
  lastVerifiedCredentialId?: string | null
  /** Id of the session of this reply; null if the reply is about another user. */
  sessionId?: string | null
  /** Name to show for the user. */
  alias?: string | null
  /** ISO 3166-1 code, two capital letters. At most 255 characters. Matches `^[A-Z]{2}$`. */
  country?: string | null
  /** The user's e-mail address; null if there is none. */
  email?: string | null
  firstName?: string | null
  jobTitle?: string | null
  lastName?: string | null
  /** In E.164 form with a leading plus; null if there is none. */
  phoneNumber?: string | null
  /** Whether the user has agreed to the site's terms; null if never asked. */
  policiesConsent?: boolean | null
  /** Size of clothing, as the user put it. */
  tShirtSize?: string | null
  team?: string | null
  /**
   * Name that no other user of the environment has, compared without regard to case.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N} _.,:!?&%@\/+-]+(?<=\S)$`.
   */
  username?: string | null
  /** When the user first signed in; null before it. An ISO 8601 instant. */
  firstVisit?: string | null
  /** When the user last signed in; null before the first time. An ISO 8601 instant. */
  lastVisit?: string | null
  /** True in the reply to the user's first sign-in, false in all others. */
  newUser?: boolean
  /** Data of the application about the user, with the values of custom fields under their keys. */
  metadata?: Record<string, unknown>
  /**
   * Whether the user has confirmed that the recovery codes are saved: `pending`, then `complete`; null without
   * codes.
   */
  mfaBackupCodeAcknowledgement?: MfaBackupCodeAcknowledgement | Unlisted | null
  /** Bitcoin address, as the user put it; not proved. */
  btcWallet?: string | null
  /** Kadena address, as the user put it; not proved. */
  kdaWallet?: string | null
  /** Litecoin address, as the user put it; not proved. */
  ltcWallet?: string | null
  /** Nervos CKB address, as the user put it; not proved. */
  ckbWallet?: string | null
  /** Kaspa address, as the user put it; not proved. */
  kasWallet?: string | null
  /** Dogecoin address, as the user put it; not proved. */
  dogeWallet?: string | null
  /** Whether the user wants notifications by e-mail; null if never asked. */
  emailNotification?: boolean | null
  /** Whether the user wants notifications on Discord; null if never asked. */
  discordNotification?: boolean | null
  /** Whether the user wants the newsletter; null if never asked. */
  newsletterNotification?: boolean | null
  /** Names of the enabled allowlists that list the user. */
  lists?: Array<string>
  /**
   * What the session may do, separated by spaces. `user:basic` is in it once no required field is missing and no
   * MFA step is open; gates and allowlists add theirs.
   */
  scope?: string
  /** Empty fields, standard and custom, that are enabled and required. */
  missingFields?: Array<MissingField>
}

/** A screen and the sections that it is made of. */
export interface SdkView {
  /** A view of the sign-in widget. */
  type: SdkViewType | Unlisted
  /** From top to bottom. */
  sections?: Array<SdkViewSection> | undefined
}

/** A part of a screen. */
export interface SdkViewSection {
  /** What a section of a view shows. */
  type: SdkViewSectionType | Unlisted
  /** Text of the section, for those that show one. */
  label?: string | undefined
  /** How many entries are shown before the rest goes behind a button. */
  numOfItemsToDisplay?: number | undefined
  /** The entry that is shown largest, by its wire name. */
  defaultItem?: string | undefined
  /** How the content of a section is aligned. */
  alignment?: SdkViewSectionAlignment | Unlisted | undefined
}

/** How the content of a section is aligned. */
export type SdkViewSectionAlignment = "center" | "left" | "right"

/** What a section of a view shows. */
export type SdkViewSectionType = "email" | "emailAndPhone" | "phone" | "separator" | "social" | "text" | "wallet" | "passkey"

/** A view of the sign-in widget. */
export type SdkViewType = "login"

/** The sections of a screen. */
export interface SdkViewUpdateRequest {
  /** From top to bottom; without it, the sections stay. */
  sections?: Array<SdkViewSection> | undefined
}

/** The views of an environment, wrapped. */
export interface SdkViewsResponse {
  /** One entry per screen. */
  sdkViews?: Array<SdkView>
}

/** The actions of embedded wallets about which users get an e-mail. */
export interface SecurityNotifications {
  /** A private key was exported. */
  waasPrivateKeyExport?: boolean | undefined
  /** A transaction was signed. */
  waasSignedTransaction?: boolean | undefined
}

/** One sign-in of a user, from its start until it is revoked. All tokens from its refreshes belong to it. */
export interface Session {
  /** A UUID in lower case. */
  id?: string
  /** An ISO 8601 instant. */
  createdAt?: string
  /** IP address of the sign-in; null if the environment does not collect addresses. */
  ipAddress?: string | null
  /** The `User-Agent` header of the sign-in; null if there was none. */
  userAgent?: string | null
  /** When the session was ended; null before that. Its tokens are refused from then on. An ISO 8601 instant. */
  revokedAt?: string | null
}

/** The sessions that began in one hour of the week. */
export interface SessionsHeatmapResult {
  /** Hour of the day in UTC. From 0 to 23. */
  hourBucket: number
  /** Day of the week in UTC; 0 is Sunday, 6 is Saturday. From 0 to 6. */
  weekday: number
  /** Number of sessions. */
  nSessionsVisits: number
}

/** One page of the sessions of a user. */
export interface SessionsResponse {
  /** The sessions, newest first. */
  sessions: Array<Session>
}

/** The sessions of a period that have something in common. */
export interface SessionsTrendResult {
  /** First day of the period, which may be before the range. An ISO 8601 date, `2026-01-31`. */
  date: string
  /** What they have in common. */
  dimValue: string
  /** Number of sessions. */
  nSessionsVisits: number
}

/** Wire name of a provider of embedded sign-in. `turnkey` is deprecated: new embedded wallets are of version `V3`. */
export type SignInProviderEnum = "dynamic" | "magicLink" | "blocto" | "turnkey" | "coinbaseWaas"

/** A signed delegation of an account (EIP-7702). */
export interface SignMessageAuthorizationSignature {
  /** The contract that the account delegates to. */
  address?: string | undefined
  /** Id of the chain. */
  chainId?: number | undefined
  /** Nonce of the account. */
  nonce?: number | undefined
  /** The first half of the signature, in hex. */
  r?: string | undefined
  /** The second half of the signature, in hex. */
  s?: string | undefined
  /** The recovery id as 27 or 28. */
  v?: string | undefined
  /** The recovery id as 0 or 1. */
  yParity?: number | undefined
}

/** What a message says. Each part that is given has to fit the bytes that are signed. */
export interface SignMessageContext {
  /** A transaction of an EVM chain. Quantities are in decimal, or in hex with `0x`. */
  evmTransaction?: SignMessageEvmTransaction | undefined
  /** A user operation of account abstraction (ERC-4337, entry point v0.6 to v0.9). */
  evmUserOperation?: SignMessageEvmUserOperation | undefined
  /** Transactions of Solana. */
  svmTransaction?: SignMessageSvmTransaction | undefined
  /** A transaction of Sui. */
  suiTransaction?: SignMessageSuiTransaction | undefined
  /** A delegation of the wallet's account to a contract (EIP-7702). */
  eip7702Auth?: SignMessageEip7702Auth | undefined
  /** A personal message (EIP-191), as a text or as bytes in hex. */
  evmMessage?: SignMessageEvmMessage | undefined
  /** A message, which is signed in UTF-8. At most 16384 characters. */
  svmMessage?: string | undefined
  /** A personal message, which is signed with its intent. At most 16384 characters. */
  suiMessage?: string | undefined
  /** Typed data (EIP-712). */
  evmTypedData?: SignMessageEvmTypedData | undefined
  /** The site that asks for the signature. At most 255 characters. */
  domain?: string | undefined
}

/** A delegation of the wallet's account to a contract (EIP-7702). */
export interface SignMessageEip7702Auth {
  /** The contract. */
  address: string
  /** Id of the chain; 0 for every chain. */
  chainId: number
  /** Nonce of the account. */
  nonce: number
}

/** A personal message (EIP-191), as a text or as bytes in hex. */
export type SignMessageEvmMessage = string | { raw: string }

/** A transaction of an EVM chain. Quantities are in decimal, or in hex with `0x`. */
export interface SignMessageEvmTransaction {
  /** The address that it goes to. */
  to: string
  /** Id of the chain. */
  chainId: number
  /** The call in hex. */
  data?: string | undefined
  /** The gas limit. */
  gas?: string | undefined
  /** Wei per gas, of a legacy transaction. */
  gasPrice?: string | undefined
  /** Wei per gas at most. */
  maxFeePerGas?: string | undefined
  /** Wei per gas for the block builder. */
  maxPriorityFeePerGas?: string | undefined
  /** How many transactions the wallet sent before. */
  nonce?: number | undefined
  /** Wei. */
  value?: string | undefined
}

/** Typed data (EIP-712). */
export interface SignMessageEvmTypedData {
  /** What typed data is for. */
  domain: Eip712Domain
  /** The values, of the form that the types have. */
  message: Record<string, unknown>
  /** The type of the message. */
  primaryType: string
  /** The members of each struct. */
  types: Record<string, Array<Eip712TypeMember>>
}

/** A user operation of account abstraction (ERC-4337, entry point v0.6 to v0.9). */
export interface SignMessageEvmUserOperation {
  /** Id of the chain. */
  chainId?: number | undefined
  /** Address of the entry point. */
  entryPoint?: string | undefined
  /** The fields of a user operation. Quantities are in decimal, or in hex with `0x`; bytes are in hex. */
  operation?: SignMessageUserOperationData | undefined
}

/** A transaction of Sui. */
export interface SignMessageSuiTransaction {
  /** The network. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  chainId: string
  /** The transaction data (BCS) in base64. The hash of it with its intent is signed. At most 16384 characters. */
  serializedTransaction: string
}

/** Transactions of Solana. */
export interface SignMessageSvmTransaction {
  /** The network. */
  chainId: string
  /** The method by which the app asked for it. */
  method: string
  /** The transactions in base64 or base58. The message of one of them is signed. */
  serializedTransactions: Array<string>
}

/** The fields of a user operation. Quantities are in decimal, or in hex with `0x`; bytes are in hex. */
export interface SignMessageUserOperationData {
  /** The delegation of the sender, which the hash does not cover. */
  authorization?: SignMessageAuthorizationSignature | undefined
  /** The call that the account makes. */
  callData?: string | undefined
  /** Gas for the call. */
  callGasLimit?: string | undefined
  /** The contract that deploys the account. */
  factory?: string | undefined
  /** The call that deploys it. */
  factoryData?: string | undefined
  /** Wei per gas at most. */
  maxFeePerGas?: string | undefined
  /** Wei per gas for the block builder. */
  maxPriorityFeePerGas?: string | undefined
  /** Nonce of the account. */
  nonce?: string | undefined
  /** The contract that pays. */
  paymaster?: string | undefined
  /** What the paymaster gets. */
  paymasterData?: string | undefined
  /** Gas for the paymaster's last step. */
  paymasterPostOpGasLimit?: string | undefined
  /** Gas for the paymaster's check. */
  paymasterVerificationGasLimit?: string | undefined
  /** Gas for the bundler. */
  preVerificationGas?: string | undefined
  /** The account. */
  sender?: string | undefined
  /** A placeholder, which the hash does not cover. */
  signature?: string | undefined
  /** Gas for the account's check. */
  verificationGasLimit?: string | undefined
}

/** What is to be signed, and what it says. */
export interface SignMessageWithWaasRequest {
  /** The message in the form of the chain; see the operation. At most 16384 characters. */
  message: string
  /** Whether `message` is what the key signs, rather than what is hashed for it. */
  isFormatted?: boolean | undefined
  /** A room that was opened in advance; without it, a new one is opened. */
  roomId?: string | undefined
  /** What the message says, for policies and events. It has to fit the bytes that are signed. */
  context?: SignMessageContext | undefined
  /** On BTC, what the caller takes the wallet for. */
  bitcoinConfig?: WalletBitcoinConfig | undefined
}

/** A transaction of an EVM chain. */
export interface SimulateEVMTransactionRequest {
  /** Number of the network. Matches `^([0-9]{1,78}|0[xX][0-9a-fA-F]{1,64})$`. */
  chainId: string
  /** The data of the call, as `0x` and hex. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  data: string
  /** The sender. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  from: string
  /** The account or contract that is called. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  to: string
  /** Wei to send with the call. Matches `^([0-9]{1,78}|0[xX][0-9a-fA-F]{1,64})$`. */
  value: string
  /**
   * The site that asks for the transaction, as a host or a URL.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  domain?: string | undefined
}

/** Transactions of Solana that somebody is asked to sign. */
export interface SimulateSVMTransactionRequest {
  /** The cluster, such as devnet. Matches `^[a-z0-9]{1,10}$`. */
  chain: string
  /** The transactions as they are sent to a node, in base64 or base58. They need not be signed. From 1 to 10 items. */
  transactions: Array<string>
  /** The account whose assets the reply is about. Matches `^[1-9A-HJ-NP-Za-km-z]{43,44}$`. */
  accountAddress: string
  /**
   * The site that asks for the signature.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  domain?: string | undefined
  /**
   * What the wallet is asked to do, such as signAndSendTransaction. It does not change the reply.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  method: string
}

/** What a transaction would do to an account. */
export interface SimulateTransactionResponse {
  /** What would come. */
  inAssets: Array<AssetDiff>
  /** What would leave. */
  outAssets: Array<AssetDiff>
  /** The other accounts that take part. */
  counterparties?: Array<string>
  /** Prices to show amounts with. */
  priceData: PriceData
  /** Whether everything that would move has a price, so that a sum makes sense. */
  showTotalFiat: boolean
  /** Whether it is safe to sign. */
  validation?: SimulationValidation
  /** What others could spend afterwards, by rights that the transaction gives. */
  assetExposures?: Array<AssetExposure>
}

/** A user operation (ERC-4337). */
export interface SimulateUserOpRequest {
  /** Number of the network. Matches `^([0-9]{1,78}|0[xX][0-9a-fA-F]{1,64})$`. */
  chainId: string
  /** The operation's fields, as bundlers take them for the version of the entry point. */
  operation: Record<string, unknown>
  /** The entry point of version 0.6 or 0.7. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  entryPoint: string
  /**
   * The site that asks for the operation, as a host or a URL.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  domain?: string | undefined
  /** Wei that the client shows as sent. The operation decides what is sent. Matches `^([0-9]{1,78}|0[xX][0-9a-fA-F]{1,64})$`. */
  value: string
}

/** Whether it is safe to sign. */
export interface SimulationValidation {
  /** `Malicious` before `Error` before `Warning`; `Benign` if nothing speaks against it. */
  result: "Benign" | "Warning" | "Malicious" | "Error" | Unlisted
  /** More about the reason, for people. */
  description?: string
  /** Why, as a sentence. */
  reason: string
  /**
   * The reason for programs: `known_malicious_address`, `known_malicious_site`, `execution_failed`,
   * `unlimited_approval`, `unknown_code` or `unclear_site`; absent if the result is `Benign`.
   */
  classification?: string
}

/** A country that messages may be sent to. */
export interface SmsCountryCode {
  /** ISO 3166-1 code of the country. At most 4 characters. Matches `^[a-zA-Z]{2,4}\d?$`. */
  isoCountryCode: string
  /**
   * Calling code of the country, such as +49.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  phoneCountryCode: string
}

/** Where to send a code. */
export interface SmsVerificationCreateRequest {
  /**
   * Calling code of the country, with or without the plus sign.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  phoneCountryCode: string
  /**
   * The number as the person enters it: national, with or without trunk prefix, or international.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  phoneNumber: string
  /**
   * The country of the number, two letters of ISO 3166-1; letter case makes no difference.
   * At most 4 characters. Matches `^[a-zA-Z]{2,4}\d?$`.
   */
  isoCountryCode: string
  /** Answer of the CAPTCHA widget, where the environment asks for one. */
  captchaToken?: string | undefined
}

/** A verification that waits for its code. */
export interface SmsVerificationCreateResponse {
  /** Id of the verification; `retry`, `signIn` and `verify` take it. A UUID. */
  verificationUUID: string
  /** The number without its calling code and trunk prefix, digits only. */
  phoneNumber: string
  /** Calling code of the country, without the plus sign. */
  phoneCountryCode: string
  /** The country of the number, two letters of ISO 3166-1 in upper case. */
  isoCountryCode: string
}

/** Which verification needs another code. */
export interface SmsVerificationRetryRequest {
  /** Id of the verification, as `create` gave it. A UUID. */
  verificationUUID: string
  /**
   * Calling code of the country, with or without the plus sign.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  phoneCountryCode: string
  /**
   * The number of the verification; another one is refused.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  phoneNumber: string
  /**
   * The country of the number, two letters of ISO 3166-1; letter case makes no difference.
   * At most 4 characters. Matches `^[a-zA-Z]{2,4}\d?$`.
   */
  isoCountryCode: string
  /** Answer of the CAPTCHA widget, where the environment asks for one. */
  captchaToken?: string | undefined
}

/** A verification with the code that was sent. */
export interface SmsVerificationVerifyRequest {
  /** Id of the verification, as `create` or a change of profile gave it. A UUID. */
  verificationUUID: string
  /** The code from the message. Matches `^[0-9]{6}$`. */
  verificationToken: string
  /** Answer of the CAPTCHA widget, where the environment asks for one. */
  captchaToken?: string | undefined
  /**
   * Public key of the client that signs in, for the tokens of the session. An existing session keeps its key.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  sessionPublicKey?: string | undefined
}

/** A social provider and whether users can sign in with it. */
export interface SocialSignInProvider {
  /** Wire name of an identity provider that people can sign in with. */
  provider: SocialSignInProviderEnum | Unlisted
  enabled?: boolean
}

/** Wire name of an identity provider that people can sign in with. */
export type SocialSignInProviderEnum = "apple" | "bitbucket" | "coinbasesocial" | "discord" | "epicgames" | "facebook" | "farcaster" | "github" | "gitlab" | "google" | "instagram" | "linkedin" | "microsoft" | "twitch" | "twitter" | "telegram" | "spotify" | "tiktok" | "line" | "steam" | "shopify" | "kraken" | "okta"

/** A transaction and the wallet that signs it. */
export interface SolanaTransactionOptimizationRequest {
  /** The transaction as it is sent to a node, in base64. It need not be signed. */
  transaction: string
  /** The wallet's address, which is one of the signers. Matches `^[1-9A-HJ-NP-Za-km-z]{43,44}$`. */
  address: string
}

/** The transaction with its compute budget. */
export interface SolanaTransactionOptimizationResponse {
  /** The transaction in base64. */
  transaction: string
}

/** A transaction whose fee somebody else is to pay. */
export interface SponsorSVMTransactionRequest {
  /** The transaction as it is sent to a node, in base64. It need not be signed. Matches `^[A-Za-z0-9+/]+={0,2}$`. */
  transaction: string
}

/** The transaction that the sponsor has signed. */
export interface SponsorSVMTransactionResponse {
  /** The transaction in base64, with the signature of the sponsor. */
  transaction?: string
}

/** An organization's identity provider. */
export interface SsoProvider {
  /** Id of the SSO provider. A UUID. */
  id: string
  /** The organization's client at the identity provider. */
  clientId: string
  /** Asterisks, followed by the last four characters of a secret of at least 16. */
  maskedClientSecret: string
  /** The organization whose provider it is. A UUID. */
  organizationId: string
  /** Domain of the identity provider, in lower case. */
  ssoDomain: string
  /** Domain of the addresses that sign in there, in lower case. */
  emailDomain: string
  /** Which kind of identity provider it is. */
  provider: SsoProviderEnum | Unlisted
  /**
   * Where the provider sends people back who sign in to the live environment of the organization's first project;
   * absent without a project. Each environment has its own callback, see `providers.list`.
   */
  redirectUrl?: string
  /** Whether addresses of the domain get no sign-in codes by e-mail. */
  enforceOnlySSO: boolean
  /** When it was set up. An ISO 8601 instant. */
  createdAt: string
  /** When it last changed, or was verified. An ISO 8601 instant. */
  updatedAt: string
  /** When the TXT record was found; absent before. An ISO 8601 instant. */
  ssoDomainVerifiedAt?: string
  /** Value of the TXT record to publish at `_sso.<emailDomain>`. */
  ssoDomainVerificationChallenge?: string
}

/** The address whose domain decides. */
export interface SsoProviderCheckRequest {
  /** The address that the person wants to sign in with. An e-mail address. */
  email: string
}

/** How an address signs in: with a one-time code, or at the identity provider of its domain. */
export interface SsoProviderCheckResponse {
  /** `sso` for a domain with its own identity provider, otherwise `otp`. */
  type: "otp" | "sso" | Unlisted
  /** Wire name of the identity provider; for `sso` only. */
  provider?: string
  /** The provider's authorize URL for this address; the client adds state and code challenge. For `sso` only. */
  ssoAuthUrl?: string
  /** Id of the provider setting, for `ssoProviderId`; for `sso` only. A UUID. */
  id?: string
}

/** What an SSO provider needs. */
export interface SsoProviderCreateRequest {
  /** The organization's client at the identity provider. Must not be empty. At most 255 characters. */
  clientId: string
  /** Secret of the client; it is not shown again. Must not be empty. At most 255 characters. */
  clientSecret: string
  /** Domain name of the identity provider, without scheme or path. At most 255 characters. */
  ssoDomain: string
  /** Domain name of the addresses that sign in there. Subdomains are other domains. At most 255 characters. */
  emailDomain: string
  /** Which kind of identity provider it is. */
  provider: SsoProviderEnum | Unlisted
}

/** Wire name of an identity provider for organizations. */
export type SsoProviderEnum = "okta"

/** What changes about an SSO provider. What is left out stays. */
export interface SsoProviderUpdateRequest {
  /** The organization's client at the identity provider. Must not be empty. At most 255 characters. */
  clientId?: string | undefined
  /** Another secret of the client; it is not shown again. Must not be empty. At most 255 characters. */
  clientSecret?: string | undefined
  /** Another domain has to be verified again. At most 255 characters. */
  ssoDomain?: string | undefined
  /** Another domain has to be verified again. At most 255 characters. */
  emailDomain?: string | undefined
  /** Which kind of identity provider it is. */
  provider?: SsoProviderEnum | Unlisted | undefined
  /** Whether addresses of the domain get no sign-in codes by e-mail; `true` only once the domain is verified. */
  enforceOnlySSO?: boolean | undefined
}

/** The buyers of tokens, wrapped. */
export interface SupportedOfframpsResponse {
  /** The buyers, in the order in which clients offer them. */
  offramps?: Array<RampConfiguration>
}

/** The sellers of tokens, wrapped. */
export interface SupportedOnrampsResponse {
  /** The sellers, in the order in which clients offer them. */
  onramps?: Array<RampConfiguration>
}

/** Whether and how one method may secure an embedded wallet. */
export interface SupportedSecurityMethod {
  /** Whether it is chosen unless the user chooses otherwise. */
  isDefault: boolean
  isEnabled: boolean
  /** Whether it stays for good rather than until a lasting one is added. */
  isPermanentAuthenticator: boolean
  /** Place on the list, smallest first. */
  listPosition: number
}

/** The methods that may secure an embedded wallet. */
export interface SupportedSecurityMethods {
  /** Whether and how one method may secure an embedded wallet. */
  passkey?: SupportedSecurityMethod | undefined
  /** Codes by e-mail. */
  email?: SupportedSecurityMethod | undefined
  /** Whether and how one method may secure an embedded wallet. */
  password?: SupportedSecurityMethod | undefined
}

/** An e-mail address and a phone number with one fixed code. */
export interface TestAccountResponse {
  /** The six digits that fit both. */
  code: string
  /** The address to sign in with. Nothing is ever sent there. */
  email?: string
  /** The number to sign in with, in E.164 form. Nothing is ever sent there. */
  phone?: string
}

/** How many shares of a key a signature needs, and how many exist. */
export type ThresholdSignatureScheme = "TWO_OF_TWO" | "TWO_OF_THREE" | "THREE_OF_FIVE"

/** Unit of a duration. */
export type TimeUnitEnum = "days" | "hours" | "minutes"

/** An API token of an environment, without its raw value. */
export interface Token {
  /** A UUID in lower case. */
  id: string
  /** The last six characters of the raw token, to recognise it by. */
  checksum: string
  /** The member who created it. */
  createdBy: TokenCreatedBy
  /** An ISO 8601 instant. */
  createdAt: string
  /** Its purpose, in the words of its creator. */
  note?: string
  /** The environment that it acts in. A UUID. */
  projectEnvironmentId?: string
  /** The environment of a token. */
  projectEnvironment?: TokenProjectEnvironment
  /** What it may do. */
  scopes?: Array<TokenScopes | Unlisted>
}

/** The address of a token contract on a network. */
export interface TokenAddress {
  /** Number of the network, such as 1 for Ethereum Mainnet. At least 0. */
  networkId: number
  /** Address of the contract on that network. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  contractAddress: string
}

/** How much an address holds of a network's currency or of a token. */
export interface TokenBalance {
  /** The network's number, such as 1 for Ethereum Mainnet. */
  networkId?: number
  /**
   * The token's contract. The network's currency has the address of zero bytes.
   * At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`.
   */
  address: string
  name: string
  symbol: string
  /** Digits after the point of a whole token. */
  decimals: number
  /** URL of a picture. */
  logoURI: string
  /** Whole tokens. */
  balance: number
  /** The balance in the token's smallest unit. Beyond 2^53 the number is rounded. */
  rawBalance: number
  /** US dollars for one whole token; absent for a token without a market. */
  price?: number
  /** US dollars for the balance. */
  marketValue?: number
  /** US dollars in the pools that trade the token. */
  liquidityPoolSizeUsd?: number
  /** How many whole tokens exist, in decimal. */
  totalSupply?: string
  /** Whether this is the network's currency. */
  isNative?: boolean
}

/** The member who created a token. A name that the member does not have is null. */
export interface TokenCreatedBy {
  /** A UUID in lower case. */
  id: string
  /** Name by which the organization knows the member, as the invite gave it; null if it gave none. */
  alias?: string | null
  firstName?: string | null
  lastName?: string | null
  /** An e-mail address. An e-mail address. */
  email?: string
}

/** The environment of a token. */
export interface TokenProjectEnvironment {
  /** A UUID in lower case. */
  id?: string
}

/** What a token may do. Each operation names the scope that it needs; `write` does not include `read`. */
export type TokenScopes = "waas.delegatedAccess.signMessage" | "waas.authenticate" | "environment.settings.read" | "environment.settings.write" | "environment.apiTokens.read" | "environment.apiTokens.write" | "environment.users.read" | "environment.users.write" | "environment.analytics.read" | "environment.webhooks.read" | "environment.webhooks.write" | "environment.events.read" | "environment.events.write" | "environment.balances.read"

/** An API token with its raw value, which only the creation shows. */
export interface TokenWithRaw {
  /** A UUID in lower case. */
  id: string
  /** The last six characters of the raw token, to recognise it by. */
  checksum: string
  /** The member who created it. */
  createdBy: TokenCreatedBy
  /** An ISO 8601 instant. */
  createdAt: string
  /** Its purpose, in the words of its creator. */
  note?: string
  /** The environment that it acts in. A UUID. */
  projectEnvironmentId?: string
  /** The environment of a token. */
  projectEnvironment?: TokenProjectEnvironment
  /** What it may do. */
  scopes?: Array<TokenScopes | Unlisted>
  /** The token to send as `Authorization: Bearer`. It is shown once and cannot be recovered. */
  rawToken: string
  /** Whether the token is accepted; true for a new one. */
  active?: boolean
}

/** All API tokens of an environment, oldest first. */
export interface TokensResponse {
  tokens?: Array<Token>
}

/** An address that a transfer can go to. */
export interface TransferDestination {
  /** The address. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  address: string
  /** Symbols of the currencies that the exchange sends there. */
  tokens?: Array<string>
}

/** Where transfers can go. */
export interface TransferDestinationResponse {
  /** The addresses. */
  destinations: Array<TransferDestination>
  /** Whether the exchange sends only to addresses that the person has listed there. */
  enforcesAddressWhitelist: boolean
}

/** Body of a 422: the request is well-formed, but a rule forbids it. */
export interface UnprocessableEntity {
  /** A sentence for people to read. */
  error: string
  /** The rule, for programs. */
  code: UnprocessableEntityErrorCode | Unlisted
  /** Details that help the person to continue; only some codes have them. */
  payload?: UnprocessableEntityErrorPayload
}

/** The rule that a well-formed request breaks. Each operation documents its codes. */
export type UnprocessableEntityErrorCode = "email_cannot_be_null" | "exchange_cannot_be_enabled" | "transfer_amount_too_small" | "transfer_address_not_whitelisted" | "invalid_scopes" | "unknown_transfer_error" | "transfer_mfa_required" | "transfer_mfa_failed" | "invalid_transfer_funds" | "invalid_transfer_currency" | "invalid_exchange_provider" | "invalid_transfer_network" | "invalid_email" | "email_already_exists" | "allowlist_already_exists" | "allowlist_entry_already_exists" | "reassign_wallet_error" | "reassign_wallet_confirm" | "members_cannot_delete_themself" | "username_already_exists" | "wrong_email_verification_token" | "wrong_sms_verification_token" | "invalid_email_verification" | "invalid_sms_verification" | "invalid_verification" | "invalid_position" | "too_many_sms_verification_attempts" | "too_many_email_verification_attempts" | "too_many_verification_attempts" | "organization_name_already_exists" | "project_name_already_exists" | "wallet_not_deployed" | "email_verification_required" | "phone_verification_required" | "invite_address_required" | "provider_not_available" | "forbidden_unlink_request" | "invalid_unlink_request" | "too_many_api_tokens" | "lock_timeout" | "lock_too_many_attempts" | "nft_token_gating_not_supported_for_chain" | "empty_chain_name" | "no_enabled_email_provider" | "no_enabled_sms_provider" | "invalid_key_export_url" | "invalid_service_props" | "too_many_requests" | "too_many_organizations_for_user" | "too_many_projects_for_organization" | "email_associated_with_different_provider" | "user_has_already_account_with_email" | "user_has_already_account_with_phone_number" | "other_verify_failure" | "email_tied_to_embedded_wallet" | "invalid_invite" | "social_account_already_exists" | "invalid_email_address" | "invalid_gate" | "conflicting_embedded_wallet_providers" | "invalid_user" | "invalid_cors_origins" | "invalid_mobile_deeplink_urls" | "unauthorized_mobile_deeplink_url" | "invalid_private_key_format" | "invalid_embedded_wallet_settings" | "wallet_not_support_passkey" | "recovery_email_unavailable_or_invalid" | "connect_error" | "invalid_wallet_name" | "invalid_wallet_address" | "email_recovery_disabled" | "no_compatible_wallet_service_enabled" | "missing_aa_project_id" | "linked_embedded_wallet" | "invalid_mpc_environment" | "invalid_regex" | "repeated_options" | "missing_phone_number_or_email" | "duplicate_exists" | "mfa_device_not_found" | "mfa_invalid_code" | "mfa_invalid_request" | "invalid_phone" | "gate_exists" | "invalid_embedded_wallet_chains_configuration" | "merge_accounts_confirmation" | "merge_accounts_invalid" | "invalid_wallet_id" | "unable_to_fetch_balances" | "cannot_switch_to_unique" | "custom_field_data_not_unique" | "metadata_size_exceeded" | "invalid_custom_hostname" | "blocked_user_cannot_transfer_wallet" | "feature_not_enabled_in_suborg" | "invalid_username" | "invalid_external_auth" | "invalid_chain_address_match" | "invalid_update" | "cannot_delete_last_project" | "no_hd_wallet_found" | "wallet_account_exists_for_chain" | "too_many_embedded_wallets_for_user" | "too_many_embedded_wallets_per_chain_for_user" | "invalid_session_public_key" | "custom_field_not_unique" | "invalid_aa_project_configuration" | "no_v1_embedded_wallet_found" | "embedded_wallet_address_already_linked" | "key_share_already_backed_up" | "invalid_key_shares_length" | "wallet_service_connection_error" | "no_global_wallet_found" | "invalid_metadata_value" | "max_passkeys_per_user" | "passkey_not_found" | "cannot_delete_passkey_linked_to_embedded_wallet" | "cannot_delete_last_sign_in_verified_credential" | "invalid_webhook_url" | "invalid_webhook_events" | "too_many_webhooks" | "unsupported_signature"

/** What a person needs to know to continue after a refusal. */
export interface UnprocessableEntityErrorPayload {
  /** The e-mail address that the conflict is about. An e-mail address. */
  email?: string
  /** The provider that the person signed in with before. */
  loginProvider?: ProviderEnum | Unlisted
  /** Name of the embedded wallet that the e-mail address is tied to. */
  embeddedWalletName?: string
  /** The social provider that the embedded wallet is tied to. */
  embeddedSocialSigninProvider?: ProviderEnum | Unlisted
  /** The fields in which two users of the same person differ, for `merge_accounts_confirmation`. */
  mergeConflicts?: MergeConflicts
  /** Further sentences for people to read, for example one per broken field. */
  additionalMessages?: Array<string>
}

/** What can change about a project. */
export interface UpdateProjectRequest {
  /**
   * Must be unique within the organization.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  name: string
}

/** The project that was renamed. */
export interface UpdateProjectResponse {
  /** Id of the project. A UUID. */
  id?: string
  /** The new name. */
  name?: string
}

/** The stamped request to change the recovery address. */
export interface UpdateRecoveryEmailRequest {
  /**
   * A request to the custody vendor that a passkey or an API key of the wallet has signed.
   * @deprecated Do not use it in new code.
   */
  vendorSignedRequest: VendorSignedRequest
}

/** The user after a profile change, tokens with the change, and what is left to do. */
export interface UpdateSelfResponse {
  /** Proof of the first step, if the session waits for its second factor. */
  mfaToken?: string
  /** Session token with all claims. Absent if the environment keeps the session in a cookie. */
  jwt?: string
  /** The user as they are now. */
  user: SdkUser
  /** Session token with few claims. Absent if the environment keeps the session in a cookie. */
  minifiedJwt?: string
  /** When the tokens expire, Unix time in whole seconds. */
  expiresAt: string
  /** What the client shows next. */
  nextView: NextViewEnum | Unlisted
  /** The verification that was begun, for `verify-email`. */
  emailVerification?: EmailVerificationCreateResponse
  /** The verification that was begun, for `verify-sms`. */
  smsVerification?: SmsVerificationCreateResponse
}

/** What to change about a passkey. */
export interface UpdateUserPasskeyRequest {
  /** Id of the passkey. A UUID. */
  id: string
  /** The new name. Absent for no change. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  alias?: string | undefined
}

/** Settings of an embedded wallet that its user changes. */
export interface UpdateWaasWalletSettingsRequest {
  /** Whether the user refuses that the application signs on their behalf. */
  hasDeniedDelegatedAccess: boolean
}

/** The settings of an embedded wallet. */
export interface UpdateWaasWalletSettingsResponse {
  /** Id of the wallet. A UUID. */
  walletId: string
  /** What happens with the key shares of an embedded wallet, now and at the next sign-in of its user. */
  settings: WaasWalletSettings
}

/** What the wallets get with the new generation. */
export interface UpgradeEmbeddedWalletToV2Request {
  /**
   * Session key to register, as `vendorWallets.registerSessionKey` does.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  sessionPublicKey?: string | undefined
}

/**
 * An end user of one environment, as servers and members see them. A field without a value is null, and a list without
 * entries is empty.
 */
export interface User {
  /** A UUID in lower case. */
  id: string
  /** Id of the environment that the user belongs to. A UUID. */
  projectEnvironmentId: string
  /** Everything that the user has proved to have, or that a server vouched for. */
  verifiedCredentials?: Array<VerifiedCredential>
  /**
   * Id of the credential of the latest sign-in, or of the latest verified credential of a user who has not signed in;
   * null if there is none.
   */
  lastVerifiedCredentialId?: string | null
  /** Id of the latest session; null before the first. */
  sessionId?: string | null
  /** Name to show for the user. */
  alias?: string | null
  /** ISO 3166-1 code, two capital letters. At most 255 characters. Matches `^[A-Z]{2}$`. */
  country?: string | null
  /** The user's e-mail address; null if there is none. */
  email?: string | null
  firstName?: string | null
  jobTitle?: string | null
  lastName?: string | null
  phoneNumber?: string | null
  /** Whether the user has agreed to the site's terms; null if never asked. */
  policiesConsent?: boolean | null
  /** Size of clothing, as the user put it. */
  tShirtSize?: string | null
  team?: string | null
  /**
   * Name that no other user of the environment has, compared without regard to case.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N} _.,:!?&%@\/+-]+(?<=\S)$`.
   */
  username?: string | null
  /** When the user first signed in; null before it. An ISO 8601 instant. */
  firstVisit?: string | null
  /** When the user last signed in; null before the first time. An ISO 8601 instant. */
  lastVisit?: string | null
  /** Whether the latest sign-in was the first one. */
  newUser?: boolean
  /** Data of the application about the user, with the values of custom fields under their keys. */
  metadata?: Record<string, unknown>
  /**
   * Whether the user has confirmed that the recovery codes are saved: `pending`, then `complete`; null without
   * codes.
   */
  mfaBackupCodeAcknowledgement?: MfaBackupCodeAcknowledgement | Unlisted | null
  /** Bitcoin address, as the user put it; not proved. */
  btcWallet?: string | null
  /** Kadena address, as the user put it; not proved. */
  kdaWallet?: string | null
  /** Litecoin address, as the user put it; not proved. */
  ltcWallet?: string | null
  /** Nervos CKB address, as the user put it; not proved. */
  ckbWallet?: string | null
  /** Kaspa address, as the user put it; not proved. */
  kasWallet?: string | null
  /** Dogecoin address, as the user put it; not proved. */
  dogeWallet?: string | null
  /** Whether the user wants notifications by e-mail; null if never asked. */
  emailNotification?: boolean | null
  /** Whether the user wants notifications on Discord; null if never asked. */
  discordNotification?: boolean | null
  /** Whether the user wants the newsletter; null if never asked. */
  newsletterNotification?: boolean | null
  /** Names of the enabled allowlists that list the user. */
  lists?: Array<string>
  /**
   * Scopes that a token of the user would have now, separated by spaces. It contains `user:basic` once the profile
   * is complete and no MFA step is open.
   */
  scope?: string
  /** Empty fields, standard and custom, that are enabled and required. */
  missingFields?: Array<MissingField>
  /**
   * Address of the wallet that the user last signed in with. If the last credential is not a wallet, it is the
   * wallet that was linked last; null without wallets.
   */
  walletPublicKey?: string | null
  /** Wire name of the application of that wallet. */
  wallet?: string | null
  /** Chain of that wallet. */
  chain?: ChainEnum | Unlisted | null
  /** An ISO 8601 instant. */
  createdAt?: string
  /** When the profile, a credential or a wallet last changed. An ISO 8601 instant. */
  updatedAt?: string
  /** Sessions of the user, the newest first. Lists have them on request only. */
  sessions?: Array<Session>
  wallets?: Array<Wallet>
  /** Results of sanctions screening of the user's wallets, also of wallets that are no longer linked. */
  screeningChecks?: Array<ScreeningCheck>
  /** Linked social accounts. */
  oauthAccounts?: Array<OauthAccount>
  mfaDevices?: Array<MfaDevice>
}

/** What users change about their own profile. Fields that are left out stay as they are. */
export interface UserFields {
  /**
   * What the user wants to be called.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  alias?: string | undefined
  /** Given name. At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  firstName?: string | undefined
  /** Family name. At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  lastName?: string | undefined
  /**
   * What the user does for a living.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  jobTitle?: string | undefined
  /**
   * New mobile number in international form, such as `+49 151 12345678`; it is proved before the profile shows it,
   * in E.164 form. An empty text removes the present one.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  phoneNumber?: string | undefined
  /**
   * Data of the application about the user, with the values of custom fields under their keys. Updates replace it
   * as a whole.
   */
  metadata?: Record<string, unknown> | undefined
  /** `complete` confirms that the recovery codes are saved; no other value is accepted. */
  mfaBackupCodeAcknowledgement?: MfaBackupCodeAcknowledgement | Unlisted | null | undefined
  /**
   * Size of clothing, as the user puts it.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  tShirtSize?: string | undefined
  /**
   * The group that the user belongs to.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  team?: string | undefined
  /** Whether the user agreed to the terms of the application. */
  policiesConsent?: boolean | undefined
  /** ISO 3166-1 alpha-2 code, such as `GB`; null for none. At most 255 characters. Matches `^[A-Z]{2}$`. */
  country?: string | null | undefined
  /**
   * Unique within the environment, without regard to case. Empty or null for none.
   * At most 255 characters. Matches `^$|^[\p{L}\p{N}_-]{3,20}$`.
   */
  username?: string | null | undefined
  /**
   * A Bitcoin address that the user typed in; it is not verified and cannot be used to sign in. Null for none.
   * Matches `^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,59}$`.
   */
  btcWallet?: string | null | undefined
  /** A Kadena account that the user typed in; not verified. Null for none. Matches `^k:[0-9a-fA-F]{64}$`. */
  kdaWallet?: string | null | undefined
  /** A Litecoin address that the user typed in; not verified. Null for none. Matches `^[LM3][a-km-zA-HJ-NP-Z1-9]{26,53}$`. */
  ltcWallet?: string | null | undefined
  /** A Nervos CKB address that the user typed in; not verified. Null for none. Matches `^(ckb1q|ckt1q)[0-9a-z]{25,111}$`. */
  ckbWallet?: string | null | undefined
  /** A Kaspa address that the user typed in; not verified. Null for none. Matches `^kaspa:[1-9a-zA-Z0]{56,}$`. */
  kasWallet?: string | null | undefined
  /** A Dogecoin address that the user typed in; not verified. Null for none. Matches `^D[a-zA-Z0-9_.-]{33}$`. */
  dogeWallet?: string | null | undefined
  /** Whether the user wants notifications by e-mail. */
  emailNotification?: boolean | undefined
  /** Whether the user wants notifications on Discord. */
  discordNotification?: boolean | undefined
  /** Whether the user wants the newsletter. */
  newsletterNotification?: boolean | undefined
  /**
   * New e-mail address, which is proved before the profile shows it; an empty text removes the present one.
   * At most 255 characters.
   */
  email?: string | undefined
  /** Answer of the CAPTCHA widget, where the environment asks for one. */
  captchaToken?: string | undefined
}

/**
 * A field whose values are unique: `email`, `username`, or the name that a user has below the domain of the
 * environment.
 */
export type UserFieldsCheckEnum = "email" | "username" | "name-service-subdomain-handle"

/** A field and the value that a user would like to have in it. */
export interface UserFieldsCheckParams {
  /** The field. */
  field: UserFieldsCheckEnum | Unlisted
  /** The value, in any letter case. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  value: string
}

/** Whether a value is free. */
export interface UserFieldsCheckResponse {
  /** The checked field. */
  field: string
  /** The checked value, unchanged. */
  value: string
  /** Whether the user could have it at this moment. */
  available: boolean
}

/**
 * Column to search. `wallet` is the name of a wallet application, `walletPublicKey` an address, `accountId` the id
 * of a linked social account at its provider; `all` searches every column.
 */
export type UserFilterableFieldsEnum = "all" | "id" | "walletPublicKey" | "email" | "alias" | "firstName" | "lastName" | "phoneNumber" | "jobTitle" | "wallet" | "username" | "accountId"

/** What identifies a user. `id` is the user's id here, `externalUserId` the subject of the foreign issuer's tokens. */
export type UserIdentifierTypeEnum = "email" | "id" | "externalUserId" | "phoneNumber" | "socialUsername" | "socialAccountId"

/** A token with which the application can call the provider. */
export interface UserOauthAccessTokenResponse {
  /** The provider's access token, unchanged. */
  accessToken: string
}

/** A passkey as its user sees it. */
export interface UserPasskey {
  /** Id of the passkey here. A UUID. */
  id: string
  /** The name that the user gave it; absent until then. */
  alias?: string
  /** The browser that registered it; absent if that is unknown. */
  userAgent?: string
  /** The page that it was registered on. */
  origin?: string
  /** Id of the passkey at the authenticator, base64url. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  credentialId: string
  /** When it was registered. An ISO 8601 instant. */
  createdAt: string
  /** When it was registered or last named. An ISO 8601 instant. */
  updatedAt?: string
  /** Where the passkey is stored, if known. */
  storage?: PasskeyStorage
}

/** One user. */
export interface UserResponse {
  /**
   * An end user of one environment, as servers and members see them. A field without a value is null, and a list without
   * entries is empty.
   */
  user?: User
}

/** Conditions on users. A user is listed if all given conditions hold. */
export interface UserSearchFilterParams {
  /** Text that the column must contain, without regard to case. Without it `filterColumn` has no effect. */
  filterValue?: string | undefined
  /** Where to look for `filterValue`; `all` if left out. */
  filterColumn?: UserFilterableFieldsEnum | Unlisted | undefined
  /** Keeps the users with a linked account of this provider. */
  filterSocialProvider?: ProviderEnum | Unlisted | undefined
  /** Keeps the users with a wallet on this chain. */
  chain?: ChainEnum | Unlisted | undefined
}

/** Whether the authenticator has to verify the person, such as by a finger or a PIN (WebAuthn, section 5.8.6). */
export type UserVerificationRequirement = "discouraged" | "preferred" | "required"

/** The wallet to select. */
export interface UserWalletSelectionRequest {
  /**
   * Id of the wallet, which is also the id of its credential. A dash and a suffix of the wallet's vendor may follow,
   * and are ignored.
   */
  walletId: string
}

/** The wallets of one user. The list is complete, without pages. */
export interface UserWalletsResponse {
  /** How many wallets the list holds. */
  count: number
  wallets: Array<Wallet>
}

/** One page of users. */
export interface UsersResponse {
  /** How many users match in all, on this page and the others. */
  count?: number
  users?: Array<User>
}

/** The rules for a value; each rule applies to the field types that it fits. */
export interface ValidationRules {
  /** Whether no two users of the environment may have the same value. */
  unique?: boolean | undefined
  /** Pattern that a text must match, in RE2 syntax, so without look-around and back-references. At most 255 characters. */
  regex?: string | undefined
  /** The options of a select field; labels and keys must each differ. */
  validOptions?: Array<CustomFieldValidValue> | undefined
  /** Sentence beside the checkbox. At most 255 characters. */
  checkboxText?: string | undefined
}

/** A service that bundles user operations of smart wallets. */
export type VendorBundlerProvider = "STACKUP" | "PIMLICO" | "ALCHEMY" | "GELATO"

/** A request to add accounts to a wallet at the custody vendor, to be stamped. */
export interface VendorCreateWalletAccountsRequestBody {
  /** The sub-organization of the wallet. A UUID. */
  organizationId: string
  /**
   * The accounts of a wallet.
   * @deprecated Do not use it in new code.
   */
  parameters: VendorCreateWalletAccountsRequestBodyParameters
  /**
   * When the service wrote it, in milliseconds of Unix time. No two requests have the same.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  timestampMs: string
  /** The kind of activity. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  type: string
}

/** The accounts of a wallet. */
export interface VendorCreateWalletAccountsRequestBodyParameters {
  /** `vendorHDWalletId` of the wallet. A UUID. */
  walletId: string
  /** The accounts to add, one for each address. */
  accounts: Array<VendorWalletAccount>
}

/** A request to delete wallets at the custody vendor, to be stamped. */
export interface VendorDeleteEmbeddedWalletsRequestBody {
  /** The sub-organization of the wallets. A UUID. */
  organizationId: string
  /**
   * What is deleted.
   * @deprecated Do not use it in new code.
   */
  parameters: VendorDeleteEmbeddedWalletsRequestBodyParameters
  /**
   * When the service wrote it, in milliseconds of Unix time. No two requests have the same.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  timestampMs: string
  /** The kind of activity. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  type: string
}

/** What is deleted. */
export interface VendorDeleteEmbeddedWalletsRequestBodyParameters {
  /** Ids at the custody vendor: `vendorHDWalletId` of `V2`, `vendorPrivateKeyId` of `V1`. */
  walletIds: Array<string>
  /** Whether keys may be destroyed that nobody has exported. */
  deleteWithoutExport?: boolean
}

/** A request to the custody vendor that a passkey or an API key of the wallet has signed. */
export interface VendorSignedRequest {
  /** The body, byte for byte as it was signed. */
  body: string
  /**
   * A signature over a body. `X-Stamp` has base64url of JSON with `publicKey` (P-256, compressed, hex), `scheme` and
   * `signature` (ECDSA with SHA-256, DER, hex). `X-Stamp-Webauthn` has JSON with `credentialId`, `clientDataJson`,
   * `authenticatorData` and `signature`, all base64url; the challenge is the SHA-256 of the body in hex, as text.
   * @deprecated Do not use it in new code.
   */
  stamp: VendorStamp
  /**
   * URL of the custody vendor that the request is for. Its path ends with `/public/v1/submit/` and the activity,
   * such as `delete_wallets`.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  url: string
}

/**
 * A signature over a body. `X-Stamp` has base64url of JSON with `publicKey` (P-256, compressed, hex), `scheme` and
 * `signature` (ECDSA with SHA-256, DER, hex). `X-Stamp-Webauthn` has JSON with `credentialId`, `clientDataJson`,
 * `authenticatorData` and `signature`, all base64url; the challenge is the SHA-256 of the body in hex, as text.
 */
export interface VendorStamp {
  /**
   * `X-Stamp` of an API key, or `X-Stamp-Webauthn` of a passkey.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  stampHeaderName: string
  /** The stamp. The vendor takes it as a header, and servers take no longer headers. At most 8192 characters. */
  stampHeaderValue: string
}

/** An account at the custody vendor. */
export interface VendorWalletAccount {
  /** The curve of its key. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  curve: string
  /** How `path` is written. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  pathFormat: string
  /** Path of the key below the secret of the wallet. */
  path: string
  /** The kind of address. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  addressFormat: string
}

/**
 * Something that identifies a user: a wallet, an e-mail address, a phone number, a social account, a passkey or an
 * account elsewhere. `format` says which, and decides which of the other properties are present.
 */
export interface VerifiedCredential {
  /** Address of the wallet. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  address?: string
  /** Chain family of the wallet in the lower-case namespace of CAIP-2, such as `eip155` or `solana`. */
  chain?: string
  /** Id of the credential that this one was derived from. A UUID. */
  refId?: string
  /** Id of the credential that signs for a smart wallet. A UUID. */
  signerRefId?: string
  /** An e-mail address. An e-mail address. */
  email?: string
  /** Id of the credential. A wallet and its credential have the same id. A UUID. */
  id: string
  /** Name of the address in a name service, if it has one. */
  name_service?: NameServiceData
  /** What to show for the credential: the address, e-mail address, phone number or account name. */
  public_identifier?: string
  /** Wire name of the wallet application, such as `metamask`. */
  wallet_name?: string
  /** How the wallet is reached. */
  wallet_provider?: WalletProviderEnum | Unlisted
  /** Details of a wallet. Which ones are present depends on the kind of wallet: hardware, embedded or smart contract. */
  wallet_properties?: WalletProperties
  /** The kind of credential. */
  format: JwtVerifiedCredentialFormatEnum | Unlisted
  /** Provider of the social account. */
  oauth_provider?: ProviderEnum | Unlisted
  /** Name of the account at its provider. */
  oauth_username?: string
  /** Display name of the account. */
  oauth_display_name?: string | null
  /** The provider's own id of the account. */
  oauth_account_id?: string | null
  /** The number without its country code. */
  phoneNumber?: string
  /** Country calling code without the plus sign, such as `49`. */
  phoneCountryCode?: string
  /** Country of the phone number, as an ISO 3166-1 alpha-2 code. */
  isoCountryCode?: string
  /** URLs of pictures of the account. */
  oauth_account_photos?: Array<string>
  /** E-mail addresses that the provider knows for the account. */
  oauth_emails?: Array<string>
  /** The provider's profile of the account, unchanged from the last sign-in. */
  oauth_metadata?: Record<string, unknown>
  /** Ids of the users who had the credential before. */
  previous_users?: Array<string>
  /** Id of the embedded wallet behind the address; null for wallets held elsewhere. */
  embedded_wallet_id?: string | null
  /** Further addresses of the same wallet. */
  wallet_additional_addresses?: Array<AdditionalAddress>
  /** When the user last made the wallet the active one. An ISO 8601 instant. */
  lastSelectedAt?: string
  /** Whether the user can sign in with it. */
  signInEnabled: boolean
  /** When the user proved it, or a server vouched for it. An ISO 8601 instant. */
  verifiedAt?: string
}

/** A message, the signature that a wallet gave for it, and the wallet. */
export interface VerifyRequest {
  /** Was used by earlier versions of embedded wallets; ignored. */
  oauth?: OauthProviderRequest | undefined
  /**
   * The signature, in the form in which wallets of the chain give it: hex with `0x` on EVM chains and Tron; base58
   * or base64 on Solana and Eclipse; base64 on Bitcoin (BIP-322), Algorand and Sui; hex or base64 on Spark; JSON on
   * Aptos, Cosmos, Flow, Starknet and TON. Hex may be in either case on EVM chains and Tron, and is in lower case
   * elsewhere; base58 and base64 must be in their canonical spelling; JSON may have white space between its parts.
   */
  signedMessage: string
  /** What the person saw and the wallet signed, unchanged. The signature is verified over these bytes. */
  messageToSign: string
  /**
   * Address that has signed. If the chain's addresses have a checksum, it must be right; on EVM chains an address in
   * mixed case must have one (EIP-55). Several spellings of one account are the same wallet, such as both forms on
   * TON, and on Spark every prefix and the identity key in hex.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  publicWalletAddress: string
  /** The chain whose rules message, signature and address follow. */
  chain: ChainEnum | Unlisted
  /**
   * Wire name of the wallet application, such as `metamask`; kept when the wallet is linked.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  walletName: string
  /** How the wallet is reached; kept when the wallet is linked. `embeddedWallet` is refused. */
  walletProvider: WalletProviderEnum | Unlisted
  /**
   * Whether a wallet may be moved if it is the last credential of its former user, who can then no longer sign in.
   * Used only when a wallet is moved.
   */
  skipEmptyAccountCheck?: boolean | undefined
  /** Answer of the CAPTCHA widget. Required for a sign-in where the environment asks for a CAPTCHA. */
  captchaToken?: string | undefined
  /**
   * Network that the wallet is connected to, as a chain id, a CAIP-2 id or its name. It has to be the network of the
   * message. Empty is the same as none.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  network?: string | undefined
  /** Further addresses of the same wallet, stored unchanged. A sign-in replaces those of the one before. */
  additionalWalletAddresses?: Array<AdditionalAddress> | undefined
  /**
   * Was used by earlier versions of embedded wallets; ignored.
   * At most 255 characters. Matches `^$|^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  backup?: string | undefined
  /** Was used by earlier versions of embedded wallets; ignored. At most 100 characters. */
  password?: string | undefined
  /** Was used by earlier versions of embedded wallets; ignored. */
  passwordSource?: PasswordSourceTypeEnum | Unlisted | undefined
  /**
   * Public key that the session is bound to; it shows in the tokens as `session_public_key`. Read by a sign-in only.
   * Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  sessionPublicKey?: string | undefined
}

/** The outcome of a sign-in or refresh: the user and the tokens of the session. */
export interface VerifyResponse {
  /**
   * While an MFA step is open: proof of the first step, for the operations of the second step. Otherwise present
   * only if `createMfaToken` asked for it: proof of the second factor, for the header `x-mfa-auth-token`.
   */
  mfaToken?: string
  /** The session token with all claims of ServiceJwt. Absent if the environment keeps sessions in cookies. */
  jwt?: string
  /** A user of the environment, as the user sees it. A field without a value is null. */
  user: SdkUser
  /**
   * The session token with the small claim set of MinifiedServiceJwt. In cookie mode the cookie has it, and
   * the body leaves it out.
   */
  minifiedJwt?: string
  /** When the tokens expire: Unix time in whole seconds, as a string. */
  expiresAt: string
}

/** The credential to unlink, and the wallet to select afterwards. */
export interface VerifyUnlinkRequest {
  /** Id of the wallet to unlink, which is also the id of its credential. A UUID. */
  walletId?: string | undefined
  /** A misspelling of `verifiedCredentialId` that clients use, with the same meaning. A UUID. */
  verifiedCrentialId?: string | undefined
  /** Credential to unlink, of any format. A UUID. */
  verifiedCredentialId?: string | undefined
  /** Id of another wallet of the user, or of its credential, which is the same. It becomes the selected one. A UUID. */
  primaryWalletId?: string | undefined
}

/** A wallet that connected to the site of an environment, signed in or not. */
export interface Visitor {
  /** A UUID in lower case. */
  id: string
  /** Any text of at most 255 characters. At most 255 characters. */
  address: string
  /** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
  chain: ChainEnum | Unlisted
  /** Wire name of the wallet application, such as `metamask`. At most 255 characters. */
  walletName: string
  /** How the wallet was reached. */
  provider: WalletProviderEnum | Unlisted
  /** Time of the first visit. An ISO 8601 instant. */
  createdAt: string
  /** Id of the environment that was visited. A UUID. */
  projectEnvironmentId?: string
}

/** `walletPublicKey` is the address, `id` the id of the visitor, `all` either of them. */
export type VisitorFilterableFieldsEnum = "all" | "id" | "walletPublicKey"

/** Conditions on visitors. A visitor is listed if all given conditions hold. */
export interface VisitorSearchFilterParams {
  /** Text that the column must contain, without regard to case. Without it `filterColumn` has no effect. */
  filterValue?: string | undefined
  /** Where to look for `filterValue`; `all` if left out. */
  filterColumn?: VisitorFilterableFieldsEnum | Unlisted | undefined
  /** Keeps the visitors on this chain. */
  chain?: ChainEnum | Unlisted | undefined
}

/** One page of visitors. */
export interface VisitorsResponse {
  /** How many visitors match in all, on this page and the others. */
  count?: number
  visitors?: Array<Visitor>
}

/** Tokens for the rooms of the wallets of the environment itself. */
export interface WaasAuthenticateResponse {
  /** A sentence for people. */
  message: string
  /** The same token in two sizes. */
  encodedJwts: WaasAuthenticateResponseEncodedJwts
}

/** The same token in two sizes. */
export interface WaasAuthenticateResponseEncodedJwts {
  /** The token, with the claims of a session token that apply to a server. */
  jwt?: string
  /** The token without its lists. */
  minifiedJwt?: string
}

/** Where a share of the key of an embedded wallet can be backed up. */
export type WaasBackupOptionsEnum = "cloudDrive" | "deviceCloud" | "service" | "external" | "delegated"

/** Family of chains of a wallet whose key is shared. */
export type WaasChainEnum = "EVM" | "SVM" | "SUI" | "BTC" | "TON"

/** What is to be signed. */
export interface WaasDelegateSignMessageRequest {
  /** What is signed, in the same forms as `waas.signMessage` takes it. At most 16384 characters. */
  message: string
  /** Whether `message` is what is signed, in hex; otherwise it is hashed or encoded first. */
  isFormatted?: boolean | undefined
  /** A room that the same API token has opened in advance; without it, a new room is opened. */
  roomId?: string | undefined
}

/** Whether a key is the service's own or the application's. */
export type WaasDelegatedAccessEncryptionPublicKeyType = "service" | "external"

/** A public key of the environment's own server. */
export interface WaasDelegationCredentialsRequest {
  /** RSA key of at least 2048 bits in PEM (SPKI, RFC 7468), or the base64 of that. At most 4096 characters. */
  publicKey: string
  /**
   * `HYBRID-RSA-AES-256`, the default, or `RSA-OAEP-256`. Both are sealed to in the same way.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  alg?: string | undefined
  /** `external`, the default: the key is of the application. */
  type?: WaasDelegatedAccessEncryptionPublicKeyType | Unlisted | undefined
}

/** A public key that was added. */
export interface WaasDelegationCredentialsResponse {
  /** The key in PEM, as base64. At most 4096 characters. */
  publicKey: string
  /** Thumbprint of the key (RFC 7638). At most 64 characters. */
  kid: string
  /** How shares are sealed to it. */
  alg: "RSA-OAEP-256" | "HYBRID-RSA-AES-256" | Unlisted
  /** Whose key it is. */
  type?: WaasDelegatedAccessEncryptionPublicKeyType | Unlisted
  /** An ISO 8601 instant. */
  createdAt: string
  /** An ISO 8601 instant. */
  updatedAt: string
}

/** Which of the device maker's clouds keeps backups. */
export type WaasDeviceCloudEnvironment = "development" | "production"

/** What an argument of a function has to be for the rule to match. */
export interface WaasPolicyArgumentConstraint {
  /** How an argument is compared with a value. `greater`, `less`, `greaterEqual` and `lessEqual` compare integers only. */
  operator: WaasPolicyConstraintCondition | Unlisted
  /**
   * The value to compare with, of the argument's type in the ABI. Integers are texts in decimal or in hex with `0x`;
   * up to 2^53 they can be JSON numbers. Addresses are compared without regard to capitals, bytes by their value.
   */
  value: string | number | boolean | Array<string | number | boolean | Record<string, unknown>> | Record<string, unknown>
  /** Position of the argument, from 0. At least 0. */
  index: number
}

/** How an argument is compared with a value. `greater`, `less`, `greaterEqual` and `lessEqual` compare integers only. */
export type WaasPolicyConstraintCondition = "equal" | "greater" | "less" | "greaterEqual" | "lessEqual" | "notEqual"

/** New rules of the policy. */
export interface WaasPolicyCreateRequest {
  /** The rules. A `ruleId` must not be used by another rule of the policy. */
  rulesToAdd: Array<WaasPolicyRule>
}

/** Rules to delete. */
export interface WaasPolicyDeleteRequest {
  /** Ids of the rules. */
  ruleIdsToDelete: Array<string>
}

/** The policy of an environment. */
export interface WaasPolicyResponse {
  /** A sentence about what was done. */
  message?: string
  /** Id of the policy. */
  policyId: string
  /** Id of the environment. A UUID. */
  projectEnvironmentId: string
  /** When the policy was created. An ISO 8601 instant. */
  createdAt: string
  /** When its rules last changed. An ISO 8601 instant. */
  updatedAt: string
  /** The rules, in the order in which they were added. */
  policyContent: Array<WaasPolicyRule>
}

/**
 * A rule about what embedded wallets of a chain sign. It matches a request by all parts that it has: `addresses`,
 * `chainIds`, the function that is called with its arguments, and the limit.
 */
export interface WaasPolicyRule {
  /** Id of the rule. The service gives one to a new rule that has none. A UUID. */
  ruleId?: string | undefined
  /** A name for people. */
  name: string
  /**
   * Whether what matches the rule is allowed or denied. A matching `deny` wins. Once a chain has an `allow` rule, what no
   * such rule allows is denied there.
   */
  ruleType: WaasPolicyRuleType | Unlisted
  /**
   * One address; use `addresses`. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`.
   * @deprecated Do not use it in new code.
   */
  address?: string | undefined
  /** Who gets value or power: recipients, spenders, called contracts. Without any address, the rule is about everybody. */
  addresses?: Array<string> | undefined
  /** Family of chains of a wallet whose key is shared. */
  chain: WaasChainEnum | Unlisted
  /**
   * One network; use `chainIds`.
   * @deprecated Do not use it in new code.
   */
  chainId?: number | undefined
  /** Networks of EVM or SVM. Without any, the rule is about all of them. */
  chainIds?: Array<number> | undefined
  /**
   * Functions of the contracts at `addresses`, as entries of a Solidity ABI. The rule then matches calls of these
   * functions.
   */
  contractAbi?: Array<Record<string, unknown>> | undefined
  /** The function of `contractAbi` that the rule is about, by name or by signature. */
  functionName?: string | undefined
  /** What the arguments of the function have to be. All of them have to hold. */
  argumentConstraints?: Array<WaasPolicyArgumentConstraint> | undefined
  /**
   * How much of an asset the rule lets go to its addresses, in the smallest unit. An `allow` rule with a limit allows only
   * its asset. A `deny` rule with a limit denies what goes beyond it. An allowance counts as if it were spent.
   */
  valueLimit?: WaasPolicyRuleValueLimit | undefined
  /**
   * What users cannot do with wallets of the chain, whatever the rule's type is. A rule that has nothing else says
   * nothing about transactions.
   */
  operationRestrictions?: WaasPolicyRuleOperationRestrictions | undefined
}

/**
 * What users cannot do with wallets of the chain, whatever the rule's type is. A rule that has nothing else says
 * nothing about transactions.
 */
export interface WaasPolicyRuleOperationRestrictions {
  /** Whether private keys cannot be exported. */
  blockExport?: boolean | undefined
  /** Whether users cannot revoke the delegation of a wallet. */
  blockRevocation?: boolean | undefined
  /** Whether users cannot sign themselves, so that only a delegated server can. */
  blockClientSigning?: boolean | undefined
}

/**
 * Whether what matches the rule is allowed or denied. A matching `deny` wins. Once a chain has an `allow` rule, what no
 * such rule allows is denied there.
 */
export type WaasPolicyRuleType = "allow" | "deny"

/**
 * How much of an asset the rule lets go to its addresses, in the smallest unit. An `allow` rule with a limit allows only
 * its asset. A `deny` rule with a limit denies what goes beyond it. An allowance counts as if it were spent.
 */
export interface WaasPolicyRuleValueLimit {
  /**
   * The contract or mint of a token. Without it, or with the zero address of EVM, the limit is about the chain's own
   * currency.
   * At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`.
   */
  asset?: string | undefined
  /** The most that one request moves; its payments count together. Matches `^[0-9]+$`. */
  maxPerCall?: string | undefined
  /** The most that a wallet moves since the rule was created. Matches `^[0-9]+$`. */
  totalLimit?: string | undefined
}

/** Rules that replace those with the same `ruleId`. */
export interface WaasPolicyUpdateRequest {
  /** The rules as they shall be, each with its `ruleId`. */
  rulesToUpdate: Array<WaasPolicyRule>
}

/** Why an API token is not valid here. */
export interface WaasVerifyApiKeyErrorResponse {
  /** A sentence for people. */
  message: string
  /** Always false. */
  verified: boolean
}

/** The environment of an API token. */
export interface WaasVerifyApiKeyResponse {
  /** Id of the environment. A UUID. */
  environmentId: string
  /** Always true. */
  verified: boolean
}

/** An embedded wallet whose key is shared. */
export interface WaasWallet {
  /** Address of the wallet on its chain. */
  accountAddress: string
  /** Family of chains of a wallet whose key is shared. */
  chainName: WaasChainEnum | Unlisted
  /** Id of the wallet. A UUID. */
  walletId: string
  /** How many shares exist, and how many a signature needs. */
  thresholdSignatureScheme: ThresholdSignatureScheme | Unlisted
  /** BIP-32 path of the key, such as `m/44'/60'/0'/0/0`. */
  derivationPath: string
  /** Where the shares of the key are stored. */
  keyShares?: Array<WalletKeyShareInfo>
}

/** A wallet whose key is shared. */
export interface WaasWalletResponse {
  /** An embedded wallet whose key is shared. */
  wallet: WaasWallet
}

/** What happens with the key shares of an embedded wallet, now and at the next sign-in of its user. */
export interface WaasWalletSettings {
  /** Whether the user refused that the application signs on their behalf. */
  hasDeniedDelegatedAccess?: boolean
  /** Whether the key shares are refreshed at the next sign-in. The address stays. */
  shouldRefreshOnNextSignOn?: boolean
  /** The scheme into which the key is split again at the next sign-in; absent when nothing is due. */
  reshareOnNextSignOn?: ThresholdSignatureScheme | Unlisted
  /** Whether delegated access is withdrawn at the next sign-in. */
  revokeOnNextSignOn?: boolean
}

/** What a wallet signs for some time. */
export interface WaasWalletSignaturePolicyTmpCreateRequest {
  /** The rules. At least 1 item. */
  policyContent: Array<WaasWalletSignaturePolicyTmpRule>
  /** How long the policy is in force, in seconds. At least 1. */
  timeLimit: number
}

/** A signature policy of a wallet. */
export interface WaasWalletSignaturePolicyTmpResponse {
  /** Id of the policy. A UUID. */
  id: string
  /** Id of the wallet. A UUID. */
  walletId: string
  /** When it ends. An ISO 8601 instant. */
  expiresAt: string
  /** The rules. At least 1 item. */
  policyContent: Array<WaasWalletSignaturePolicyTmpRule>
}

/** Who may be paid, and how much. */
export interface WaasWalletSignaturePolicyTmpRule {
  /** The chain of the wallet. */
  chain: WaasChainEnum | Unlisted
  /** Who may get value or power. At least 1 item. */
  toAddresses: Array<string>
  /** The assets that may be moved. Others may not. At least 1 item. */
  valueLimits: Array<WaasWalletSignaturePolicyTmpValueLimit>
}

/** How much of an asset one request may move. */
export interface WaasWalletSignaturePolicyTmpValueLimit {
  /**
   * The contract or mint of a token, or the zero address of EVM for the chain's own currency.
   * At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`.
   */
  asset: string
  /** The most that one request moves, in the smallest unit. Matches `^[0-9]+$`. */
  maxPerCall: string
}

/** A wallet of a user, held elsewhere or embedded. */
export interface Wallet {
  /** A UUID in lower case. */
  id: string
  /** Wire name of the wallet application, such as `metamask`. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  name: string
  /** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
  chain: ChainEnum | Unlisted
  /** Address of the wallet on its chain. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  publicKey: string
  /** How the wallet is reached. */
  provider: WalletProviderEnum | Unlisted
  /** Details of a wallet. Which ones are present depends on the kind of wallet: hardware, embedded or smart contract. */
  properties?: WalletProperties
  /** When the user last made it the active wallet, as an ISO 8601 instant; null when they never did. */
  lastSelectedAt?: string | null
}

/** What a further address of a wallet is for. */
export type WalletAddressType = "ordinals" | "payment" | "cosmos" | "evm"

/** What the caller takes a wallet of BTC for. Anything else is refused. */
export interface WalletBitcoinConfig {
  /** `native_segwit` or `taproot`. */
  addressType?: string | undefined
  /** `mainnet`. */
  network?: string | undefined
}

/** The project of an environment at WalletConnect. */
export interface WalletConnectProject {
  /**
   * Id of the project: 32 hexadecimal digits.
   * At most 50 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  id: string
  /**
   * The project's name, which wallets show.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  name: string
}

/** The name for the project. */
export interface WalletConnectProjectUpsertRequest {
  /**
   * The project's name, which wallets show.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  name: string
}

/** A wallet as the administration of an environment sees it. */
export interface WalletDetail {
  /** A UUID in lower case. */
  id: string
  /** Id of the user who has it, or who gets it back when it is recovered. A UUID. */
  userId: string
  /** Wire name of the wallet application, such as `metamask`. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  name: string
  /** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
  chain: ChainEnum | Unlisted
  /** Address of the wallet on its chain. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  publicKey: string
  /** The address in lower case. At most 255 characters. Matches `^[A-Za-z0-9:_+/-]{18,100}$`. */
  lowerPublicKey: string
  /**
   * The key of the wallet application in the list of all; the same as `name`.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  walletBookName?: string
  /** How the wallet is reached. */
  provider: WalletProviderEnum | Unlisted
  /** Further addresses of the same wallet. */
  walletAdditionalAddresses?: Array<AdditionalAddress>
  /** Id of the wallet that signs for a smart wallet; absent for others. A UUID. */
  signerWalletId?: string
  /** When the user last made it the active wallet; null when they never did. An ISO 8601 instant. */
  lastSelectedAt?: string | null
  /** When the wallet was deleted, otherwise last selected, otherwise linked. An ISO 8601 instant. */
  updatedAt: string
  /** When it was linked or created. An ISO 8601 instant. */
  createdAt: string
  /** When the administration deleted it; null for an existing wallet. An ISO 8601 instant. */
  deletedAt?: string | null
  /** HD wallet at the earlier custody vendor. A UUID. */
  vendorHDWalletId?: string
  /** Whether the user can sign in with it, or could before it was deleted. */
  signInEnabled?: boolean | null
  /** Id of the environment. A UUID. */
  projectEnvironmentId: string
  /** Version of the ERC-4337 entry point that a smart wallet uses. */
  entryPointVersion?: string | null
  /** Version of the contract of a smart wallet. */
  kernelVersion?: string | null
  /** How a smart wallet checks signatures of its owner. */
  ecdsaProviderType?: string | null
  /** Id of the user who had a deleted wallet when it was deleted. A UUID. */
  deletedUserId?: string
  /** The hardware wallet behind the address, with its kind as `type`; absent for software wallets. */
  hardwareWallet?: Record<string, unknown> | null
  /** How the key of an embedded wallet is shared; absent where it is not. */
  waasWallet?: WaasWallet
  /** Keys by which a server of the application signs with the wallet; absent if there are none. */
  delegatedAccessWalletApiKeys?: Array<DelegatedAccessWalletApiKey>
}

/** Where one share of the key of an embedded wallet is stored. The share itself is never shown. */
export interface WalletKeyShareInfo {
  /** A UUID in lower case. */
  id: string
  /** The kind of storage of the share, such as `cloudDrive` or `service`. */
  backupLocation: string
  /** Whether the share is encrypted with a password of the user. */
  passwordEncrypted: boolean
  /** Id of the share in its storage. A UUID. */
  externalKeyShareId?: string
}

/** A backup of one share, with the ciphertext if the service stores it. */
export interface WalletKeyShareInfoWithEncryptedAccountCredential {
  /** A UUID in lower case. */
  id: string
  /** The kind of storage of the share, such as `cloudDrive` or `service`. */
  backupLocation: string
  /** Whether the share is encrypted with a password of the user. */
  passwordEncrypted: boolean
  /** Id of the share in its storage. A UUID. */
  externalKeyShareId?: string
  /** The ciphertext, as it was stored. At most 4096 characters. */
  encryptedAccountCredential?: string
}

/** A wallet that stays deleted. */
export interface WalletNotRecovered {
  /** A UUID in lower case. */
  walletId: string
  /**
   * `reassign_wallet_error` if a user has linked the wallet since, `wallet_account_exists_for_chain` if the user has
   * another embedded wallet on the chain.
   */
  code: UnprocessableEntityErrorCode | Unlisted
  /** The same as a sentence. */
  error: string
}

/** Details of a wallet. Which ones are present depends on the kind of wallet: hardware, embedded or smart contract. */
export interface WalletProperties {
  /**
   * Sub-organization at the earlier custody vendor. Use `version` and `keyShares` instead. A UUID.
   * @deprecated Do not use it in new code.
   */
  vendorSubOrganizationId?: string
  /**
   * Key at the earlier custody vendor. Use `keyShares` instead. A UUID.
   * @deprecated Do not use it in new code.
   */
  vendorPrivateKeyId?: string
  /**
   * HD wallet at the earlier custody vendor. Use `derivationPath` and `keyShares` instead. A UUID.
   * @deprecated Do not use it in new code.
   */
  vendorHDWalletId?: string
  /** Whether a passkey protects the embedded wallet. */
  isAuthenticatorAttached?: boolean
  /**
   * User at the earlier custody vendor. Use the `id` of the user instead. A UUID.
   * @deprecated Do not use it in new code.
   */
  vendorUserId?: string
  /** Whether the wallet can be used with a session key instead of a prompt per signature. */
  isSessionKeyCompatible?: boolean
  /** Generation of the embedded wallet. */
  version?: EmbeddedWalletVersionEnum | Unlisted
  /** How the smart wallet checks ECDSA signatures of its owner. */
  ecdsaProviderType?: EcdsaValidatorOptions | Unlisted
  /** Version of the ERC-4337 entry point that the smart wallet uses. */
  entryPointVersion?: ProviderEntryPointVersionEnum | Unlisted
  /** Version of the smart wallet contract. */
  kernelVersion?: ProviderKernelVersionEnum | Unlisted
  /** The kind of hardware wallet behind the address; absent for software wallets. */
  hardwareWallet?: HardwareWalletEnum | Unlisted
  /** Whether the user has taken over a wallet that was created for them before their first sign-in. */
  claimed?: boolean
  /** Who chose the password that encrypts the key shares. */
  source?: PasswordSourceTypeEnum | Unlisted
  /** Where the shares of the key are stored. */
  keyShares?: Array<WalletKeyShareInfo>
  /** How many shares exist, and how many a signature needs. */
  thresholdSignatureScheme?: ThresholdSignatureScheme | Unlisted
  /** BIP-32 path of the key, such as `m/44'/60'/0'/0/0`. */
  derivationPath?: string
  /** What happens with the key shares of an embedded wallet, now and at the next sign-in of its user. */
  settings?: WaasWalletSettings
}

/** How a wallet is reached. The service creates wallets of `embeddedWallet`; all others are held elsewhere. */
export type WalletProviderEnum = "browserExtension" | "custodialService" | "walletConnect" | "qrCode" | "deepLink" | "embeddedWallet" | "smartContractWallet"

/** Whose wallets to recover. */
export interface WalletRecoveryRequest {
  /** Id of the user; without it, those of all users of the environment. A UUID. */
  userId?: string | undefined
}

/** The result for the deleted wallets of a user. */
export interface WalletRecoveryResponse {
  /** Each deleted wallet, in one of two lists. */
  data?: { wallets: Array<Wallet>; notRecovered: Array<WalletNotRecovered> }
  /** How many were recovered, and how many were not. */
  message?: string
}

/** A transaction in a block, as one of the addresses that it touches sees it. */
export interface WalletTransaction {
  /**
   * As `NonEmptyString`, at most 255 characters.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  transactionHash: string
  blockNumber: number
  /** When its block was made. An ISO 8601 instant. */
  transactionTimestamp: string
  /**
   * As `NonEmptyString`, at most 255 characters.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  blockHash: string
  /** Pages that show the transaction, best first. */
  blockExplorerUrls: Array<string>
  /** Who sent it. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  fromAddress: string
  /**
   * Whom it calls; the address of zero bytes where it creates a contract.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  toAddress: string
  /**
   * What it means for the address: `swap` if the address gave one asset and got another one, otherwise `sent` if
   * something left the address and `receive` if something came.
   */
  labels: Array<WalletTransactionType | Unlisted>
  /** Everything that moved in it, in order, between any addresses. */
  assetTransfers: Array<WalletTransactionAssetTransfer>
  /** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
  chainName: ChainEnum | Unlisted
  /** The network's number, such as 1 for Ethereum Mainnet. */
  networkId: number
}

/** A movement of currency, of a token or of an NFT. */
export interface WalletTransactionAssetTransfer {
  /**
   * The token's contract; absent for the network's currency.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  tokenAddress?: string
  /**
   * Who gave it; the address of zero bytes for what was made.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  fromAddress: string
  /**
   * Who got it; the address of zero bytes for what was destroyed.
   * At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`.
   */
  toAddress: string
  /** Whole units, or pieces of an NFT. */
  amount: number
  /** What moved. */
  metadata?: WalletTransactionAssetTransferMetadata
}

/** What moved. */
export interface WalletTransactionAssetTransferMetadata {
  name?: string
  symbol?: string
  /** Digits after the point of a whole unit. */
  decimals?: number
  /** URL of a picture. */
  imageUri?: string
}

/** What a transaction means for an address. */
export type WalletTransactionType = "sent" | "receive" | "swap"

/** One page of transactions. */
export interface WalletTransactionsResponse {
  transactions: Array<WalletTransaction>
  /** Where the next page starts; absent on the last one. */
  nextOffset?: string
}

/** How many wallets of one application there are. */
export interface WalletsBreakdownResult {
  /** Name of the wallet application, or `Embedded wallet` for all embedded wallets. */
  walletNameDisplay: string
  /** Number of wallets. */
  nWallets: number
}

/** One page of the wallets of an environment. */
export interface WalletsResponse {
  /** The newest first, and after them the deleted ones, the latest deleted first. */
  wallets: Array<WalletDetail>
  /** How many wallets there are in all, including deleted ones. */
  count: number
  /** How many wallets a page holds at most. */
  limit?: number
  /** How many wallets were skipped before the page. */
  offset?: number
}

/** A receiver that gets events of an environment by HTTP POST, signed with its own secret. */
export interface Webhook {
  /** A UUID in lower case. */
  environmentId: string
  /** A UUID in lower case. */
  webhookId: string
  /** Where messages are sent. */
  url: string
  /** Version of the shape of the messages. */
  version?: string
  /** Names of the events that are sent. */
  events: Array<string>
  /** Whether events are sent. It becomes false when too many messages fail. */
  isEnabled: boolean
  /** Since when the webhook has been enabled; absent while it is disabled. An ISO 8601 instant. */
  enabledAt?: string
  /** An ISO 8601 instant. */
  createdAt: string
  /** An ISO 8601 instant. */
  updatedAt: string
  /** Key of the signatures. Shown only when `includeSecret` asks for it; keep it on your server. */
  secret?: string
}

/** A webhook to create. */
export interface WebhookCreateRequest {
  /** Where messages are sent. */
  url: string
  /** Whether events are sent from the start. */
  isEnabled: boolean
  /** Names of events, at least one, all from `EventName`. A repeated name counts once. */
  events: Array<string>
}

/** One attempt to bring an event to a webhook. */
export interface WebhookMessage {
  /** Id of the delivery, the same for the first attempt and its automatic retries. A UUID. */
  deliveryId: string
  /** Id of the event that is delivered. A UUID. */
  eventId: string
  /** Id of the message to this webhook, the same in all attempts. A UUID. */
  messageId: string
  /** A UUID in lower case. */
  environmentId: string
  /** A UUID in lower case. */
  webhookId: string
  /**
   * `delivered`: the receiver answered with a 2xx. `pending`: the attempt failed and the next one is due.
   * `failed`: it failed, and a later attempt followed or none is left.
   */
  status: string
  /** When the attempt was made, successful or not. An ISO 8601 instant. */
  deliveredAt: string
  /** When the event was queued for this webhook. An ISO 8601 instant. */
  messageCreatedAt: string
  /** When the event reached the queue of the environment. An ISO 8601 instant. */
  eventReceivedAt: string
  /** When the event happened. An ISO 8601 instant. */
  eventCreatedAt: string
  /** Number of the attempt within its delivery, from 1. A live environment makes at most six, a sandbox three. */
  deliveryAttempt: number
  /** What was sent: `url`, `method`, `headers` and `body`. */
  request: Record<string, unknown>
  /** The answer: `status`, `headers` and `body`; or `error`, a sentence, if there was no answer. */
  response: Record<string, unknown>
  /** An ISO 8601 instant. */
  updatedAt: string
  /** When the attempt was recorded. An ISO 8601 instant. */
  createdAt: string
}

/** Confirms that the redelivery has started. */
export interface WebhookMessageRedeliveryResponse {
  /** A sentence for people to read. */
  message?: string
}

/** Attempts to deliver messages of one webhook. */
export interface WebhookMessagesResponse {
  /** Leads to the next page; empty on the last one. */
  cursor?: string
  data?: Array<WebhookMessage>
}

/** The new state of a webhook; all three parts are replaced. */
export interface WebhookUpdateRequest {
  /** Where messages are to be sent from now on. */
  url: string
  /** Whether events are sent from now on. */
  isEnabled: boolean
  /** Names of events, at least one, all from `EventName`. A repeated name counts once. */
  events: Array<string>
}

/** The webhooks of an environment. */
export interface WebhooksResponse {
  /** Empty: all webhooks fit on one page. */
  cursor?: string
  data?: Array<Webhook>
}

/** When an organization plans to begin. */
export type WhenToImplementEnum = "yesterday" | "nextTwoWeeks" | "nextTwoMonths" | "justBrowsing"
