import { JsonReader } from './jsonReader.ts'

/**
 * Reads JSON data from a stream of UTF-8, also if its text is longer than any text of V8. A stream of broken JSON is
 * read to its end, so that a caller who is still sending receives the refusal.
 *
 * @param levels - How many levels are read entry by entry. Each value below them is read at once.
 * @throws SyntaxError for text that is not JSON
 */
export async function readJsonStream(stream: ReadableStream<Uint8Array>, levels: number): Promise<unknown> {
  const reader = new JsonReader(levels)
  const decoder = new TextDecoder()
  const failures: unknown[] = []
  const write = (text: string) => {
    if (failures.length > 0) return
    try {
      reader.write(text)
    } catch (error) {
      failures.push(error)
    }
  }
  for (const chunks = stream.getReader(); ;) {
    const { done, value } = await chunks.read()
    if (done) break
    write(decoder.decode(value, { stream: true }))
  }
  write(decoder.decode())
  if (failures.length > 0) throw failures[0]
  return reader.end()
}
