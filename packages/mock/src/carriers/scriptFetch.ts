import { streamOf } from '../http/bodyStream.ts'
import { toResponse, type WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { toServiceRequest } from './scriptRequest.ts'

/** Like the platform's `fetch`. */
export type ScriptFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` that is answered in the process. As with the platform's, a signal that is aborted before the request is
 * sent keeps it from being sent, and later on it rejects the call, or what is still unread of the body.
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
    const signal = signalOf(input, init)
    const send = () => (isRead(request) ? serve(request) : readBody(request).then(serve))
    const reply = await (signal ? serveUntilAborted(send, signal) : send())
    if (!reply) throw new TypeError(`Failed to fetch ${request.url}: this mock answers below ${baseUrl()}.`)
    if (reply.status === 0) throw new TypeError('Failed to fetch: a fault broke the connection.')
    if (redirectOf(input, init) === 'error' && redirects.has(reply.status) && reply.headers['location'] !== undefined)
      throw new TypeError('Failed to fetch: the reply is a redirect, and `redirect` is "error".')
    const whole = hasEmptyBody(reply, request.method) ? { ...reply, stream: new Blob([]).stream() } : reply
    return received(toResponse(signal ? withBodyUntilAborted(whole, signal) : whole), request.url)
  }
}

/** Whether the text of the body is there without reading. */
function isRead(request: ServiceRequest): boolean {
  return !(request instanceof Request) || !request.body
}

/** The request with its whole body. @throws TypeError if reading it fails, as for a stream that breaks off */
async function readBody(request: ServiceRequest): Promise<ServiceRequest> {
  const { method, url, headers } = request
  try {
    const text = await request.text()
    return { method, url, headers, text: async () => text }
  } catch (cause) {
    throw new TypeError('Failed to fetch: the body of the request cannot be read.', { cause })
  }
}

const redirects = new Set([301, 302, 303, 307, 308])

/** The redirect mode of a call: that of the options, or else of the request. */
function redirectOf(input: Request | string | URL, init: RequestInit | undefined): RequestRedirect | undefined {
  return init?.redirect ?? (input instanceof Request ? input.redirect : undefined)
}

/** The statuses of replies that have no body at all. */
const bodyless = new Set([204, 205, 304])

/** Whether a reply has a body without a byte, which a platform gives as a stream. */
function hasEmptyBody({ status, text, chunks, stream }: WireReply, method: string): boolean {
  return text === null && !chunks && !stream && method !== 'HEAD' && !bodyless.has(status)
}

/** The signal of a call: that of the options, where `null` stands for none, or else that of the request. */
function signalOf(input: Request | string | URL, init: RequestInit | undefined): AbortSignal | null | undefined {
  if (init?.signal !== undefined) return init.signal
  return input instanceof Request ? input.signal : undefined
}

/** @throws the signal's reason, as soon as it is aborted; what goes on then is not waited for */
async function serveUntilAborted(
  serve: () => Promise<WireReply | undefined> | undefined,
  signal: AbortSignal,
): Promise<WireReply | undefined> {
  signal.throwIfAborted()
  // The platform sends nothing yet when `fetch` returns.
  await undefined
  signal.throwIfAborted()
  const served = serve()
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([served, aborted])
  } catch (error) {
    if (signal.aborted) void served?.then((reply) => reply?.stream?.cancel(signal.reason)).catch(() => {})
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** The reply with a body that fails with the signal's reason, as far as it has not been read by then. */
function withBodyUntilAborted(reply: WireReply, signal: AbortSignal): WireReply {
  const { text, chunks, stream } = reply
  if (text !== null) return { ...reply, text: null, stream: textUntilAborted(text, signal) }
  const pieces = chunks ? streamOf(chunks) : stream
  if (!pieces) return reply
  const { chunks: _, ...rest } = reply
  return { ...rest, stream: pieces.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) }
}

function textUntilAborted(text: string, signal: AbortSignal): ReadableStream<Uint8Array> {
  let abort = () => {}
  const end = () => signal.removeEventListener('abort', abort)
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        abort = () => controller.error(signal.reason)
        signal.addEventListener('abort', abort, { once: true })
      },
      pull(controller) {
        end()
        if (text !== '') controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/** Gives a response what a script cannot: the URL that it came from, and the type of one that was received. */
function received(response: Response, url: string): Response {
  const clone = () => received(Response.prototype.clone.call(response), url)
  return Object.defineProperties(response, {
    url: { value: url.replace(/#.*/s, ''), configurable: true },
    type: { value: 'basic', configurable: true },
    clone: { value: clone, writable: true, configurable: true },
  })
}
