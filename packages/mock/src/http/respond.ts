import type { OperationRow } from '@latchkey/types'
import { DomainError, failureOfCode } from '../domain/shared/errors.ts'
import type { Reply } from '../reply.ts'
import { UniqueViolation } from '../store/table.ts'
import { streamOf } from './bodyStream.ts'

/** What any thrown value is answered with. An unexpected one is a 500, its cause reported and not sent. */
export function replyToError(error: unknown, row: OperationRow | undefined, report: (cause: unknown) => void): Reply {
  const failure = asFailure(error)
  if (!failure) report(error)
  const known = failure ?? new DomainError('internal')
  const shape = row?.errors[known.status] ?? 'ErrorBody'
  const write = shapes[shape]
  if (!write) throw new TypeError(`No error body is known for the shape ${shape}.`)
  if (row && row.errors[known.status] === undefined)
    report(new TypeError(`${row.method} ${row.path} does not document ${known.status} (${known.code}).`))
  return { status: known.status, body: write(known), headers: headersOf(known) }
}

function asFailure(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  if (error instanceof UniqueViolation) return new DomainError(failureOfCode(error.code))
  return undefined
}

/** Each error body the document has, by the name of its schema. */
const shapes: Record<string, (error: DomainError) => unknown> = {
  ErrorBody: ({ message, code }) => ({ error: message, code }),
  UnprocessableEntity: ({ message, code, details }) => ({ error: message, code, payload: details.payload }),
  ForbiddenWithErrorAndPayload: ({ message, code, details }) => ({
    error: { code, message },
    payload: details.payload,
  }),
  AddOriginBadRequest: ({ message, status }) => ({ error: message, status }),
  InviteConflictResponse: ({ message }) => ({ message }),
  text: ({ message }) => message,
  empty: () => undefined,
}

function headersOf({ status, details }: DomainError): Record<string, string> {
  return {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(details.retryAfter !== undefined && { 'retry-after': String(details.retryAfter) }),
    ...(details.allow !== undefined && { allow: details.allow }),
  }
}

/** A reply as it goes over a wire. Status 0 is a connection that broke. */
export interface WireReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[]
  readonly text: string | null
  /** A body that is sent piece by piece; `text` is null then. */
  readonly chunks?: readonly string[]
  /** Whether the body breaks off before its end. */
  readonly truncated?: boolean
}

export const brokenConnection: WireReply = { status: 0, headers: {}, text: null }

/** What every reply carries: nobody stores it, and no browser reads it as another type than it says. */
const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Writes a reply: a string body is text unless its type says otherwise, anything else is JSON. */
export function toWire(
  { status, body, chunks, headers, cookies }: Reply,
  extra: Readonly<Record<string, string>>,
): WireReply {
  const all: Record<string, string> = { ...commonHeaders, ...extra, ...headers }
  if (body === undefined || status === 204 || status === 304)
    return { status, headers: all, cookies, text: null, ...(chunks && { chunks }) }
  all['content-type'] ??= typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  return { status, headers: all, cookies, text: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** The same reply, broken off in the middle of its body. */
export function truncate(reply: WireReply): WireReply {
  return reply.text ? { ...reply, text: reply.text.slice(0, Math.ceil(reply.text.length / 2)), truncated: true } : reply
}

/** A page's `Response` keeps `Set-Cookie` from script, so its cookies are in the {@link WireReply} alone. */
export function toResponse({ status, headers, cookies, text, chunks }: WireReply): Response {
  if (status === 0) return Response.error()
  const response = new Response(chunks ? streamOf(chunks) : text, { status, headers })
  for (const cookie of cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}
