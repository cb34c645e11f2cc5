// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Receivers that get signed events by HTTP POST.
 *
 * @module webhooks
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, UnprocessableEntity, Webhook, WebhookCreateRequest, WebhooksResponse, WebhookUpdateRequest } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A webhook to create. */
  body: WebhookCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create a webhook
 *
 * Creates a webhook and a signing secret for it; read the secret with `webhooks.get`. If it is enabled, a `ping` is
 * sent to the URL right away, whether or not `events` names it, and from then on every event it names. Deliveries
 * carry `x-webhook-signature-256: sha256=<hex>`, the HMAC-SHA256 of the raw body; any 2xx is success, redirects are
 * not followed, and failed deliveries are retried. When too many messages fail within thirty days, 1500 in a live
 * environment and 250 in a sandbox, the webhook is disabled. Fails with 422:
 *
 * - `too_many_webhooks` when the environment has ten,
 * - `invalid_webhook_events` when `events` is empty or names an unknown event,
 * - `invalid_webhook_url` when the host is a name of a private network, such as one that ends in `.internal`, or the
 *   URL is the ARN of a topic, which is not supported.
 *
 * An IP address, a port, a user name or a password in an https URL does not fit the schema and is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_webhook_url`, `invalid_webhook_events`, `too_many_webhooks`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const webhook = await webhooks.create(client, {
 *   body: {
 *     url: 'https://hooks.tidepool.example/identity',
 *     isEnabled: true,
 *     events: ['user.created', 'wallet.linked'],
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<Webhook, CreateError> =
  /*#__PURE__*/ operation('webhooks.create POST environments/{environmentId}/webhooks')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the webhook. A UUID. */
  webhookId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a webhook
 *
 * Deletes the webhook with its secret and its messages. Attempts that are still due are dropped. The events stay
 * in `events.list`. A repeated call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `webhookId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await webhooks.delete(client, { webhookId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('webhooks.delete DELETE environments/{environmentId}/webhooks/{webhookId} e')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the webhook. A UUID. */
  webhookId: string
  query?: {
    /** Whether the reply holds `secret`. It is left out unless this is `true`. */
    includeSecret?: boolean | undefined
  } | undefined
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a webhook
 *
 * Returns one webhook, with its signing secret if `includeSecret` asks for it. A member needs the role `developer`
 * for the secret; to a viewer who asks for it the call is 403 `insufficient_role`. An API token needs only the
 * scope. An id of another environment is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `webhookId`, `query`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`,
 *   `insufficient_role`; 404 `not_found`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const webhook = await webhooks.get(client, { webhookId, query: { includeSecret: true } })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Webhook, GetError> =
  /*#__PURE__*/ operation('webhooks.get GET environments/{environmentId}/webhooks/{webhookId}')

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
 * List webhooks
 *
 * Lists the webhooks of the environment, the oldest first. An environment has at most ten, so all are on one page,
 * whose `cursor` is empty. Secrets are never listed; read them with `webhooks.get`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await webhooks.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<WebhooksResponse, ListError> =
  /*#__PURE__*/ operation('webhooks.list GET environments/{environmentId}/webhooks')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the webhook. A UUID. */
  webhookId: string
  /** The new state of a webhook; all three parts are replaced. */
  body: WebhookUpdateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Update a webhook
 *
 * Replaces the URL, the events and `isEnabled` of a webhook; the secret stays. Enabling an enabled webhook keeps its
 * `enabledAt`. A disabled webhook gets no new messages, and messages that wait for a retry fail for good. A webhook
 * that was disabled because too many messages failed is enabled again here, and the count starts again. Pending
 * messages go to the new URL from their next attempt on. The same rules as in `webhooks.create` apply to `url` and
 * `events` (422 `invalid_webhook_url`, `invalid_webhook_events`), but no `ping` is sent.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `webhookId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_webhook_url`, `invalid_webhook_events`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const webhook = await webhooks.update(client, {
 *   webhookId,
 *   body: {
 *     url: 'https://hooks.tidepool.example/identity',
 *     isEnabled: true,
 *     events: ['user.created', 'user.deleted', 'wallet.linked'],
 *   },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<Webhook, UpdateError> =
  /*#__PURE__*/ operation('webhooks.update PUT environments/{environmentId}/webhooks/{webhookId}')

export { remove as delete }
