// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { components } from '@latchkey/types'

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** The error statuses that no operation documents; a proxy on the way may answer them. */
export type OtherStatus = 402 | 406 | 407 | 408 | 411 | 412 | 413 | 414 | 416 | 417 | 421 | 423 | 424 | 425 | 426 | 428 | 431 | 451 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 511

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

/** How often users come back. */
export interface AnalyticsEngagementResponse extends Schema<'AnalyticsEngagementResponse'> {}

/** Activity over time. */
export interface AnalyticsOverviewResponse extends Schema<'AnalyticsOverviewResponse'> {}

/** The numbers that stand above a dashboard. */
export interface AnalyticsToplineResponse extends Schema<'AnalyticsToplineResponse'> {}

/** Sessions and visits by day. */
export interface AnalyticsVisitResponse extends Schema<'AnalyticsVisitResponse'> {}

/** How many wallets of one application were linked. */
export interface AnalyticsWalletsBreakdownItem extends Schema<'AnalyticsWalletsBreakdownItem'> {}

/** The wallets of a chain by application. */
export interface AnalyticsWalletsResponse extends Schema<'AnalyticsWalletsResponse'> {}

/** How an organization pays, at the present time. */
export interface BillingSubscription extends Schema<'BillingSubscription'> {}

/** A coupon. */
export interface BillingSubscriptionCoupon extends Schema<'BillingSubscriptionCoupon'> {}

/** What became of each row. */
export interface BulkUserCreateResponse extends Schema<'BulkUserCreateResponse'> {}

/** Family of chains that share addresses and signatures. `EVM` and `ETH` are the same family; use `EVM` in new code. */
export type ChainEnum = Schema<'ChainEnum'>

/** A token and where its contracts live. */
export interface ChainToken extends Schema<'ChainToken'> {}

/** The wallet that connected, as the browser reports it. */
export interface ConnectRequest extends Schema<'ConnectRequest'> {}

/** The project that was created. */
export interface CreateProjectResponse extends Schema<'CreateProjectResponse'> {}

/** The new API token, wrapped. */
export interface CreateTokenResponse extends Schema<'CreateTokenResponse'> {}

/** Who gets wallets, and on which chains. */
export interface CreateUserEmbeddedWalletsFromFrameRequest extends Schema<'CreateUserEmbeddedWalletsFromFrameRequest'> {}

/** Who gets wallets, and on which chains. */
export interface CreateUserEmbeddedWalletsRequest extends Schema<'CreateUserEmbeddedWalletsRequest'> {}

/** An external wallet to link to a user. */
export interface CreateWalletRequest extends Schema<'CreateWalletRequest'> {}

/** A field that the environment adds to the profile of its users. */
export interface CustomField extends Schema<'CustomField'> {}

/** All of a custom field but its key, which is not chosen but derived from the name that the field is created with. */
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

/** Who becomes the owner. */
export interface DelegateOwnershipRequest extends Schema<'DelegateOwnershipRequest'> {}

/** Which passkey to delete. */
export interface DeleteUserPasskeyRequest extends Schema<'DeleteUserPasskeyRequest'> {}

/** By which provider people sign in with an e-mail address. */
export interface EmailProviderResponse extends Schema<'EmailProviderResponse'> {}

/** Where to send a code. */
export interface EmailVerificationCreateRequest extends Schema<'EmailVerificationCreateRequest'> {}

/** A verification that waits for its code. */
export interface EmailVerificationCreateResponse extends Schema<'EmailVerificationCreateResponse'> {}

/** A code that was sent by e-mail, as a second factor. */
export interface EmailVerificationMfaRequest extends Schema<'EmailVerificationMfaRequest'> {}

/** Which verification needs another code. */
export interface EmailVerificationRetryRequest extends Schema<'EmailVerificationRetryRequest'> {}

/** A verification with the code that was sent. */
export interface EmailVerificationVerifyRequest extends Schema<'EmailVerificationVerifyRequest'> {}

/** Generation of embedded wallets. `V3` keys are split into shares and never whole in one place. */
export type EmbeddedWalletVersionEnum = Schema<'EmbeddedWalletVersionEnum'>

/** Something that changed in an environment. Webhooks deliver the same events. */
export interface EnvironmentEvent extends Schema<'EnvironmentEvent'> {}

/** How many users and visitors an environment has. */
export interface EnvironmentVisitorsResponse extends Schema<'EnvironmentVisitorsResponse'> {}

