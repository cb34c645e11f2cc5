// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { components } from '@latchkey/types'

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** The error statuses that no operation documents; a proxy on the way may answer them. */
export type OtherStatus = 402 | 406 | 407 | 408 | 410 | 411 | 412 | 413 | 414 | 416 | 417 | 421 | 423 | 424 | 425 | 426 | 428 | 431 | 451 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 511

/** The deep link to allow. */
export interface AddDeeplinkUrlRequest extends Schema<'AddDeeplinkUrlRequest'> {}

/** Why an origin was refused as malformed. */
export interface AddOriginBadRequest extends Schema<'AddOriginBadRequest'> {}

/** The origin to allow. */
export interface AddOriginRequest extends Schema<'AddOriginRequest'> {}

/** The new origin, wrapped. */
export interface AddOriginResponse extends Schema<'AddOriginResponse'> {}

/** A list of people and what being on it means at sign-in. */
export interface Allowlist extends Schema<'Allowlist'> {}

/** One page of the entries of an allowlist. */
export interface AllowlistEntriesResponse extends Schema<'AllowlistEntriesResponse'> {}

/** A person, or a domain of people, on an allowlist. Each identity alone is enough to match. */
export interface AllowlistEntry extends Schema<'AllowlistEntry'> {}

/** The wallet that connected, as the browser reports it. */
export interface ConnectRequest extends Schema<'ConnectRequest'> {}

/** The project that was created. */
export interface CreateProjectResponse extends Schema<'CreateProjectResponse'> {}

/** The new API token, wrapped. */
export interface CreateTokenResponse extends Schema<'CreateTokenResponse'> {}

/** An external wallet to link to a user. */
export interface CreateWalletRequest extends Schema<'CreateWalletRequest'> {}

/** A field that the environment adds to the profile of its users. */
export interface CustomField extends Schema<'CustomField'> {}

/** What a new custom field needs. Its key is not chosen but derived from the name. */
export interface CustomFieldRequest extends Schema<'CustomFieldRequest'> {}

/** The hostname to add and what it is for. */
export interface CustomHostnameCreateRequest extends Schema<'CustomHostnameCreateRequest'> {}

/** All custom hostnames of an environment, oldest first. */
export interface CustomHostnamesResponse extends Schema<'CustomHostnamesResponse'> {}

/** The full description of a custom network. */
export interface CustomNetworkRequest extends Schema<'CustomNetworkRequest'> {}

/** One custom network, wrapped. */
export interface CustomNetworkResponse extends Schema<'CustomNetworkResponse'> {}

/** All custom networks of an organization, each wrapped in `customNetwork`, oldest first. */
export interface CustomNetworksResponse extends Schema<'CustomNetworksResponse'> {}

/** A URL that sign-ins in mobile apps may redirect to. */
export interface DeeplinkUrl extends Schema<'DeeplinkUrl'> {}

/** All deep links of an environment, oldest first. */
export interface DeeplinkUrlsResponse extends Schema<'DeeplinkUrlsResponse'> {}

/** Something that changed in an environment. Webhooks deliver the same events. */
export interface EnvironmentEvent extends Schema<'EnvironmentEvent'> {}

/** The two environments of a project, wrapped. */
export interface EnvironmentsResponse extends Schema<'EnvironmentsResponse'> {}

/** Body of every error that has no shape of its own. */
export interface ErrorBody extends Schema<'ErrorBody'> {}

/** A file with all records of one model of an environment, or the work towards it. */
export interface Export extends Schema<'Export'> {}

/** What to export, and how. */
export interface ExportCreateRequest extends Schema<'ExportCreateRequest'> {}

/** `users` are the users of the environment, `visits` the visitors. */
export type ExportModelEnum = Schema<'ExportModelEnum'>

/** The exports of an environment. The list is whole, without pages. */
export interface ExportsResponse extends Schema<'ExportsResponse'> {}

