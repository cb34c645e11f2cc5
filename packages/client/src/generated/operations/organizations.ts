// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Companies or teams that own projects, and the role of the caller in each.
 *
 * @module organizations
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, type NoInput, operation } from '../../calls/operation.ts'
import type { ErrorBody, Organization, OrganizationAddressFields, OrganizationFields, OrganizationRequest, OrganizationResponse, OrganizationsResponse, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /** What a new organization starts with. */
  body: OrganizationRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create an organization
 *
 * Creates an organization whose owner is the caller, with the plan `free` and without a project: create one with
 * `projects.create`. Anybody with a member token may do so. Fails with 422 `organization_name_already_exists` when
 * any organization has the name, without regard to case and width of letters, and `too_many_organizations_for_user`
 * when the caller owns 20 organizations. No event fires; the organization appears at once in `organizations.list`.
 *
 * @param client - Transport or client to call through.
 * @param input - `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `organization_name_already_exists`, `too_many_organizations_for_user`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await organizations.create(client, {
 *   body: {
 *     name: 'Tidepool Games',
 *     description: 'Games that people own',
 *     websiteUrl: 'https://tidepool.example',
 *     implementationTimeline: 'nextTwoWeeks',
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<OrganizationResponse, CreateError> =
  /*#__PURE__*/ operation('organizations.create POST organizations')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the organization. A UUID. */
  organizationId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get an organization
 *
 * Returns one organization with its postal address and the caller's `role` in it. Every role may read it. An
 * organization that the caller is not a member of is a 404, like an unknown id.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const organization = await organizations.get(client, { organizationId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Organization, GetError> =
  /*#__PURE__*/ operation('organizations.get GET organizations/{organizationId}')

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List your organizations
 *
 * Lists the organizations that the caller is a member of, each with the caller's `role` in it. Oldest membership
 * first; the list is complete, without pages. An invite counts only once it is accepted.
 *
 * @param client - Transport or client to call through.
 * @param input - None. Leave it out, or pass `{}` before options.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await organizations.list(client)
 * ```
 */
export const list: (client: Caller, input?: NoInput, options?: CallOptions) => Call<OrganizationsResponse, ListError> =
  /*#__PURE__*/ operation('organizations.list GET organizations')

/** The input of {@link update}. */
export interface UpdateInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** What can change about an organization besides its address. */
  body: OrganizationFields
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change an organization
 *
 * Changes the name, and the description and home page if they are given; an empty text clears them. The postal
 * address has its own operation. Needs the role `admin` or `owner`. Fails with 422
 * `organization_name_already_exists` when another organization has the name, without regard to case and width of
 * letters. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `organization_name_already_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await organizations.update(client, {
 *   organizationId,
 *   body: {
 *     name: 'Tidepool Games',
 *     description: 'Games that people own',
 *     websiteUrl: 'https://tidepool.example',
 *   },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<OrganizationResponse, UpdateError> =
  /*#__PURE__*/ operation('organizations.update PUT organizations/{organizationId}')

/** The input of {@link updateAddress}. */
export interface UpdateAddressInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** Postal address of an organization. Every part may be left out or be empty. */
  body: OrganizationAddressFields
}

/** The refusals of {@link updateAddress}; `body` narrows by `status`. */
export type UpdateAddressError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Replace the postal address
 *
 * Replaces the postal address as a whole: parts that are left out or empty are cleared, and without any part the
 * organization has no address. A `country` that ISO 3166-1 does not assign is a 400. Needs the role `admin` or
 * `owner`. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `body`; see {@link UpdateAddressInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await organizations.updateAddress(client, {
 *   organizationId,
 *   body: { addressLine1: '12 Harbour Street', city: 'Hamburg', postalCode: '20457', country: 'DE' },
 * })
 * ```
 */
export const updateAddress: (client: Caller, input: UpdateAddressInput, options?: CallOptions) => Call<OrganizationResponse, UpdateAddressError> =
  /*#__PURE__*/ operation('organizations.updateAddress PUT organizations/{organizationId}/address')
