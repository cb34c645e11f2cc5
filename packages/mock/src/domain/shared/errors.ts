import { stateNotKeptText } from '@latchkey/store/persistence'
import type { components } from '@latchkey/types'

type ErrorCode = components['schemas']['ErrorCode']
type RuleCode = components['schemas']['UnprocessableEntityErrorCode']

/** A row of the catalogue: HTTP status, wire code, and a sentence for people. */
type Failure = readonly [
  status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 429 | 500 | 503,
  code: ErrorCode,
  message: string,
]
/** A failed rule. Its code is part of the contract. */
type Rule = readonly [status: 410 | 422, code: RuleCode, message: string]
/** A refused sign-in, whose code the contract does not fix. */
type Refusal = readonly [status: 403, code: string, message: string, refusal: true]

/** Every failure of the service. The code uses the key, callers see the wire code. */
export const failures = {
  badRequest: [400, 'bad_request', 'The request cannot be read.'],
  validationFailed: [400, 'validation_failed', 'The request does not fit its schema.'],
  unreadableTransaction: [400, 'bad_request', 'This is not a transaction of Solana in base64.'],
  unchangeableTransaction: [400, 'bad_request', 'The transaction becomes too large with the instructions.'],
  sponsorshipDisabled: [400, 'bad_request', 'This environment does not pay fees on Solana.'],
  notSponsored: [400, 'bad_request', 'This transaction is not sponsored.'],
  bodyTooLarge: [400, 'body_too_large', 'The body is larger than one megabyte.'],
  invalidCursor: [400, 'invalid_cursor', 'This cursor does not belong to this list.'],
  passkeysDisabled: [400, 'bad_request', 'Passkeys are not enabled here.'],
  rampDisabled: [400, 'bad_request', 'This seller of tokens is not enabled here.'],
  phoneNotVerified: [400, 'bad_request', 'The user has no verified phone number, which a checkout as a guest needs.'],
  noRoomForPasskey: [400, 'bad_request', 'This user has as many passkeys as a user can have.'],
  invalidOrder: [400, 'validation_failed', 'orderBy: this list cannot be ordered that way.'],

  unauthorized: [401, 'unauthorized', 'Send a valid credential as a bearer token.'],
  tokenExpired: [401, 'token_expired', 'This credential has expired.'],
  tokenRevoked: [401, 'token_revoked', 'This token was deleted, or replaced by a newer one.'],
  tokenReused: [
    401,
    'token_revoked',
    'This token was replaced by a newer one. Since it may have been copied, its session has ended.',
  ],
  walletApiKeyInvalid: [
    401,
    'wallet_api_key_invalid',
    'Send a valid wallet API key of this wallet in `x-wallet-api-key`.',
  ],
  sessionRevoked: [401, 'session_revoked', 'This session has ended.'],

  forbidden: [403, 'forbidden', 'This credential may not do this.'],
  missingScope: [403, 'missing_scope', 'This token lacks the scope that the call needs.'],
  insufficientRole: [403, 'insufficient_role', "This member's role does not allow the call."],
  wrongEnvironment: [403, 'wrong_environment', 'This credential reaches no environment or organization with this id.'],
  policyDenied: [403, 'policy_denied', 'The rules of the environment do not allow this with the wallet.'],
  originNotAllowed: [403, 'origin_not_allowed', 'Calls with a session cookie must come from an allowed origin.'],

  notFound: [404, 'not_found', 'Nothing is served at this URL.'],
  recordNotFound: [404, 'not_found', 'No record with this id exists here.'],
  methodNotAllowed: [405, 'method_not_allowed', 'This URL does not serve the method.'],
  alreadyInvited: [409, 'conflict', 'This person is invited already, or is a member.'],
  orderMoved: [409, 'conflict', 'The order is no longer in the state that this step starts from.'],
  otherTransfer: [409, 'conflict', 'Another transfer was requested with this id.'],
  offerUsed: [409, 'conflict', 'This link was used for an order already.'],
  unsupportedMediaType: [415, 'unsupported_media_type', 'The body is not of a media type that this operation reads.'],
  tooManyRequests: [429, 'too_many_requests', 'Too many requests. Try again later.'],
  internal: [500, 'internal_server_error', 'Something went wrong on our side.'],
  stateNotKept: [500, 'internal_server_error', stateNotKeptText],

  // Beside the document: only a mock whose world outside is partly real can answer it.
  outsideFailed: [503, 'internal_server_error', 'A real part of the world outside has failed.'],

  organizationNameExists: [422, 'organization_name_already_exists', 'An organization has this name already.'],
  tooManyOrganizations: [
    422,
    'too_many_organizations_for_user',
    'This person owns as many organizations as one can own.',
  ],
  lastProject: [422, 'cannot_delete_last_project', 'An organization keeps its last project.'],
  cannotDeleteThemself: [
    422,
    'members_cannot_delete_themself',
    'Nobody can remove themself. Somebody else who administers the organization can.',
  ],
  ssoOnly: [
    422,
    'email_associated_with_different_provider',
    'Addresses of this domain sign in at their own identity provider.',
  ],
  projectNameExists: [422, 'project_name_already_exists', 'A project of this organization has this name already.'],
  emailExists: [422, 'email_already_exists', 'A user of this environment has this e-mail already.'],
  emailRequired: [422, 'email_cannot_be_null', '`emailVerifiedAt` needs an e-mail address beside it.'],
  usernameExists: [422, 'username_already_exists', 'A user of this environment has this username already.'],
  invalidEmail: [422, 'invalid_email', 'This is not an e-mail address.'],
  invalidPhone: [422, 'invalid_phone', 'This is not a phone number in E.164 form.'],
  gateExists: [422, 'gate_exists', 'A gate of this environment has this name already.'],
  invalidGate: [422, 'invalid_gate', 'These rules cannot be evaluated.'],
  gatingNotSupported: [422, 'nft_token_gating_not_supported_for_chain', 'Gates cannot look at holdings on this chain.'],
  allowlistExists: [422, 'allowlist_already_exists', 'An allowlist of this environment has this name already.'],
  allowlistEntryExists: [422, 'allowlist_entry_already_exists', 'This person is on the list already.'],
  missingIdentity: [422, 'invalid_user', 'An entry names at least one way to recognise a person.'],
  invalidRegex: [422, 'invalid_regex', 'This regular expression cannot be read, or cannot run in linear time.'],
  repeatedOptions: [422, 'repeated_options', 'Two options are the same.'],
  invalidPosition: [422, 'invalid_position', 'Positions are counted from 0.'],
  customFieldExists: [422, 'custom_field_not_unique', 'A field of this environment has this name already.'],
  cannotSwitchToUnique: [
    422,
    'cannot_switch_to_unique',
    'Two users have the same value in a field that is to be unique.',
  ],
  invalidCustomHostname: [422, 'invalid_custom_hostname', 'This hostname cannot be used, or is in use already.'],
  invalidOrigin: [
    422,
    'invalid_cors_origins',
    'This origin cannot be used: only its first label may be a wildcard, or the port of localhost.',
  ],
  invalidDeeplink: [
    422,
    'invalid_mobile_deeplink_urls',
    'This deep link cannot be used: only its first label may be a wildcard, or the port of localhost.',
  ],
  unauthorizedDeeplink: [
    422,
    'unauthorized_mobile_deeplink_url',
    'This redirect URL is not among the allowed origins and deep links. Add its origin, or the deep link, to the environment.',
  ],
  duplicateExists: [422, 'duplicate_exists', 'This exists already.'],
  invalidScopes: [422, 'invalid_scopes', 'A token cannot have these scopes.'],
  tooManyTokens: [422, 'too_many_api_tokens', 'This environment has as many API tokens as it can have.'],
  tooManyProjects: [
    422,
    'too_many_projects_for_organization',
    'This organization has as many projects as it can have.',
  ],
  invalidInvite: [422, 'invalid_invite', 'This invite has been answered already.'],
  inviteAddressRequired: [
    422,
    'invite_address_required',
    'An invite needs an e-mail, a wallet address or a phone number.',
  ],
  invalidUpdate: [422, 'invalid_update', 'This cannot be changed that way.'],
  emptyChainName: [422, 'empty_chain_name', 'A chain of the settings has no name.'],
  invalidWalletSettings: [
    422,
    'invalid_embedded_wallet_settings',
    'These settings of embedded wallets contradict each other.',
  ],
  invalidWalletChains: [
    422,
    'invalid_embedded_wallet_chains_configuration',
    'Embedded wallets need each chain named once, and one enabled chain as the primary one.',
  ],
  invalidServiceProps: [422, 'invalid_service_props', 'This provider lacks settings that it needs.'],
  missingProjectId: [422, 'missing_aa_project_id', 'An account abstraction provider needs a project id.'],
  conflictingWalletProviders: [
    422,
    'conflicting_embedded_wallet_providers',
    'Another provider of embedded wallets is enabled.',
  ],
  invalidKeyExportUrl: [422, 'invalid_key_export_url', 'Keys are exported on https pages only.'],
  providerNotAvailable: [422, 'provider_not_available', 'This provider is not enabled.'],
  invalidExchangeProvider: [
    422,
    'invalid_exchange_provider',
    'An exchange takes an identity provider to sign in with and an on-ramp provider to sell funds.',
  ],
  transferCurrency: [422, 'invalid_transfer_currency', 'The exchange does not send this currency.'],
  transferNetwork: [422, 'invalid_transfer_network', 'The exchange does not send the currency on this network.'],
  transferTooSmall: [422, 'transfer_amount_too_small', 'The amount is smaller than the exchange sends.'],
  transferNotListed: [
    422,
    'transfer_address_not_whitelisted',
    'The exchange sends only to addresses that the person has listed there.',
  ],
  transferFunds: [422, 'invalid_transfer_funds', 'The account does not have this much of the currency.'],
  transferCodeRequired: [
    422,
    'transfer_mfa_required',
    'The exchange has sent a code to the person. Repeat the request with it as `mfaCode`.',
  ],
  transferCodeWrong: [
    422,
    'transfer_mfa_failed',
    'This is not the code that the exchange has sent for this transfer, or it is no longer accepted.',
  ],
  transferFailed: [422, 'unknown_transfer_error', 'The exchange refuses the transfer and does not say why.'],
  exchangeCannotBeEnabled: [
    422,
    'exchange_cannot_be_enabled',
    'A provider that the exchange works with is not enabled.',
  ],
  invalidVerification: [422, 'invalid_verification', 'This code or state is unknown, has expired or was used already.'],
  socialAccountExists: [422, 'social_account_already_exists', 'This account belongs to another user.'],
  invalidWalletAddress: [422, 'invalid_wallet_address', 'This address cannot be used on this chain.'],
  unableToFetchBalances: [422, 'unable_to_fetch_balances', 'There are no balances to read on this network.'],
  invalidChainAddress: [422, 'invalid_chain_address_match', 'This address does not exist on this chain.'],
  walletLinked: [422, 'reassign_wallet_error', 'This wallet belongs to another user.'],
  linkedEmbeddedWallet: [
    422,
    'linked_embedded_wallet',
    'The user has an embedded wallet, so that no other can be added this way.',
  ],
  metadataTooLarge: [422, 'metadata_size_exceeded', 'The metadata is larger than two kilobytes.'],
  reportTooLarge: [422, 'metadata_size_exceeded', 'A report of settings holds at most 16,384 characters of JSON.'],
  invalidMetadata: [422, 'invalid_metadata_value', 'The metadata holds a value that cannot be kept.'],
  customFieldNotUnique: [422, 'custom_field_data_not_unique', 'Another user has this value in a field that is unique.'],
  invalidWebhookUrl: [422, 'invalid_webhook_url', 'Webhooks go to public https addresses only.'],
  invalidWebhookEvents: [422, 'invalid_webhook_events', 'A webhook names events of the catalogue.'],
  tooManyWebhooks: [422, 'too_many_webhooks', 'This environment has as many webhooks as it can have.'],

  wrongEmailCode: [
    422,
    'wrong_email_verification_token',
    'This is not the code that was sent last, or it is no longer valid.',
  ],
  wrongSmsCode: [
    422,
    'wrong_sms_verification_token',
    'This is not the code that was sent last, or it is no longer valid.',
  ],
  invalidEmailVerification: [
    422,
    'invalid_email_verification',
    'This e-mail verification is unknown, has expired or was used already.',
  ],
  invalidSmsVerification: [
    422,
    'invalid_sms_verification',
    'This text message verification is unknown, has expired or was used already.',
  ],
  tooManyEmailAttempts: [
    422,
    'too_many_email_verification_attempts',
    'Too many wrong codes, or too many messages. Begin again later.',
  ],
  tooManySmsAttempts: [
    422,
    'too_many_sms_verification_attempts',
    'Too many wrong codes, or too many messages. Begin again later.',
  ],
  noEmailProvider: [422, 'no_enabled_email_provider', 'Signing in by e-mail is not enabled here.'],
  emailSubaddress: [422, 'invalid_email_address', 'Addresses with a plus part are not accepted here.'],
  testAccountInLive: [422, 'invalid_update', 'Test accounts exist in sandbox environments only.'],
  noSmsProvider: [422, 'no_enabled_sms_provider', 'Signing in by text message is not enabled here.'],
  accountHasPhoneNumber: [422, 'user_has_already_account_with_phone_number', 'Another user has this phone number.'],
  mergeConfirmation: [
    422,
    'merge_accounts_confirmation',
    'Another user of the same person exists. Confirm to merge both.',
  ],
  invalidMerge: [422, 'merge_accounts_invalid', 'There is nothing to merge, or these users cannot be merged.'],
  passkeyNotFound: [422, 'passkey_not_found', 'This passkey is unknown.'],
  invalidPasskey: [422, 'other_verify_failure', 'The answer of the passkey does not prove it.'],
  tooManyPasskeys: [422, 'max_passkeys_per_user', 'This user has as many passkeys as a user can have.'],
  mfaDeviceNotFound: [422, 'mfa_device_not_found', 'The user has no such second factor.'],
  mfaInvalidCode: [422, 'mfa_invalid_code', 'This code is wrong, has expired or was used already.'],
  mfaInvalidRequest: [422, 'mfa_invalid_request', 'This second factor cannot be used that way here.'],
  tooManyTotpDevices: [422, 'mfa_invalid_request', 'This user has as many authenticator apps as a user can have.'],
  tooManyMfaAttempts: [422, 'too_many_verification_attempts', 'Too many wrong codes. Try again later.'],
  confirmWalletTransfer: [
    422,
    'reassign_wallet_confirm',
    'This wallet belongs to another user. Confirm to move it here.',
  ],
  walletCannotMove: [422, 'blocked_user_cannot_transfer_wallet', 'This wallet cannot be moved away from its user.'],
  forbiddenUnlink: [422, 'forbidden_unlink_request', 'Wallets cannot be unlinked here.'],
  invalidUnlink: [422, 'invalid_unlink_request', 'This user has no such credential to unlink.'],
  lastCredential: [
    422,
    'cannot_delete_last_sign_in_verified_credential',
    'This is the last credential that the user can sign in with.',
  ],
  invalidWalletId: [422, 'invalid_wallet_id', 'The user has no such wallet.'],
  walletNotDeployed: [422, 'wallet_not_deployed', 'This contract wallet is not deployed.'],
  invalidSignature: [422, 'other_verify_failure', 'This signature does not fit the message and the address.'],
  unsupportedSignature: [422, 'unsupported_signature', 'Signatures of this kind are not verified here.'],
  noSuchUser: [422, 'invalid_user', 'There is no such user here.'],
  ambiguousUser: [422, 'invalid_user', 'More than one user matches.'],
  noCompatibleWalletService: [
    422,
    'no_compatible_wallet_service_enabled',
    'The enabled provider of embedded wallets makes them only in the browser.',
  ],
  addressTakenSince: [422, 'reassign_wallet_error', 'Somebody has linked this wallet since it was deleted.'],
  walletExistsForChain: [422, 'wallet_account_exists_for_chain', 'The user has an embedded wallet on this chain.'],
  unknownMessengerUser: [
    422,
    'invalid_user',
    'Nobody here has this account of the messenger. Say `forceCreateUser` to create a user.',
  ],
  invalidExternalAuth: [422, 'invalid_external_auth', 'This token is not one that the environment accepts.'],
  retired: [410, 'invalid_external_auth', 'This operation is retired. Call externalAuth.signIn instead.'],
  embeddedAddressLinked: [
    422,
    'embedded_wallet_address_already_linked',
    'The address of this key is linked already, by this user or another one.',
  ],
  invalidKeySharesLength: [
    422,
    'invalid_key_shares_length',
    'The number of key shares is not that of the scheme, or a named share is unknown.',
  ],
  keyShareBackedUp: [422, 'key_share_already_backed_up', 'This key share is recorded as backed up already.'],
  invalidUsername: [422, 'invalid_username', 'This username cannot be used.'],

  noGlobalWallet: [422, 'no_global_wallet_found', 'This environment has no global wallet that is enabled.'],
  globalWalletUnnamed: [422, 'invalid_wallet_name', 'A global wallet that is enabled needs a name.'],
  siteNotAllowed: [403, 'origin_not_allowed', 'The access list of the global wallet keeps this site out.'],
  noNameService: [422, 'provider_not_available', 'No name service of this chain is served here.'],
  invalidName: [422, 'invalid_custom_hostname', "This is not a name of the chain's name service."],
  nameNotOwned: [422, 'invalid_wallet_address', 'On its chain, this name does not belong to the address.'],

  keygenLocked: [400, 'lock_timeout', 'A key for a wallet of this user on this chain is being generated already.'],
  tooManyOnChain: [
    422,
    'too_many_embedded_wallets_per_chain_for_user',
    'The user has as many embedded wallets on this chain as a user can have.',
  ],
  invalidKeygenIds: [
    422,
    'invalid_key_shares_length',
    'The scheme needs another number of client parties, or one of them is named twice.',
  ],
  unusableRoom: [400, 'bad_request', 'This room cannot be used for the call.'],
  tooManyRooms: [429, 'too_many_requests', 'The user has as many open rooms as a user can have.'],
  roomConflict: [409, 'conflict', 'Other parties have joined this room.'],
  roomExpired: [410, 'room_expired', 'This room has expired. Open another one.'],
  ceremonyRefused: [422, 'other_verify_failure', 'A box, a share or a part of a signature does not verify.'],

  invalidSessionKey: [
    422,
    'invalid_session_public_key',
    'This is not a P-256 public key in compressed form, 33 bytes in hex.',
  ],
  noHdWallet: [422, 'no_hd_wallet_found', 'The user has no embedded wallet of the generation V2.'],
  noFirstGeneration: [422, 'no_v1_embedded_wallet_found', 'The user has no embedded wallet of the generation V1.'],
  walletWithoutPasskey: [422, 'wallet_not_support_passkey', 'Passkeys do not secure embedded wallets of this kind.'],
  recoveryDisabled: [422, 'email_recovery_disabled', 'This environment does not let wallets be recovered by e-mail.'],
  noRecoveryEmail: [
    422,
    'recovery_email_unavailable_or_invalid',
    'The wallet has no e-mail address for its recovery, or this is not an e-mail address.',
  ],
  invalidMpcEnvironment: [
    422,
    'invalid_mpc_environment',
    'Embedded wallets are not created in the browser by multi-party computation here. Enable the provider coinbaseWaas for that.',
  ],
  walletPasskey: [
    422,
    'cannot_delete_passkey_linked_to_embedded_wallet',
    'This passkey secures an embedded wallet. Replace it by a recovery, or delete the wallet first.',
  ],

  mfaRequired: [403, 'mfa_required', 'This needs a second factor first.'],
  gateBlocked: [403, 'gate_blocked', 'Access is not granted to this person.', true],
  gateAccessRequired: [403, 'gate_access_required', 'Access needs holdings that this person does not have.', true],
  notOnAllowlist: [403, 'not_on_allowlist', 'Access is for listed people only.', true],
  allowlistBlocked: [403, 'allowlist_blocked', 'Access is not granted to this person.', true],
  screeningBlocked: [403, 'screening_blocked', 'A wallet of this person is on a sanctions list.', true],
} as const satisfies Record<string, Failure | Rule | Refusal>

