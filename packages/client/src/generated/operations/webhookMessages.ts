// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Events on their way to a webhook: attempts, retries and redelivery.
 *
 * @module webhookMessages
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { cursor, type ListCall, listOperation, type NextCursor } from '../../calls/listOperation.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, UnprocessableEntity, WebhookMessage, WebhookMessageRedeliveryResponse, WebhookMessagesResponse } from './schemas.ts'

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the webhook. A UUID. */
  webhookId: string
  query?: {
    /**
     * Where the page starts: the cursor that came with the page before. It is opaque, belongs to this list of this
     * environment, and stays valid while records are added and deleted. A cursor of another list, or one that was changed,
     * is a 400.
     * At most 1024 characters.
     */
    cursor?: string | undefined
  } | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the messages of a webhook
 *
 * Lists the messages sent to the webhook, the newest message first, a page at a time. A message appears from its
 * first attempt on, with its latest attempt only, and is deleted with its attempts after 90 days in a live
 * environment and 30 days in a sandbox. When more follow, `cursor` leads to the next page; on the last page it is
 * empty. A cursor of another webhook or environment is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `webhookId`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @returns One page when awaited, each item of all pages when iterated.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * for await (const webhookMessage of webhookMessages.list(client, { webhookId })) console.log(webhookMessage)
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => ListCall<WebhookMessagesResponse, WebhookMessage, NextCursor, ListError> =
  /*#__PURE__*/ listOperation('webhookMessages.list GET environments/{environmentId}/webhooks/{webhookId}/messages', cursor)

/** The input of {@link listDeliveries}. */
export interface ListDeliveriesInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the webhook. A UUID. */
  webhookId: string
  /** Id of the webhook message. A UUID. */
  messageId: string
}

/** The refusals of {@link listDeliveries}; `body` narrows by `status`. */
export type ListDeliveriesError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the attempts of a message
 *
 * Lists every attempt to deliver one message, the earliest first and without pages. The automatic retries of a
 * delivery share its `deliveryId` and count up `deliveryAttempt`; a redelivery has a new `deliveryId` and counts
 * from one again. A message of another webhook is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `webhookId`, `messageId`; see {@link ListDeliveriesInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await webhookMessages.listDeliveries(client, { webhookId, messageId })
 * ```
 */
export const listDeliveries: (client: Caller, input: ListDeliveriesInput, options?: CallOptions) => Call<WebhookMessagesResponse, ListDeliveriesError> =
  /*#__PURE__*/ operation('webhookMessages.listDeliveries GET environments/{environmentId}/webhooks/{webhookId}/messages/{messageId}')

/** The input of {@link redeliver}. */
export interface RedeliverInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the webhook. A UUID. */
  webhookId: string
  /** Id of the webhook message. A UUID. */
  messageId: string
}

/** The refusals of {@link redeliver}; `body` narrows by `status`. */
export type RedeliverError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Redeliver a message
 *
 * Sends a message once more, delivered or not, and answers without waiting for the receiver. The body is the same
 * except for `redelivery: true`, the `messageId` stays, and a new `deliveryId` starts with the usual retries; so a
 * failed message can still become `delivered`. Every call starts another redelivery. No event fires. A disabled
 * webhook fails with 422 `invalid_update`; a message of another webhook is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `webhookId`, `messageId`; see {@link RedeliverInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   422 `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await webhookMessages.redeliver(client, { webhookId, messageId })
 * ```
 */
export const redeliver: (client: Caller, input: RedeliverInput, options?: CallOptions) => Call<WebhookMessageRedeliveryResponse, RedeliverError> =
  /*#__PURE__*/ operation('webhookMessages.redeliver POST environments/{environmentId}/webhooks/{webhookId}/messages/{messageId}/redeliver')
