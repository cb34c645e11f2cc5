import type { RawDelivery } from '../verification/webhookInput.ts'
import { headerOf, type IncomingRequest } from './incomingRequest.ts'

const signatureHeader = 'x-webhook-signature-256'
const anyUrl = 'http://localhost'

/**
 * The delivery in a request of Node. A stream is read as the body of a `Request` is: up to the handler's limit, and
 * a request that breaks off is refused like any other delivery that is not whole.
 *
 * @param parsed - A stream, or what a parser has made of it. A parsed body is refused by a sentence that says so, unless
 *   the framework has kept the bytes as `rawBody`, as NestJS and the cloud functions of Google do.
 */
export function deliveryOf(request: IncomingRequest, parsed: unknown): Request | RawDelivery {
  const { rawBody: body = parsed, method = 'POST' }: { rawBody?: unknown; method?: string } = Object(request)
  // The handler refuses all of them, and some, such as TRACE, cannot be the method of a Request.
  if (method !== 'POST') return new Request(anyUrl)
  const signature = headerOf(request, signatureHeader)
  if (!isStream(body)) return { body: body as RawDelivery['body'], signature }
  const init = { method, headers: { [signatureHeader]: signature }, body: toReadableStream(body), duplex: 'half' }
  return new Request(anyUrl, init)
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof Object(body)[Symbol.asyncIterator] === 'function'
}

function toReadableStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    // The answer goes out on the same connection, which ends when the iterator is left early. So the rest is dropped.
    async cancel() {
      while (!(await iterator.next()).done);
    },
  }
  // Nothing is read before the handler asks, since Node drops only a body of which nothing was read.
  return new ReadableStream(source, { highWaterMark: 0 })
}
