// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Fields that an environment adds to the profile of its users.
 *
 * @module customFields
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CustomField, CustomFieldRequest, ErrorBody, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A custom field without its key, which is derived from the name that the field is created with. */
  body: CustomFieldRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create a custom field
 *
 * Adds a field to the profile of all users of the environment. Profiles and tokens use the `key`, which is derived
 * from the letters and digits of the name, in camel case, and never changes. An enabled and required field is added
 * to the `missingFields` of each user without a value for it, so their next sign-in is not complete until they give
 * one. Fails with 422:
 *
 * - `custom_field_not_unique` when the key or the name is taken,
 * - `custom_field_data_not_unique` when the field is unique and two users already have the same value under its key,
 * - `invalid_regex` when the pattern does not compile,
 * - `repeated_options` when two options are the same,
 * - `invalid_position` when the position is negative.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_position`, `invalid_regex`, `repeated_options`,
 *   `custom_field_data_not_unique`, `custom_field_not_unique`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const customField = await customFields.create(client, {
 *   body: {
 *     name: 'Favourite colour',
 *     enabled: true,
 *     required: false,
 *     fieldType: 'select',
 *     validationRules: { validOptions: [{ label: 'Blue', key: 'blue' }, { label: 'Green', key: 'green' }] },
 *     position: 1,
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<CustomField, CreateError> =
  /*#__PURE__*/ operation('customFields.create POST environments/{environmentId}/custom/fields')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the custom field. A UUID. */
  customFieldId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a custom field
 *
 * Removes the field from the settings, and from the `missingFields` of users without a value for it. The values of
 * users stay in their `metadata` under its key, where nothing checks them any more; a new field with the same key
 * uses them again.
 *
 * @param client - Transport or client to call through.
 * @param input - `customFieldId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await customFields.delete(client, { customFieldId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('customFields.delete DELETE custom/fields/{customFieldId} e')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the custom field. A UUID. */
  customFieldId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a custom field
 *
 * Returns one custom field, enabled or not. The id alone identifies it; a field of another environment than the
 * token's is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `customFieldId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const customField = await customFields.get(client, { customFieldId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<CustomField, GetError> =
  /*#__PURE__*/ operation('customFields.get GET custom/fields/{customFieldId}')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the custom fields of an environment
 *
 * Returns every custom field of the environment, enabled or not, as a plain array ordered by `position`, ties
 * broken by id.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await customFields.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<Array<CustomField>, ListError> =
  /*#__PURE__*/ operation('customFields.list GET environments/{environmentId}/custom/fields')

/** The input of {@link update}. */
export interface UpdateInput {
  /** Id of the custom field. A UUID. */
  customFieldId: string
  /** A custom field without its key, which is derived from the name that the field is created with. */
  body: CustomFieldRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change a custom field
 *
 * Replaces a custom field except its key: rules that are left out are removed. The settings and the `missingFields`
 * of each user follow at once, so if the field becomes required, the next sign-in of users without a value is
 * incomplete. Values that users have are kept. A new pattern or new options apply to values that are written from
 * now on. Another type needs values that fit it, otherwise the change fails with 422 `invalid_update`. Switching
 * `unique` on fails with `custom_field_data_not_unique` while two users have the same value.
 * `custom_field_not_unique` says that another field has the name; `invalid_regex`, `repeated_options` and
 * `invalid_position` are as for `customFields.create`.
 *
 * @param client - Transport or client to call through.
 * @param input - `customFieldId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_position`, `invalid_regex`, `repeated_options`,
 *   `custom_field_data_not_unique`, `invalid_update`, `custom_field_not_unique`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const customField = await customFields.update(client, {
 *   customFieldId,
 *   body: {
 *     name: 'Employee number',
 *     enabled: true,
 *     required: true,
 *     fieldType: 'text',
 *     validationRules: { unique: true, regex: '^E[0-9]{5}$' },
 *     position: 0,
 *   },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<CustomField, UpdateError> =
  /*#__PURE__*/ operation('customFields.update PUT custom/fields/{customFieldId}')

export { remove as delete }
