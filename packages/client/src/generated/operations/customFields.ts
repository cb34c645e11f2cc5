// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { CustomField, CustomFieldRequest, ErrorBody, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** What {@link create} takes. */
export interface CreateInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
  body: CustomFieldRequest
}

/** How {@link create} may be refused; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create a custom field
 *
 * Adds a field to the profile of all users of the environment. The `key` that profiles and tokens use is derived
 * from the name, whose letters and digits it keeps in camel case, and stays for good. An enabled and required field joins the `missingFields` of each user who has
 * no value for it, so their next sign-in is not complete until they give one. Fails with 422
 * `custom_field_not_unique` when the key is taken, `invalid_regex` when the pattern does not compile,
 * `repeated_options` when two options are alike, and `invalid_position` when the position is negative.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids and body of the request; see {@link CreateInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 415, 422, 429, 500.
 * @example await customFields.create(client, { environmentId, body })
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<CustomField, CreateError> =
  /*#__PURE__*/ operation('customFields.create POST environments/{environmentId}/custom/fields')

/** What {@link list} takes. */
export interface ListInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
}

/** How {@link list} may be refused; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the custom fields of an environment
 *
 * Returns every custom field of the environment, enabled or not, as a plain array ordered by `position`, ties
 * broken by id.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link ListInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 401, 403, 404, 429, 500.
 * @example await customFields.list(client, { environmentId })
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<Array<CustomField>, ListError> =
  /*#__PURE__*/ operation('customFields.list GET environments/{environmentId}/custom/fields')