/** Body of a 403 for a person who may not sign in. */
export interface ForbiddenWithErrorAndPayload extends Schema<'ForbiddenWithErrorAndPayload'> {}

/** A rule of entry: what a person must hold on a chain, and what follows at sign-in. */
export interface Gate extends Schema<'Gate'> {}

/** What a new gate needs. */
export interface GateCreateRequest extends Schema<'GateCreateRequest'> {}

/** The fields of a gate to change; those left out stay. */
export interface GateUpdateRequest extends Schema<'GateUpdateRequest'> {}

/** All gates of an environment, oldest first. */
export interface GatesResponse extends Schema<'GatesResponse'> {}

/** How the service is. */
export interface HealthcheckResponse extends Schema<'HealthcheckResponse'> {}

/** A hostname of the customer under which the API is served, and how far its verification is. */
export interface Hostname extends Schema<'Hostname'> {}

/** What a new user starts with. Everything is optional. */
export interface InternalBulkUpdateUserFields extends Schema<'InternalBulkUpdateUserFields'> {}

/** The profile fields to change. Fields left out stay as they are. */
export interface InternalUpdatableUserFields extends Schema<'InternalUpdatableUserFields'> {}

/** Says why the person cannot be invited now. */
export interface InviteConflictResponse extends Schema<'InviteConflictResponse'> {}

/** Whom to invite, and as what. At least one of `email`, `phoneNumber` and `walletPublicKey` must be given. */
export interface InviteSendRequest extends Schema<'InviteSendRequest'> {}

/** `pending` until the invited person answers; `accepted` and `rejected` are final. */
export type InviteStatusEnum = Schema<'InviteStatusEnum'>

/** The answer to an invite. */
export interface InviteUpdateRequest extends Schema<'InviteUpdateRequest'> {}

/** A list of invites. It is whole, without pages. */
export interface InvitesResponse extends Schema<'InvitesResponse'> {}

/** A JWK set with the keys that sign this environment's session tokens. */
export interface JwksResponse extends Schema<'JwksResponse'> {}

/** A nonce for one sign-in message. */
export interface NonceResponse extends Schema<'NonceResponse'> {}

/** What to remember for the time that the person is away at the provider. */
export interface OauthInitAuthRequest extends Schema<'OauthInitAuthRequest'> {}

/** Where to send the person to sign in. */
export interface OauthProviderLoginUrl extends Schema<'OauthProviderLoginUrl'> {}

/** The provider's answer as form fields: a code, or an error. */
export interface OauthRedirectRequest extends Schema<'OauthRedirectRequest'> {}

/** The proof of a finished round trip to the provider. */
export interface OauthRequest extends Schema<'OauthRequest'> {}

/** Names the sign-in whose result is asked for. */
export interface OauthResultRequest extends Schema<'OauthResultRequest'> {}

/** How the round trip stands. Once completed it holds the code or the error, never both. */
export interface OauthResultResponse extends Schema<'OauthResultResponse'> {}

/** A company or team that owns projects and has members. */
export interface Organization extends Schema<'Organization'> {}

/** The organizations of the caller. The list is whole, without pages. */
export interface OrganizationsResponse extends Schema<'OrganizationsResponse'> {}

/** All allowed origins of an environment, oldest first. */
export interface OriginsResponse extends Schema<'OriginsResponse'> {}

/** Who is to be listed: at least one identity. An empty string counts as left out. */
export interface PostAllowlistEntriesRequest extends Schema<'PostAllowlistEntriesRequest'> {}

/** What to call a new allowlist and what it does; everything may be left out. */
export interface PostAllowlistsRequest extends Schema<'PostAllowlistsRequest'> {}

/** What a new API token needs. */
export interface PostTokenFields extends Schema<'PostTokenFields'> {}

/** A product of an organization. It holds a sandbox and a live environment, which share nothing but the project. */
export interface Project extends Schema<'Project'> {}

/** One of the two environments of a project: a world of its own, with its users, settings and tokens. */
export interface ProjectEnvironment extends Schema<'ProjectEnvironment'> {}

