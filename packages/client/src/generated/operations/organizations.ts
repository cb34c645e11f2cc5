// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, type NoInput, operation } from '../../operation.ts'
import type { ErrorBody, Organization, OrganizationsResponse, OtherStatus } from './schemas.ts'

/** What {@link get} takes. */
export interface GetInput {
  /** Id of the organization. */
  organizationId: string
}

/** How {@link get} may be refused; `body` narrows by `status`. */
export type GetError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get an organization
 *
 * Returns one organization with its postal address and the caller's `role` in it. Every role may read it. One that
 * the caller is no member of is a 404, like an id that belongs to none.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link GetInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 401, 403, 404, 429, 500.
 * @example await organizations.get(client, { organizationId })
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Organization, GetError> =
  /*#__PURE__*/ operation('organizations.get GET organizations/{organizationId}')

/** How {@link list} may be refused; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List your organizations
 *
 * Lists the organizations that the caller is a member of, each with the caller's `role` in it. Oldest membership
 * first; the list is whole, without pages. An invite counts only once it is accepted.
 *
 * @param client - Transport or client to call through.
 * @param input - Nothing; leave it out, or give `{}` before options.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 401, 403, 429, 500.
 * @example await organizations.list(client)
 */
export const list: (client: Caller, input?: NoInput, options?: CallOptions) => Call<OrganizationsResponse, ListError> =
  /*#__PURE__*/ operation('organizations.list GET organizations')
