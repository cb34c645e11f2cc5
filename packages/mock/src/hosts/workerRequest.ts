import { isSameText } from '@latchkey/crypto/hmac'
import { DomainError } from '../domain/shared/errors.ts'
import { brokenStreamOf } from '../http/bodyStream.ts'
import { maximumBodyBytes } from '../http/decode.ts'
import { toResponse, type WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import type { LengthStream } from './cloudflarePlatform.ts'

/**
 * A request to a Worker, as the service reads it.
 *
 * @param origin - Of the service, even if the request came by another name of the Worker.
 */
export function workerRequest(request: Request, origin: string): ServiceRequest {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    url: origin + pathname + search,
    headers: {
      // The platform sets `cf-connecting-ip`. The caller may have sent any `x-forwarded-for`.
      get: (name) => request.headers.get(name.toLowerCase() === 'x-forwarded-for' ? 'cf-connecting-ip' : name),
      keys: () => request.headers.keys(),
    },
    text: (maximumBytes) => readText(request, maximumBytes),
    body: request.body,
  }
}

/** Whether a request has the control token. */
export const bearsToken = ({ headers }: Request, controlToken: string): boolean =>
  isSameText(headers.get('authorization') ?? '', `Bearer ${controlToken}`)

/** Reads a body that is too large to its end, without keeping it, so that the caller receives the refusal. */
async function readText({ body }: Request, maximumBytes = maximumBodyBytes): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    text = bytes > maximumBytes ? '' : text + decoder.decode(value, { stream: true })
  }
  if (bytes > maximumBytes) throw new DomainError('bodyTooLarge')
  return text + decoder.decode()
}

/** A reply as a Worker sends it. A connection that a fault breaks is a body that breaks off before its first byte. */
export function workerResponse(reply: WireReply): Response {
  if (reply.status === 0) return toResponse(unfinished({ status: 200, headers: { 'content-length': '1' }, text: null }))
  return toResponse(reply.half === 'cut' ? unfinished(reply) : reply)
}

/**
 * A reply whose body breaks off. The platform would end it in good order, as if it were whole, unless its length is
 * fixed and nothing on the way compresses it.
 */
function unfinished({ stream = brokenStreamOf(''), ...reply }: WireReply): WireReply {
  const { FixedLengthStream } = globalThis as { FixedLengthStream?: LengthStream }
  if (!FixedLengthStream) throw new TypeError('Failed to break off a reply: this is no Worker.')
  const { readable, writable } = new FixedLengthStream(Number(reply.headers['content-length']))
  stream.pipeTo(writable).catch(() => {})
  return { ...reply, headers: { ...reply.headers, 'content-encoding': 'identity' }, stream: readable }
}