/** The two environments of a project, wrapped. */
export interface EnvironmentsResponse extends Schema<'EnvironmentsResponse'> {}

/** Body of every error that has no shape of its own. */
export interface ErrorBody extends Schema<'ErrorBody'> {}

/** A kind of event. */
export interface EventType extends Schema<'EventType'> {}

/** The setting for an exchange that users can move funds from. */
export interface Exchange extends Schema<'Exchange'> {}

/** An exchange and the providers that it works with. */
export interface ExchangeCreateRequest extends Schema<'ExchangeCreateRequest'> {}

/** The exchanges of an environment, wrapped. */
export interface ExchangeResponse extends Schema<'ExchangeResponse'> {}

/** A file with all records of one model of an environment, or the work towards it. */
export interface Export extends Schema<'Export'> {}

/** What to export, and how. */
export interface ExportCreateRequest extends Schema<'ExportCreateRequest'> {}

/** `users` are the users of the environment, `visits` the visitors. */
export type ExportModelEnum = Schema<'ExportModelEnum'>

/** The exports of an environment. The list is whole, without pages. */
export interface ExportsResponse extends Schema<'ExportsResponse'> {}

/** The token of the external issuer, unless it comes in the configured cookie. */
export interface ExternalAuthSigninRequest extends Schema<'ExternalAuthSigninRequest'> {}

/** The token to look at. */
export interface ExternalJwtCheckRequest extends Schema<'ExternalJwtCheckRequest'> {}

/** Whether the token would sign somebody in. */
export interface ExternalJwtCheckResponse extends Schema<'ExternalJwtCheckResponse'> {}

/** Body of a 403 for a person or a credential that may not do this. */
export interface ForbiddenWithErrorAndPayload extends Schema<'ForbiddenWithErrorAndPayload'> {}

/** A Sign In With Farcaster message, with the signature of the account's custody address. */
export interface FrameSignInRequest extends Schema<'FrameSignInRequest'> {}

/** A rule of entry: what a person must hold on a chain, and what follows at sign-in. */
export interface Gate extends Schema<'Gate'> {}

/** What a new gate needs. */
export interface GateCreateRequest extends Schema<'GateCreateRequest'> {}

/** The fields of a gate to change; those left out stay. */
export interface GateUpdateRequest extends Schema<'GateUpdateRequest'> {}

/** All gates of an environment, oldest first. */
export interface GatesResponse extends Schema<'GatesResponse'> {}

/** Options to sign a challenge with, as `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. Bytes are base64url. */
export interface GetPasskeyAuthenticationOptionsResponse extends Schema<'GetPasskeyAuthenticationOptionsResponse'> {}

/** Options to make a passkey with, as `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. Bytes are base64url. */
export interface GetPasskeyRegistrationOptionsResponse extends Schema<'GetPasskeyRegistrationOptionsResponse'> {}

/** The passkeys of a user. */
export interface GetUserPasskeysResponse extends Schema<'GetUserPasskeysResponse'> {}

/** The site to put on the list. */
export interface GlobalWalletAccessControlDomainCreateRequest extends Schema<'GlobalWalletAccessControlDomainCreateRequest'> {}

/** A site on the access list. */
export interface GlobalWalletAccessControlDomainResponse extends Schema<'GlobalWalletAccessControlDomainResponse'> {}

/** Which sites may use the global wallet. */
export interface GlobalWalletAccessControlResponse extends Schema<'GlobalWalletAccessControlResponse'> {}

/** What kind of list it is to be. */
export interface GlobalWalletAccessControlUpdateRequest extends Schema<'GlobalWalletAccessControlUpdateRequest'> {}

/** A user's connection of the global wallet to a site. */
export interface GlobalWalletConnection extends Schema<'GlobalWalletConnection'> {}

/** `connected` until it is ended, then `disconnected` for good. */
export type GlobalWalletConnectionStatusEnum = Schema<'GlobalWalletConnectionStatusEnum'>

/** The settings of the environment's own wallet, which other sites can use. */
export interface GlobalWalletSettings extends Schema<'GlobalWalletSettings'> {}

/** The settings to begin with. */
export interface GlobalWalletSettingsCreateRequest extends Schema<'GlobalWalletSettingsCreateRequest'> {}

/** The fields to change. */
export interface GlobalWalletSettingsUpdateRequest extends Schema<'GlobalWalletSettingsUpdateRequest'> {}

/** How the service is. */
export interface HealthcheckResponse extends Schema<'HealthcheckResponse'> {}

