/** A body is larger than its reader takes. */
export class TooLarge extends Error {}

/** Reads a body as text. @throws {@link TooLarge}, without reading the rest */
export async function readText({ body }: Pick<Response, 'body'>, maximumBytes: number): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > maximumBytes) {
      await reader.cancel()
      throw new TooLarge()
    }
    text += decoder.decode(value, { stream: true })
  }
}
