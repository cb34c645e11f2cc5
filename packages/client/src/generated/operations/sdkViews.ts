// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * What the screens of the client are made of.
 *
 * @module sdkViews
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, SdkView, SdkViewsResponse, SdkViewType, SdkViewUpdateRequest, Unlisted, UnprocessableEntity } from './schemas.ts'

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Which view of the client. */
  sdkViewType: SdkViewType | Unlisted
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a view of the client
 *
 * Returns one screen and its sections, from top to bottom. A screen that the settings do not describe has no
 * sections.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `sdkViewType`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const sdkView = await sdkViews.get(client, { sdkViewType: 'login' })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<SdkView, GetError> =
  /*#__PURE__*/ operation('sdkViews.get GET environments/{environmentId}/sdkViews/{sdkViewType}')

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
 * List the views of the client
 *
 * Returns the sections of the client's screens, as in `sdk.views` of the settings.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await sdkViews.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<SdkViewsResponse, ListError> =
  /*#__PURE__*/ operation('sdkViews.list GET environments/{environmentId}/sdkViews')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Which view of the client. */
  sdkViewType: SdkViewType | Unlisted
  /** The sections of a screen. */
  body: SdkViewUpdateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Set a view of the client
 *
 * Replaces the sections of a screen, which `sdkSettings.get` shows at once in `sdk.views`; a body without `sections`
 * changes nothing. Fails with 422 `invalid_update`
 *
 * - when a section other than a separator or a text occurs twice,
 * - when a section displays less than one item,
 * - when a text has no label,
 * - when the default item of `social` is not a social provider,
 * - while the settings are locked.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `sdkViewType`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const sdkView = await sdkViews.update(client, {
 *   sdkViewType: 'login',
 *   body: {
 *     sections: [
 *       { type: 'social', numOfItemsToDisplay: 3, defaultItem: 'google' },
 *       { type: 'separator', label: 'or' },
 *       { type: 'email' },
 *       { type: 'wallet' },
 *     ],
 *   },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<SdkView, UpdateError> =
  /*#__PURE__*/ operation('sdkViews.update PUT environments/{environmentId}/sdkViews/{sdkViewType}')