/** A hostname of the customer under which the API is served, and how far its verification is. */
export interface Hostname extends Schema<'Hostname'> {}

/** What a new user starts with. Everything is optional. */
export interface InternalBulkUpdateUserFields extends Schema<'InternalBulkUpdateUserFields'> {}

/** The profile fields to change. Fields left out stay as they are. */
export interface InternalUpdatableUserFields extends Schema<'InternalUpdatableUserFields'> {}

/** What a row of users.bulkCreate gives a user. Everything is optional; null or an empty string empties a field of a user who exists. */
export interface InternalUserFields extends Schema<'InternalUserFields'> {}

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

/** The public key of an environment, wrapped. */
export interface KeyResponse extends Schema<'KeyResponse'> {}

/** A member, wrapped. */
export interface MemberResponse extends Schema<'MemberResponse'> {}

/** What can change about a member. */
export interface MemberRoleField extends Schema<'MemberRoleField'> {}

/** The choices of a person whose two users differ. */
export interface MergeUserConflictResolutions extends Schema<'MergeUserConflictResolutions'> {}

/** What the messenger's login widget has signed, and which sign-in it is for. */
export interface MessengerPostRequest extends Schema<'MessengerPostRequest'> {}

/** A recovery code, as a second factor. */
export interface MfaAuthRecoveryDevicePostRequest extends Schema<'MfaAuthRecoveryDevicePostRequest'> {}

/** A code of an authenticator app, as a second factor. */
export interface MfaAuthTotpDevicePostRequest extends Schema<'MfaAuthTotpDevicePostRequest'> {}

/** A second factor of a user. It counts only once it is verified. */
export interface MfaDevice extends Schema<'MfaDevice'> {}

/** Second factor: codes of an authenticator app (`totp`), a passkey, or codes by e-mail. */
export type MfaDeviceType = Schema<'MfaDeviceType'>

/** The recovery codes that a user has left. */
export interface MfaGetRecoveryCodesResponse extends Schema<'MfaGetRecoveryCodesResponse'> {}

/** The second factors of a user. */
export interface MfaListDevicesResponse extends Schema<'MfaListDevicesResponse'> {}

/** What a user can prove a second factor with. */
export interface MfaMethodsResponse extends Schema<'MfaMethodsResponse'> {}

/** New recovery codes. */
export interface MfaRegenRecoveryCodesResponse extends Schema<'MfaRegenRecoveryCodesResponse'> {}

/** A passkey device that waits for its passkey. */
export interface MfaRegisterPasskeyDeviceGetResponse extends Schema<'MfaRegisterPasskeyDeviceGetResponse'> {}

/** The passkey of a device that waits for it. */
export interface MfaRegisterPasskeyDevicePostRequest extends Schema<'MfaRegisterPasskeyDevicePostRequest'> {}

/** An authenticator app that waits for its first code. */
export interface MfaRegisterTotpDeviceGetResponse extends Schema<'MfaRegisterTotpDeviceGetResponse'> {}

/** The first code of an authenticator app. */
export interface MfaRegisterTotpDevicePostRequest extends Schema<'MfaRegisterTotpDevicePostRequest'> {}

/** What to change about a second factor. */
export interface MfaUpdateDeviceRequest extends Schema<'MfaUpdateDeviceRequest'> {}

/** The name, and the proof that its owner lets the environment use it. */
export interface NameServiceCreateRequest extends Schema<'NameServiceCreateRequest'> {}

/** A name below which an environment gives names to its users. */
export interface NameServiceResponse extends Schema<'NameServiceResponse'> {}

/** A text to be signed. */
export interface NameServiceSigningMessage extends Schema<'NameServiceSigningMessage'> {}

/** What the text is to be about. */
export interface NameServiceSigningMessageRequest extends Schema<'NameServiceSigningMessageRequest'> {}

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

/** Names the sign-in that is asked for, and for a messenger how to go on. */
export interface OauthResultRequest extends Schema<'OauthResultRequest'> {}

/** How the round trip stands. Once completed it holds the code or the error, never both. */
export interface OauthResultResponse extends Schema<'OauthResultResponse'> {}

/** A company or team that owns projects and has members. */
export interface Organization extends Schema<'Organization'> {}

/** Postal address of an organization. Every part may be left out or be empty. */
export interface OrganizationAddressFields extends Schema<'OrganizationAddressFields'> {}

/** What can change about an organization besides its address. */
export interface OrganizationFields extends Schema<'OrganizationFields'> {}

