// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Offers to become a member of an organization, and the answers to them.
 *
 * @module invites
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, InviteConflictResponse, InviteSendRequest, InvitesResponse, InviteStatusEnum, InviteUpdateRequest, OtherStatus, Unlisted, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** The person to invite, and the role. At least one of `email`, `phoneNumber` and `walletPublicKey` must be given. */
  body: InviteSendRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<409, InviteConflictResponse>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 410 | OtherStatus, unknown>

/**
 * Invite a person to an organization
 *
 * Creates a `pending` invite and sends it to the e-mail address, or to the phone number as a text message. An invite
 * with only a wallet address sends no message. Needs the role `admin` or `owner`, and nobody can grant a role above their own (403
 * `insufficient_role`); an organization has only one owner, so the role `owner` is a 422 `invalid_invite`. Fails
 * with 422 `invite_address_required` when the body names no e-mail address, phone number or wallet, `invalid_email`
 * when mail cannot be sent to the e-mail address, and with 409 when the person has a pending invite or is a member
 * already. A person who rejected an earlier invite can be invited again. Membership begins with the acceptance, see
 * `invites.update`.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`,
 *   `insufficient_role`; 404 `not_found`; 409; 415 `unsupported_media_type`; 422 `invalid_email`,
 *   `invite_address_required`, `invalid_invite`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await invites.create(client, { organizationId, body: { email: 'grace@example.com', alias: 'Grace', role: 'developer' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<undefined, CreateError> =
  /*#__PURE__*/ operation('invites.create POST organizations/{organizationId}/invites e')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the invite. A UUID. */
  inviteId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Withdraw an invite
 *
 * Withdraws an invite that is `pending`: it is no longer listed and cannot be answered, and the person can be
 * invited again. Nothing is sent to the person. Needs the role `admin` or `owner` in the organization that sent it;
 * other callers, including the invited person, get a 404 without a body. For an answered invite the call fails with
 * 422 `invalid_invite`: to end a membership, call `members.delete`.
 *
 * @param client - Transport or client to call through.
 * @param input - `inviteId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 422
 *   `invalid_invite`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await invites.delete(client, { inviteId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('invites.delete DELETE invites/{inviteId} e')

/** The input of {@link list}. */
export interface ListInput {
  query: {
    /** The status of the listed invites. */
    status: InviteStatusEnum | Unlisted
  }
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the invites addressed to you
 *
 * Lists the invites of any organization that name the caller by e-mail address, phone number or wallet address and
 * have the asked `status`. Newest first, without pages. The caller needs no role in the organizations that sent
 * them. Without `status`, or with another value, the answer is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await invites.list(client, { query: { status: 'pending' } })
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<InvitesResponse, ListError> =
  /*#__PURE__*/ operation('invites.list GET invites')

/** The input of {@link listByOrganization}. */
export interface ListByOrganizationInput {
  /** Id of the organization. A UUID. */
  organizationId: string
}

/** The refusals of {@link listByOrganization}; `body` narrows by `status`. */
export type ListByOrganizationError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the invites an organization sent
 *
 * Lists the invites that the organization sent, pending and answered alike, newest first and without pages. Every
 * role may read it. An organization that the caller is not a member of is a 404 without a body, like an unknown id.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`; see {@link ListByOrganizationInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await invites.listByOrganization(client, { organizationId })
 * ```
 */
export const listByOrganization: (client: Caller, input: ListByOrganizationInput, options?: CallOptions) => Call<InvitesResponse, ListByOrganizationError> =
  /*#__PURE__*/ operation('invites.listByOrganization GET organizations/{organizationId}/invites')

/** The input of {@link update}. */
export interface UpdateInput {
  /** Id of the invite. A UUID. */
  inviteId: string
  /** The answer to an invite. */
  body: InviteUpdateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Accept or reject an invite
 *
 * Answers an invite; only the invited person can do so, anyone else gets a 404. `accepted` makes the person a member
 * with the invited role, so that `organizations.list` shows the organization at once; a person who has already
 * become a member in another way keeps that role. The organization's other pending invites to the person then end:
 * they are no longer listed, and answering one is a 404. `rejected` changes only the invite. Both are final:
 * repeating the same answer does nothing, while the other answer fails with 422 `invalid_invite`. `pending` always
 * fails with that code.
 *
 * @param client - Transport or client to call through.
 * @param input - `inviteId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 415
 *   `unsupported_media_type`; 422 `invalid_invite`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await invites.update(client, { inviteId, body: { status: 'accepted' } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<undefined, UpdateError> =
  /*#__PURE__*/ operation('invites.update PUT invites/{inviteId} e')

export { remove as delete }
