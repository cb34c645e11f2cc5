// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * What happened in an environment, newest first.
 *
 * @module events
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { cursor, type ListCall, listOperation, type NextCursor } from '../../calls/listOperation.ts'
import { type Call, type NoInput, operation } from '../../calls/operation.ts'
import type { EnvironmentEvent, ErrorBody, EventType, OtherStatus, PublishEvents } from './schemas.ts'

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the event. A UUID. */
  eventId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get an event
 *
 * Returns one event of the environment, as `events.list` shows it: it shows the resource as it was then, and does
 * not change when the resource does. Its id is the `eventId` that webhooks receive. An id of another environment is
 * a 404, and so is that of a `ping`, which is not an event of the environment.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `eventId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const environmentEvent = await events.get(client, { eventId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<EnvironmentEvent, GetError> =
  /*#__PURE__*/ operation('events.get GET environments/{environmentId}/events/{eventId}')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /**
     * Where the page starts: the cursor that came with the page before. It is opaque, belongs to this list of this
     * environment, and stays valid while records are added and deleted. A cursor of another list, or one that was changed,
     * is a 400.
     * At most 1024 characters.
     */
    cursor?: string | undefined
    /** Keeps the events whose `resourceType` is exactly this, such as `user`. An unknown one leaves the list empty. */
    resourceType?: string | undefined
    /** Keeps the events at or after this ISO 8601 date or instant. A date without a time means midnight UTC. */
    startDate?: string | undefined
    /** Keeps the events before this ISO 8601 date or instant. A date without a time means midnight UTC. */
    endDate?: string | undefined
  } | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List events
 *
 * Lists what happened in the environment, the newest event first, fifty to a page. The reply is a plain array; when
 * more events follow, the header `x-next-cursor` holds the cursor of the next page, and on the last page it is
 * absent. Every change appears once, after it was stored, whether or not a webhook listens; events of other
 * environments never appear. An event must fit all filters, and the filters must stay the same from page to page: a
 * cursor that was issued for other filters is 400 `invalid_cursor`, a date that cannot be read 400
 * `validation_failed`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @returns One page when awaited, each item of all pages when iterated.
 * @throws {@link ApiError} with 400 `validation_failed`, `invalid_cursor`; 401 `unauthorized`; 403 `missing_scope`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * for await (const environmentEvent of events.list(client, { query: { resourceType: 'user' } })) console.log(environmentEvent)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => ListCall<Array<EnvironmentEvent>, EnvironmentEvent, NextCursor, ListError> =
  /*#__PURE__*/ listOperation('events.list GET environments/{environmentId}/events', cursor)

/** The refusals of {@link listTypes}; `body` narrows by `status`. */
export type ListTypesError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the kinds of events
 *
 * Lists every possible event, with a sentence about what it reports. The names are those of `EventName`, which
 * `webhooks.create` accepts and `events.list` shows. The list is complete, without pages, and the same for
 * everybody: any member may read it, and any token of an environment with the scope to read its events.
 *
 * @param client - Transport or client to call through.
 * @param input - None. Leave it out, or pass `{}` before options.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await events.listTypes(client)
 * ```
 */
export const listTypes: (client: Caller, input?: NoInput, options?: CallOptions) => Call<Array<EventType>, ListTypesError> =
  /*#__PURE__*/ operation('events.listTypes GET eventTypes')

/** The input of {@link publish}. */
export interface PublishInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A batch of tracked events. */
  body: PublishEvents
}

/** The refusals of {@link publish}; `body` narrows by `status`. */
export type PublishError =
  | ApiError<400 | 415 | 429, ErrorBody>
  | ApiError<404 | 500, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Report what an application tracks
 *
 * Takes one to ten events that an application tracks about its own use, such as an opened dialogue. They are
 * telemetry: they do not appear in `events.list`, are not sent to webhooks, and have no effect. The latest thousand
 * of an environment are kept. If one event of a batch is malformed, or has more than 16,384 characters of JSON, none
 * of the batch is kept.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link PublishInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 415 `unsupported_media_type`; 429
 *   `too_many_requests`; 500.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await events.publish(client, {
 *   body: {
 *     events: [
 *       {
 *         anonymousId: 'visitor-7f3a',
 *         event: 'modal.opened',
 *         properties: { view: 'sign-in' },
 *         type: 'track',
 *       },
 *     ],
 *   },
 * })
 * ```
 */
export const publish: (client: Caller, input: PublishInput, options?: CallOptions) => Call<undefined, PublishError> =
  /*#__PURE__*/ operation('events.publish POST sdk/{environmentId}/events e')