/** The members of an organization. The list is whole, without pages. */
export interface OrganizationMembersResponse extends Schema<'OrganizationMembersResponse'> {}

/** Whether members can use one kind of second factor. */
export interface OrganizationMfaSettings extends Schema<'OrganizationMfaSettings'> {}

/** Which second factors the members of an organization can use. */
export interface OrganizationMfaSettingsResponse extends Schema<'OrganizationMfaSettingsResponse'> {}

/** What a new organization starts with. */
export interface OrganizationRequest extends Schema<'OrganizationRequest'> {}

/** An organization, wrapped. */
export interface OrganizationResponse extends Schema<'OrganizationResponse'> {}

/** The organizations of the caller. The list is whole, without pages. */
export interface OrganizationsResponse extends Schema<'OrganizationsResponse'> {}

/** All allowed origins of an environment, oldest first. */
export interface OriginsResponse extends Schema<'OriginsResponse'> {}

/** A signed challenge, as `AuthenticationResponseJSON` of WebAuthn. Bytes are base64url. */
export interface PasskeyAuthRequest extends Schema<'PasskeyAuthRequest'> {}

/** A new passkey, as `RegistrationResponseJSON` of WebAuthn but for the spelling of `response.clientDataJson`. Bytes are base64url. */
export interface PasskeyRegisterRequest extends Schema<'PasskeyRegisterRequest'> {}

/** Who is to be listed: at least one identity. An empty string counts as left out. */
export interface PostAllowlistEntriesRequest extends Schema<'PostAllowlistEntriesRequest'> {}

/** What an allowlist is called and what it does. Everything may be left out; the defaults are a new list's, a change keeps what there is. */
export interface PostAllowlistsRequest extends Schema<'PostAllowlistsRequest'> {}

/** What a new API token needs. */
export interface PostTokenFields extends Schema<'PostTokenFields'> {}

/** A wallet that will probably sign in. */
export interface PrefetchRequest extends Schema<'PrefetchRequest'> {}

/** A product of an organization. It holds a sandbox and a live environment, which share nothing but the project. */
export interface Project extends Schema<'Project'> {}

/** One of the two environments of a project: a world of its own, with its users, settings and tokens. */
export interface ProjectEnvironment extends Schema<'ProjectEnvironment'> {}

/** What a new project starts with. */
export interface ProjectRequest extends Schema<'ProjectRequest'> {}

/** The settings of an environment that clients need. Secrets are taken where they are marked as write-only, and never returned. */
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

/** A batch of tracked events. */
export interface PublishEvents extends Schema<'PublishEvents'> {}

/** The answer to a request to revoke all sessions. */
export interface RevokeAllSessionsResponse extends Schema<'RevokeAllSessionsResponse'> {}

/** How an environment screens wallets. */
export interface ScreeningConfiguration extends Schema<'ScreeningConfiguration'> {}

/** What a client tells about its own setup. */
export interface SdkSettingsRequest extends Schema<'SdkSettingsRequest'> {}

/** A user of the environment, as the user sees it. What has no value is null or left out. */
export interface SdkUser extends Schema<'SdkUser'> {}

/** A screen and the sections that it is made of. */
export interface SdkView extends Schema<'SdkView'> {}

/** A view of the sign-in widget. */
export type SdkViewType = Schema<'SdkViewType'>

/** What a screen is to be made of. */
export interface SdkViewUpdateRequest extends Schema<'SdkViewUpdateRequest'> {}

/** The views of an environment, wrapped. */
export interface SdkViewsResponse extends Schema<'SdkViewsResponse'> {}

/** One sign-in of a user, from its start until it is revoked. All tokens that it is refreshed to belong to it. */
export interface Session extends Schema<'Session'> {}

/** One page of the sessions of a user. */
export interface SessionsResponse extends Schema<'SessionsResponse'> {}

/** Where to send a code. */
export interface SmsVerificationCreateRequest extends Schema<'SmsVerificationCreateRequest'> {}

/** A verification that waits for its code. */
export interface SmsVerificationCreateResponse extends Schema<'SmsVerificationCreateResponse'> {}

/** Which verification needs another code. */
export interface SmsVerificationRetryRequest extends Schema<'SmsVerificationRetryRequest'> {}

/** A verification with the code that was sent. */
export interface SmsVerificationVerifyRequest extends Schema<'SmsVerificationVerifyRequest'> {}

/** An organization's identity provider. */
export interface SsoProvider extends Schema<'SsoProvider'> {}

/** Whose domain to look at. */
export interface SsoProviderCheckRequest extends Schema<'SsoProviderCheckRequest'> {}

