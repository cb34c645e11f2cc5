import { joinBytes } from './joinBytes.ts'

/** The methods that read a whole body. */
const readers = ['text', 'json', 'arrayBuffer', 'blob', 'bytes', 'formData'] as 'text'[]

/**
 * Bounds what the methods of a reply read, and those of its clones. Bytes are counted after decompression: a header says
 * less, or nothing. Who reads `body` counts for himself. Where the platform gives no stream, as in React Native, nothing
 * is counted.
 *
 * It stays the reply of the platform, whose status, URL and type a copy would not have.
 *
 * @param refuse - Makes the error.
 * @returns The same reply.
 */
export function limitBody(response: Response, maxBytes: number, refuse: () => Error): Response {
  const { headers, body } = response
  // `fetch` reads no more than this length says, unless the body is compressed.
  const isShort = Number(headers.get('content-length') ?? Infinity) <= maxBytes && !headers.has('content-encoding')
  if (isShort || !body?.getReader) return response

  const clone = response.clone.bind(response)
  // Those of a test's own `fetch` may be read-only.
  Reflect.set(response, 'clone', () => limitBody(clone(), maxBytes, refuse))
  for (const name of readers)
    // `bytes` is newer than the others.
    if (name in response)
      Reflect.set(response, name, async () => {
        // After a clone, `body` is another one.
        const reader = (response.body as typeof body).getReader()
        const chunks = []
        let left = maxBytes
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return new Response(joinBytes(chunks, maxBytes - left), { headers })[name]()
          left -= value.length
          if (left < 0) {
            reader.cancel().catch(() => {})
            throw refuse()
          }
          chunks.push(value)
        }
      })
  return response
}