/** What a new project starts with. */
export interface ProjectRequest extends Schema<'ProjectRequest'> {}

/** The settings of an environment that clients need. Secrets are never part of them. */
export interface ProjectSettings extends Schema<'ProjectSettings'> {}

/** The projects of an organization. The list is whole, without pages. */
export interface ProjectsResponse extends Schema<'ProjectsResponse'> {}

/** How an environment uses an identity, wallet or message provider. Which fields count depends on the provider. */
export interface Provider extends Schema<'Provider'> {}

/** The provider to set up and its settings. Which fields count depends on the provider. */
export interface ProviderCreateRequest extends Schema<'ProviderCreateRequest'> {}

/**
 * Wire name of a provider, of sign-ins, messages, wallets, payments or screening. `turnkey` is deprecated: new
 * embedded wallets are of version `V3`.
 */
export type ProviderEnum = Schema<'ProviderEnum'>

/** The settings of a provider to change; those left out stay. */
export interface ProviderUpdateRequest extends Schema<'ProviderUpdateRequest'> {}

/** The OAuth addresses of all providers. */
export interface ProviderUrlsResponse extends Schema<'ProviderUrlsResponse'> {}

/** All providers of an environment, oldest first. */
export interface ProvidersResponse extends Schema<'ProvidersResponse'> {}

/** How an environment screens wallets. */
export interface ScreeningConfiguration extends Schema<'ScreeningConfiguration'> {}

/** A user of the environment, as the user sees it. */
export interface SdkUser extends Schema<'SdkUser'> {}

/** All API tokens of an environment, oldest first. */
export interface TokensResponse extends Schema<'TokensResponse'> {}

/** Body of a 422: the request is well-formed, but a rule forbids it. */
export interface UnprocessableEntity extends Schema<'UnprocessableEntity'> {}

/** An end user of one environment, as servers and members see them. */
export interface User extends Schema<'User'> {}

/** One user. */
export interface UserResponse extends Schema<'UserResponse'> {}

/** Conditions on users. A user is kept when all given ones hold. */
export interface UserSearchFilterParams extends Schema<'UserSearchFilterParams'> {}

/** The wallets of one user. The list is whole, without pages. */
export interface UserWalletsResponse extends Schema<'UserWalletsResponse'> {}

/** One page of users. */
export interface UsersResponse extends Schema<'UsersResponse'> {}

/** The outcome of a sign-in or refresh: the user and the tokens of the session. */
export interface VerifyResponse extends Schema<'VerifyResponse'> {}

/** A wallet that connected to the site of an environment, signed in or not. */
export interface Visitor extends Schema<'Visitor'> {}

/** Conditions on visitors. A visitor is kept when all given ones hold. */
export interface VisitorSearchFilterParams extends Schema<'VisitorSearchFilterParams'> {}

/** One page of visitors. */
export interface VisitorsResponse extends Schema<'VisitorsResponse'> {}

/** A wallet of a user, held elsewhere or embedded. */
export interface Wallet extends Schema<'Wallet'> {}

/** A receiver that gets events of an environment by HTTP POST, signed with its own secret. */
export interface Webhook extends Schema<'Webhook'> {}

/** A webhook to create. */
export interface WebhookCreateRequest extends Schema<'WebhookCreateRequest'> {}

/** One attempt to bring an event to a webhook. */
export interface WebhookMessage extends Schema<'WebhookMessage'> {}

/** Confirms that the redelivery has started. */
export interface WebhookMessageRedeliveryResponse extends Schema<'WebhookMessageRedeliveryResponse'> {}

/** Attempts to deliver messages of one webhook. */
export interface WebhookMessagesResponse extends Schema<'WebhookMessagesResponse'> {}

/** The new state of a webhook; all three parts are replaced. */
export interface WebhookUpdateRequest extends Schema<'WebhookUpdateRequest'> {}

/** The webhooks of an environment. */
export interface WebhooksResponse extends Schema<'WebhooksResponse'> {}
