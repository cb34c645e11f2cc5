/** The media type of server-sent events (WHATWG HTML). */
export const eventStreamType = 'text/event-stream'

/** A server-sent event. JSON has no line breaks, so its data is one line. */
export function encodeEvent({ name, id, data }: { name: string; id?: number; data: unknown }): Uint8Array {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return new TextEncoder().encode(`${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** A line that readers ignore. Sending it shows whether the connection still stands. */
export const heartbeat = (): Uint8Array => new TextEncoder().encode(':\n\n')
