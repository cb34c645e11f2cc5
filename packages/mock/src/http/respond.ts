import { defined } from '@latchkey/base/defined'
import { OutsideFailure } from '@latchkey/base/questions'
import type { Reply, SpoiledReply } from '@latchkey/base/reply'
import { StateNotKept } from '@latchkey/store/persistence'
import { UniqueViolation } from '@latchkey/store/table'
import type { OperationRow } from '@latchkey/types'
import { DomainError, failureOfCode } from '../domain/shared/errors.ts'
import { brokenStreamOf, openStreamOf, streamOf } from './bodyStream.ts'

/** The reply to a thrown value. An unexpected error is answered with 500; its cause is reported and not sent. */
export function replyToError(error: unknown, row: OperationRow | undefined, report: (cause: unknown) => void): Reply {
  const expected = asExpected(error)
  if (!expected) report(error)
  const failure = expected ?? new DomainError('internal')
  const isOfService = !(error instanceof OutsideFailure)
  if (row && isOfService && row.errors[failure.status] === undefined)
    report(new TypeError(`${row.method} ${row.path} does not document ${failure.status} (${failure.code}).`))
  return writeRefusal(failure, row)
}

type WrittenFailure = Pick<DomainError, 'status' | 'code' | 'message' | 'details'>

/** A failure in the shape that the operation documents for its status. */
export function writeRefusal(failure: WrittenFailure, row: OperationRow | undefined): Reply {
  const shape = row?.errors[failure.status] ?? 'ErrorBody'
  const write = shapes[shape]
  if (!write) throw new TypeError(`There is no error body for the shape ${shape}.`)
  return { status: failure.status, body: write(failure), headers: headersOf(failure) }
}

function asExpected(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  if (error instanceof OutsideFailure) return new DomainError('outsideFailed', { message: error.message })
  // Reported already, and not with each request.
  if (error instanceof StateNotKept) return new DomainError('stateNotKept')
  if (error instanceof UniqueViolation) return new DomainError(failureOfCode(error.code))
  return undefined
}

/** The error bodies of the document by the names of their schemas. */
const shapes: Record<string, (error: WrittenFailure) => unknown> = {
  ErrorBody: ({ message, code }) => ({ error: message, code }),
  UnprocessableEntity: ({ message, code, details }) => ({ error: message, code, payload: details.payload }),
  ForbiddenWithErrorAndPayload: ({ message, code, details }) => ({
    error: { code, message },
    payload: details.payload,
  }),
  AddOriginBadRequest: ({ message, status }) => ({ error: message, status }),
  InviteConflictResponse: ({ message }) => ({ message }),
  WaasVerifyApiKeyErrorResponse: ({ message }) => ({ message, verified: false }),
  text: ({ message }) => message,
  empty: () => undefined,
}

function headersOf({ status, details }: WrittenFailure): Record<string, string> {
  return defined({
    'www-authenticate': status === 401 ? 'Bearer' : undefined,
    'retry-after': details.retryAfter === undefined ? undefined : String(details.retryAfter),
    allow: details.allow,
  })
}

/** A reply as it goes over the wire. Status 0 stands for a broken connection. */
export interface WireReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[] | undefined
  readonly text: string | null
  /** A body that is sent in pieces; then `text` is null. */
  readonly chunks?: readonly string[]
  /** A body that is sent as it comes; then `text` is null. */
  readonly stream?: ReadableStream<Uint8Array>
  /** How a fault spoils it on its way. The mock does so last, after it has spelled the reply. */
  readonly spoiled?: SpoiledReply
  /** How a body ends that is sent by half. */
  readonly half?: Exclude<SpoiledReply, 'lost'>
}

export const brokenConnection: WireReply = { status: 0, headers: {}, text: null }

/** Headers of every reply: nobody stores it, and no browser guesses its type. */
const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Writes a reply. A string body is text unless a header names another type; any other body is JSON. */
export function toWire(
  { status, body, chunks, headers, cookies }: Reply,
  extra: Readonly<Record<string, string>>,
): WireReply {
  const all: Record<string, string> = { ...commonHeaders, ...extra, ...headers }
  if (body === undefined || status === 204 || status === 304)
    return { status, headers: all, cookies, text: null, ...defined({ chunks }) }
  all['content-type'] ??= typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  return { status, headers: all, cookies, text: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** The reply as it is sent when a fault spoils it. One without a body has no half. */
export function spoil({ spoiled, ...reply }: WireReply): WireReply {
  if (spoiled === undefined) return reply
  if (spoiled === 'lost') return brokenConnection
  const text = reply.text ?? reply.chunks?.join('')
  if (!text) return reply
  const { chunks: _, ...rest } = reply
  const half = text.slice(0, Math.ceil(text.length / 2))
  // Without its length, the end of the connection would be the end of the body.
  const length = String(new TextEncoder().encode(text).length)
  return {
    ...rest,
    headers: { ...rest.headers, 'content-length': length },
    text: null,
    stream: spoiled === 'cut' ? brokenStreamOf(half) : openStreamOf(half),
    half: spoiled,
  }
}

/** The reason phrases of HTTP/1.1 that a server writes beside the statuses of the service (RFC 9110, section 15). */
const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** In a page a `Response` hides `Set-Cookie` from scripts: there the cookies are in the {@link WireReply} only. */
export function toResponse({ status, headers, cookies, text, chunks, stream }: WireReply): Response {
  if (status === 0) return Response.error()
  const response = new Response(chunks ? streamOf(chunks) : (stream ?? text), {
    status,
    statusText: statusTexts[status] ?? '',
    headers,
  })
  for (const cookie of cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}
