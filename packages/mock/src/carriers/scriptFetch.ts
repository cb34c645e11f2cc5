import { toResponse, type WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { toServiceRequest } from './scriptRequest.ts'

/** Like the platform's `fetch`. */
export type ScriptFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` that is answered in the process. A body that is a stream ends when the caller aborts.
 *
 * @param serve - Returns `undefined` for a URL that is not below the base URL.
 * @param baseUrl - For the message that says so.
 */
export function createScriptFetch(
  serve: (request: ServiceRequest) => Promise<WireReply | undefined> | undefined,
  baseUrl: () => string,
): ScriptFetch {
  return async (input, init) => {
    const request = toServiceRequest(input, init)
    const reply = await serve(request)
    if (!reply) throw new TypeError(`Failed to fetch ${request.url}: this mock answers below ${baseUrl()}.`)
    if (reply.status === 0) throw new TypeError('Failed to fetch: a fault broke the connection.')
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    return toResponse(reply.stream && signal ? { ...reply, stream: endedBy(reply.stream, signal) } : reply)
  }
}

/** A stream that a signal ends: its source is cancelled, and its reader gets the reason. */
function endedBy(stream: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  return stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })
}
