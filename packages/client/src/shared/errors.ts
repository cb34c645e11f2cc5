import type { components } from '@latchkey/types'

const brand = Symbol.for('latchkey.error')

type Schemas = components['schemas']

/** The codes that the service documents; a newer service may send others. */
export type ApiErrorCode = Schemas['ErrorCode'] | Schemas['UnprocessableEntityErrorCode'] | (string & {})

/** The optional fields of every error of this package. */
export interface LatchkeyErrorDetails {
  /** Id of the operation that was called, `gates.enable`. */
  operation?: string | undefined
  /** How many requests the call sent. */
  attempts?: number | undefined
  /** The error behind this one. */
  cause?: unknown
}

// Names are getters: they survive minifying, do not appear in log lines, and let bundlers drop unused errors.

/** The base of every error that this package throws; see {@link isLatchkeyError}. */
export abstract class LatchkeyError extends Error {
  /** @internal */
  get [brand](): string {
    return this.name
  }

  /** Id of the operation that was called, `gates.enable`; absent for calls by path. */
  declare readonly operation?: string
  /**
   * How many requests the call sent, including retries and the second attempt after a 401; absent if the error is not
   * about a call.
   */
  declare readonly attempts?: number

  constructor(message: string, details: LatchkeyErrorDetails = {}) {
    super(message, details)
    if (details.operation) this.operation = details.operation
    if (details.attempts) this.attempts = details.attempts
  }

  /** Name, message and the plain fields; never a body, a header or a cause. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message }
  }
}

/**
 * The service refused: it answered with a status from 400 on.
 *
 * `body` and `response` are not enumerable, so a log line of the error has neither.
 *
 * What to do about it: docs/errors/ApiError.md.
 */
export class ApiError<Status extends number = number, Body = unknown> extends LatchkeyError {
  /** The HTTP status. */
  declare readonly status: Status
  /** The service's stable code, if the body has one. A code that is not documented has at most 40 characters. */
  declare readonly code?: ApiErrorCode | undefined
  /** The header `x-request-id`. */
  declare readonly requestId?: string
  /** The decoded JSON; text when it is not JSON; undefined when it is empty. */
  declare readonly body: Body
  /** The reply. Its body has been read. */
  declare readonly response: Response

  constructor(response: Response, body: Body, details: LatchkeyErrorDetails = {}) {
    // Only texts have these methods.
    const { code } = Object(body) as { code?: Partial<string> }
    // Up to 40 characters, or words of up to 47, the length of the longest documented code: a longer text may be a
    // token.
    const shownCode = code?.match?.(/^(\w{1,40}|[a-z_]{1,47})$/)?.[0]
    const reason = sentenceOf(body)
    super(
      `${subject(details)} was refused with ${response.status}${shownCode ? ` ${shownCode}` : ''}${reason ? `: ${reason}` : '.'}`,
      details,
    )
    attach(this, response, body)
    this.code = shownCode
  }

  override get name(): string {
    return 'ApiError'
  }
}

/**
 * No reply came: the connection could not be made, or broke before the reply was complete. The message names the host
 * and, where the runtime gives one (as Node does, in `cause.cause`), the error code, such as `ECONNREFUSED`.
 *
 * What to do about it: docs/errors/ConnectionError.md.
 */
export class ConnectionError extends LatchkeyError {
  override get name(): string {
    return 'ConnectionError'
  }
}

/**
 * The reply was not complete in time.
 *
 * What to do about it: docs/errors/TimeoutError.md.
 */
export class TimeoutError extends LatchkeyError {
  /** The limit that passed, in milliseconds. */
  declare readonly timeoutMs: number

  constructor(timeoutMs: number, details: LatchkeyErrorDetails = {}) {
    super(`${subject(details)} got no whole reply within ${timeoutMs} ms.`, details)
    this.timeoutMs = timeoutMs
  }

  override get name(): string {
    return 'TimeoutError'
  }
}

/**
 * The service accepted the call, but the operation does not have such a reply: HTML, truncated JSON, no body, or a
 * redirect that the browser hides. A body larger than `maxBytes` also causes this error, whatever the status.
 *
 * What to do about it: docs/errors/ResponseParseError.md.
 */
export class ResponseParseError extends LatchkeyError {
  /** The HTTP status. */
  declare readonly status: number
  /** The header `x-request-id`. */
  declare readonly requestId?: string
  /** The reply, not enumerable. Its body may have been read. */
  declare readonly response: Response

  // No cause: a parser's message quotes the text, and the text may hold a token.
  constructor(response: Response, problem: string, details: LatchkeyErrorDetails = {}) {
    super(`${subject(details)} was answered with ${response.status}, but ${problem}.`, details)
    attach(this, response)
  }

  override get name(): string {
    return 'ResponseParseError'
  }
}

/**
 * The call got no credential, so it was not sent, or not sent again after a 401. `cause` says why.
 *
 * What to do about it: docs/errors/AuthError.md.
 */
export class AuthError extends LatchkeyError {
  override get name(): string {
    return 'AuthError'
  }
}

/**
 * A list cannot be read further: the service repeated a cursor, or a page has no list.
 *
 * What to do about it: docs/errors/PaginationError.md.
 */
export class PaginationError extends LatchkeyError {
  override get name(): string {
    return 'PaginationError'
  }
}

/**
 * Whether an error comes from this package, even from another copy of it or from the other module format (ES module or
 * CommonJS).
 *
 * @example if (isLatchkeyError(error)) console.error(error.name, error.operation)
 */
export function isLatchkeyError(error: unknown): error is LatchkeyError {
  return kindOf(error) !== undefined
}

/**
 * Whether an error is an {@link ApiError}: the service refused the call. Like {@link isLatchkeyError}, it recognises
 * errors of other copies.
 *
 * @example if (isApiError(error) && error.status === 404) return undefined
 */
export function isApiError(error: unknown): error is ApiError {
  return kindOf(error) === 'ApiError'
}

/** The name of an error of this package, of any copy of it; undefined for all other values. */
export function kindOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && brand in error ? error[brand] : undefined
}

/**
 * The service's sentence, without anything that is long enough to be a token, in case a service echoes one. Addresses
 * of Ethereum stay: they are public, and say which one is refused.
 */
export function sentenceOf(body: unknown): string | undefined {
  const { error } = Object(body) as { error?: Partial<string> }
  return error
    ?.replace?.(/[^\s"'<>]{40,}/g, (text) => (/^\W?0x[\da-f]{40}\W*$/i.test(text) ? text : '[redacted]'))
    .slice(0, 500)
}

/** The beginning of a message. */
export function subject({ operation }: LatchkeyErrorDetails): string {
  return operation ?? 'The call'
}

/**
 * Copies a reply's fields to an error. Fields that may contain secrets are not enumerable, so log lines do not show
 * them.
 */
function attach(error: object, response: Response, body?: unknown): void {
  Object.assign(error, { status: response.status, requestId: response.headers.get('x-request-id') ?? undefined })
  Object.defineProperties(error, { response: { value: response }, body: { value: body } })
}
