// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * CSV files with all users or visitors of an environment.
 *
 * @module exports
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import { readRedirect, type Redirect } from '../../calls/readRedirect.ts'
import type { ErrorBody, Export, ExportCreateRequest, ExportModelEnum, ExportsResponse, OtherStatus, Unlisted } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** What to export, and how. */
  body: ExportCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Start an export
 *
 * Starts writing all records of one model to a CSV file and answers at once with a `pending` export. The work
 * continues in the background; call `exports.get` until `status` is `completed` or `failed`, both of which are
 * final. The file has the records as they are when the work starts (`startedAt`), without later changes. For users,
 * each custom field has a column, `metadata.` and its key, besides the whole `metadata` as JSON. Every call starts a
 * new export. A format or model outside the enums is a 400. An export contains only what can be read anyway, so
 * members of every role may start one.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await exports.create(client, { body: { format: 'csv', model: 'users' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<Export, CreateError> =
  /*#__PURE__*/ operation('exports.create POST environments/{environmentId}/exports')

/** The input of {@link download}. */
export interface DownloadInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the export. A UUID. */
  exportId: string
}

/** The refusals of {@link download}; `body` narrows by `status`. */
export type DownloadError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Download an export
 *
 * Redirects to the file of a completed export. The target is a signed URL on the same host that works for a short
 * time without a credential, so share it only with people who may read the data; every call signs a new one. It
 * serves `text/csv` in UTF-8 with a header row (RFC 4180). A text that a spreadsheet would run as a formula begins
 * with an apostrophe, including phone numbers with a `+`. An export that is pending or failed has no file, which is
 * a 404 without a body, as is an unknown id.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `exportId`; see {@link DownloadInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const { location } = await exports.download(client, { exportId })
 * ```
 */
export const download: (client: Caller, input: DownloadInput, options?: CallOptions) => Call<Redirect, DownloadError> =
  /*#__PURE__*/ operation('exports.download GET environments/{environmentId}/exports/{exportId}/download', readRedirect)

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the export. A UUID. */
  exportId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get an export
 *
 * Returns the current state of one export. `completedAt` and `downloadUrl` come with `completed`, `error` with
 * `failed`. An id of another environment is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `exportId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await exports.get(client, { exportId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Export, GetError> =
  /*#__PURE__*/ operation('exports.get GET environments/{environmentId}/exports/{exportId}')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /** Keeps the exports of this model. Without it all are listed. */
    model?: ExportModelEnum | Unlisted | undefined
  } | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List exports
 *
 * Lists the exports of the environment in every state, the newest first and without pages.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await exports.list(client, { query: { model: 'users' } })
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<ExportsResponse, ListError> =
  /*#__PURE__*/ operation('exports.list GET environments/{environmentId}/exports')
