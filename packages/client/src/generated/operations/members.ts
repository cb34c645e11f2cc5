// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The people of an organization, their roles, and who owns it.
 *
 * @module members
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, type NoInput, operation } from '../../calls/operation.ts'
import type { DelegateOwnershipRequest, ErrorBody, MemberResponse, MemberRoleField, OrganizationMembersResponse, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link delegateOwnership}. */
export interface DelegateOwnershipInput {
  /** Id of the member, one person in one organization. A UUID. */
  memberId: string
  /** Who becomes the owner. */
  body: DelegateOwnershipRequest
}

/** The refusals of {@link delegateOwnership}; `body` narrows by `status`. */
export type DelegateOwnershipError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Hand over the ownership
 *
 * Makes an admin of the organization its owner, and the owner an admin, in one step: there is one owner at any time.
 * `memberId` is the membership of the owner, and only the owner can do this (403 `insufficient_role` for other
 * members, 404 for everybody else). Fails with 422 `invalid_update` when `memberId` is not the caller's own
 * membership, and when `adminMemberIdToDelegate` is not a membership with the role `admin` in the same organization,
 * and with `too_many_organizations_for_user` when that admin owns 20 organizations. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `memberId`, `body`; see {@link DelegateOwnershipInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`,
 *   `insufficient_role`; 404 `not_found`; 415 `unsupported_media_type`; 422 `too_many_organizations_for_user`,
 *   `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await members.delegateOwnership(client, { memberId, body: { adminMemberIdToDelegate } })
 * ```
 */
export const delegateOwnership: (client: Caller, input: DelegateOwnershipInput, options?: CallOptions) => Call<undefined, DelegateOwnershipError> =
  /*#__PURE__*/ operation('members.delegateOwnership PUT members/{memberId}/delegateOwnership e')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the member, one person in one organization. A UUID. */
  memberId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Remove a member from an organization
 *
 * Ends the membership at once: the person's next call in this organization or one of its environments is refused as
 * for somebody who is not a member. Memberships of other organizations, and the person's own API tokens for those,
 * stay. API tokens of environments that the person created stay, too, since they belong to the environment; delete
 * them with `tokens.delete`. Pending invites of the organization end, both those that name the person and those that
 * the person has sent. Needs the role `admin` or `owner`. Fails with 422 `members_cannot_delete_themself` for the
 * caller's own membership and 403 `insufficient_role` for the owner's. A caller who is not a member gets a 404. The
 * person can be invited again. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `memberId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`,
 *   `insufficient_role`; 404 `not_found`; 422 `members_cannot_delete_themself`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await members.delete(client, { memberId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('members.delete DELETE members/{memberId} e')

/** The input of {@link list}. */
export interface ListInput {
  /** Id of the organization. A UUID. */
  organizationId: string
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the members of an organization
 *
 * Lists every member of the organization with their role, oldest membership first and without pages. Every role may
 * read it. The person is shown in the form of a user; the environment in it does not exist, since members are not
 * users of an environment. Invites that are not accepted yet are in `invites.listByOrganization`.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await members.list(client, { organizationId })
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<OrganizationMembersResponse, ListError> =
  /*#__PURE__*/ operation('members.list GET organizations/{organizationId}/members')

/** The refusals of {@link listEnvironmentIds}; `body` narrows by `status`. */
export type ListEnvironmentIdsError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the ids of your environments
 *
 * Lists the ids of all environments of all organizations that the caller is a member of, in any role: by
 * organization and project, oldest first, and of each project the sandbox before the live environment.
 *
 * @param client - Transport or client to call through.
 * @param input - None. Leave it out, or pass `{}` before options.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await members.listEnvironmentIds(client)
 * ```
 */
export const listEnvironmentIds: (client: Caller, input?: NoInput, options?: CallOptions) => Call<Array<string>, ListEnvironmentIdsError> =
  /*#__PURE__*/ operation('members.listEnvironmentIds GET membershipEnvironmentIds')

/** The input of {@link update}. */
export interface UpdateInput {
  /** Id of the member, one person in one organization. A UUID. */
  memberId: string
  /** What can change about a member. */
  body: MemberRoleField
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change the role of a member
 *
 * Gives a member another role, which applies from the member's next call on. Needs the role `admin` or `owner` in
 * the organization of the member; for its other members the call is 403 `insufficient_role`, and for everybody else
 * 404. Nobody can change or grant a role above their own (403 `insufficient_role`). An admin may step down. An
 * organization has one owner, and this call cannot change that (422 `invalid_update`): see
 * `members.delegateOwnership`. When an admin gets a lower role, the pending invites that the person has sent for the
 * organization end. Without `role`, nothing changes. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `memberId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`,
 *   `insufficient_role`; 404 `not_found`; 415 `unsupported_media_type`; 422 `invalid_update`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await members.update(client, { memberId, body: { role: 'developer' } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<MemberResponse, UpdateError> =
  /*#__PURE__*/ operation('members.update PUT members/{memberId}')

export { remove as delete }