export type FailureKey = keyof typeof failures

export interface FailureDetails {
  /** A more specific sentence than the catalogue's. It never contains a token, code or key. */
  message?: string | undefined
  /** A sentence to add to the catalogue's. */
  hint?: string | undefined
  /** The documented fields beside the code. */
  payload?: Record<string, unknown>
  /** Seconds, for `Retry-After`. */
  retryAfter?: number
  /** Methods, for `Allow` and the sentence. */
  allow?: string
}

/**
 * A failed rule. It becomes the documented error and undoes everything that the operation wrote, except by
 * `backend.outsideUndo`.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly key: FailureKey
  readonly status: number
  readonly code: string
  readonly details: FailureDetails

  constructor(key: FailureKey, details: FailureDetails = {}) {
    const [status, code, message] = failures[key]
    const { hint, allow } = details
    const served = allow === undefined ? [] : `It serves ${allow}.`
    super([details.message ?? message, hint ?? [], served].flat().join(' '))
    this.key = key
    this.status = status
    this.code = code
    this.details = details
  }
}

/** A missing record has to be named, as `missing()` does. */
type DetailsOf<K extends FailureKey> = K extends 'recordNotFound'
  ? [details: FailureDetails & { readonly message: string }]
  : [details?: FailureDetails]

/** Throws the named failure unless the condition holds. */
export function assert<K extends FailureKey>(
  condition: unknown,
  key: K,
  ...[details]: DetailsOf<K>
): asserts condition {
  if (!condition) throw new DomainError(key, details)
}

/** The failure of a unique index's code. */
export function failureOfCode(code: string): FailureKey {
  const failureKey = (Object.keys(failures) as FailureKey[]).find((key) => failures[key][1] === code)
  return failureKey ?? 'duplicateExists'
}
