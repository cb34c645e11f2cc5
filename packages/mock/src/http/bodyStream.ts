import { letOthersRun } from '@latchkey/base/clock'

/** A body that has begun and does not end. */
export function openStreamOf(beginning: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(beginning))
    },
  })
}

/** A body whose connection breaks after a text. */
export function brokenStreamOf(text: string): ReadableStream<Uint8Array> {
  let isSent = text === ''
  return new ReadableStream({
    async pull(controller) {
      if (!isSent) {
        isSent = true
        return controller.enqueue(new TextEncoder().encode(text))
      }
      // Node's HTTP would forget what it has not sent yet.
      await letOthersRun()
      controller.error(new TypeError('terminated'))
    },
  })
}

/** A body that is encoded chunk by chunk as it is read, so that it is never in memory as a whole. */
export function streamOf(chunks: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const rest = chunks[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const next = rest.next()
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
  })
}