/** How an address signs in: with a one-time code, or at the identity provider of its domain. */
export interface SsoProviderCheckResponse extends Schema<'SsoProviderCheckResponse'> {}

/** What an SSO provider needs. */
export interface SsoProviderCreateRequest extends Schema<'SsoProviderCreateRequest'> {}

/** What changes about an SSO provider. What is left out stays. */
export interface SsoProviderUpdateRequest extends Schema<'SsoProviderUpdateRequest'> {}

/** An e-mail address and a phone number that one fixed code opens. */
export interface TestAccountResponse extends Schema<'TestAccountResponse'> {}

/** All API tokens of an environment, oldest first. */
export interface TokensResponse extends Schema<'TokensResponse'> {}

/** Body of a 422: the request is well-formed, but a rule forbids it. */
export interface UnprocessableEntity extends Schema<'UnprocessableEntity'> {}

/** What can change about a project. */
export interface UpdateProjectRequest extends Schema<'UpdateProjectRequest'> {}

/** The project that was renamed. */
export interface UpdateProjectResponse extends Schema<'UpdateProjectResponse'> {}

/** The user after a change of their own, tokens that show it, and what is left to do. */
export interface UpdateSelfResponse extends Schema<'UpdateSelfResponse'> {}

/** What to change about a passkey. */
export interface UpdateUserPasskeyRequest extends Schema<'UpdateUserPasskeyRequest'> {}

/** An end user of one environment, as servers and members see them. */
export interface User extends Schema<'User'> {}

/** What users change about their own profile. Fields that are left out stay as they are. */
export interface UserFields extends Schema<'UserFields'> {}

/** A field and the value that a user would like to have there. */
export interface UserFieldsCheckParams extends Schema<'UserFieldsCheckParams'> {}

/** Whether a value is free. */
export interface UserFieldsCheckResponse extends Schema<'UserFieldsCheckResponse'> {}

/** What the provider lets the application call it with. */
export interface UserOauthAccessTokenResponse extends Schema<'UserOauthAccessTokenResponse'> {}

/** A passkey as its user sees it. */
export interface UserPasskey extends Schema<'UserPasskey'> {}

/** One user. */
export interface UserResponse extends Schema<'UserResponse'> {}

/** Conditions on users. A user is kept when all given ones hold. */
export interface UserSearchFilterParams extends Schema<'UserSearchFilterParams'> {}

/** The wallet to select. */
export interface UserWalletSelectionRequest extends Schema<'UserWalletSelectionRequest'> {}

/** The wallets of one user. The list is whole, without pages. */
export interface UserWalletsResponse extends Schema<'UserWalletsResponse'> {}

/** One page of users. */
export interface UsersResponse extends Schema<'UsersResponse'> {}

/** A message, the signature that a wallet gave for it, and the wallet. */
export interface VerifyRequest extends Schema<'VerifyRequest'> {}

/** The outcome of a sign-in or refresh: the user and the tokens of the session. */
export interface VerifyResponse extends Schema<'VerifyResponse'> {}

/** The one credential to unlink, and which wallet to go on with. */
export interface VerifyUnlinkRequest extends Schema<'VerifyUnlinkRequest'> {}

/** A wallet that connected to the site of an environment, signed in or not. */
export interface Visitor extends Schema<'Visitor'> {}

/** Conditions on visitors. A visitor is kept when all given ones hold. */
export interface VisitorSearchFilterParams extends Schema<'VisitorSearchFilterParams'> {}

/** One page of visitors. */
export interface VisitorsResponse extends Schema<'VisitorsResponse'> {}

/** A wallet of a user, held elsewhere or embedded. */
export interface Wallet extends Schema<'Wallet'> {}

/** The project of an environment at WalletConnect. */
export interface WalletConnectProject extends Schema<'WalletConnectProject'> {}

/** What to call the project. */
export interface WalletConnectProjectUpsertRequest extends Schema<'WalletConnectProjectUpsertRequest'> {}

/** A wallet as the administration of an environment sees it. */
export interface WalletDetail extends Schema<'WalletDetail'> {}

/** Whose wallets to recover. */
export interface WalletRecoveryRequest extends Schema<'WalletRecoveryRequest'> {}

/** What became of the deleted wallets of a user. */
export interface WalletRecoveryResponse extends Schema<'WalletRecoveryResponse'> {}

/** One page of the wallets of an environment. */
export interface WalletsResponse extends Schema<'WalletsResponse'> {}

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
