// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The identity provider at which people of an organization's e-mail domain sign in.
 *
 * @module ssoProviders
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, SsoProvider, SsoProviderCreateRequest, SsoProviderUpdateRequest, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** What an SSO provider needs. */
  body: SsoProviderCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Set up the SSO provider
 *
 * Sets up the organization's identity provider. It is used once `emailDomain` is proved: publish
 * `ssoDomainVerificationChallenge` as a TXT record of `_sso.<emailDomain>`. The record is looked up every minute,
 * for 72 hours after the last change. From then on `emailSignIn.checkSso` sends addresses of exactly that domain to
 * the provider, in every environment of the organization whose enabled provider `okta` has the same `domain` as
 * `ssoDomain`. Needs the role `admin` or `owner`. Fails with 422 `duplicate_exists` if there is one already, and
 * `invalid_service_props` for an empty client id or secret or an invalid domain name, such as an IP address. No
 * event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_service_props`, `duplicate_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const ssoProvider = await ssoProviders.create(client, {
 *   organizationId,
 *   body: {
 *     clientId: '0oa1tidepool',
 *     clientSecret: 'not-a-real-secret-x9Qf',
 *     ssoDomain: 'tidepool.okta.com',
 *     emailDomain: 'tidepool.example',
 *     provider: 'okta',
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<SsoProvider, CreateError> =
  /*#__PURE__*/ operation('ssoProviders.create POST organizations/{organizationId}/ssoProvider')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** Id of the SSO provider. A UUID. */
  ssoProviderId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete the SSO provider
 *
 * Removes the provider; addresses of its domain are like any others from then on, and users who signed in there keep
 * their accounts. Another one can be set up. Needs the role `admin` or `owner`. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `ssoProviderId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await ssoProviders.delete(client, { organizationId, ssoProviderId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('ssoProviders.delete DELETE organizations/{organizationId}/ssoProvider/{ssoProviderId} e')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the organization. A UUID. */
  organizationId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the SSO provider of an organization
 *
 * Returns the identity provider at which people with an address of the organization's domain sign in. An
 * organization has at most one; without one the answer is a 404. The client secret is never shown, only the last
 * characters of a long one. Every role may read it.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const ssoProvider = await ssoProviders.get(client, { organizationId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<SsoProvider, GetError> =
  /*#__PURE__*/ operation('ssoProviders.get GET organizations/{organizationId}/ssoProvider')

/** The input of {@link update}. */
export interface UpdateInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** Id of the SSO provider. A UUID. */
  ssoProviderId: string
  /** What changes about an SSO provider. What is left out stays. */
  body: SsoProviderUpdateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change the SSO provider
 *
 * Changes the given settings and keeps the others. If nothing is different, nothing happens. Another `ssoDomain` or
 * `emailDomain` has to be proved again, with a new challenge; until then nobody is sent to the provider and
 * `enforceOnlySSO` is off. `enforceOnlySSO` can be turned on only once the domain is verified (422
 * `invalid_update`); from then on `emailSignIn.create`, `emailSignIn.retry` and `profile.update` send no code to
 * addresses of the domain and are 422 `email_associated_with_different_provider`, in the environments that use the
 * provider. Needs the role `admin` or `owner`. Fails with 422 `invalid_service_props` as in `ssoProviders.create`.
 * No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `ssoProviderId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_service_props`, `email_associated_with_different_provider`,
 *   `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const ssoProvider = await ssoProviders.update(client, { organizationId, ssoProviderId, body: { enforceOnlySSO: true } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<SsoProvider, UpdateError> =
  /*#__PURE__*/ operation('ssoProviders.update PUT organizations/{organizationId}/ssoProvider/{ssoProviderId}')

export { remove as delete }
