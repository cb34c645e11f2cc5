/** An event of a stream, as an `EventSource` gives it, with its data parsed. */
export interface ReadEvent {
  readonly name: string
  readonly id: string
  readonly data: ReturnType<typeof JSON.parse>
}

/** Reads server-sent events, one after the other. */
export function createEventReader(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  /** The next part of the stream, up to an empty line; undefined at the end. */
  async function nextPart(): Promise<string | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const part = text.slice(0, end)
        text = text.slice(end + 2)
        return part
      }
      const { value, done } = await reader.read()
      if (done) return undefined
      text += decoder.decode(value, { stream: true })
    }
  }
  async function next(): Promise<ReadEvent | undefined> {
    const part = await nextPart()
    if (part === undefined) return undefined
    const lines = part.split('\n').filter((line) => !line.startsWith(':'))
    if (lines.length === 0) return next()
    const { event = '', id = '', data = 'null' } = Object.fromEntries(lines.map((line) => line.split(/: (.*)/)))
    return { name: event, id, data: JSON.parse(data) }
  }
  return {
    nextPart,
    next,
    /** The next event of this name. Those before it are skipped. */
    async nextOf(name: string): Promise<ReadEvent> {
      for (;;) {
        const event = await next()
        if (event === undefined) throw new Error(`The stream ended without the event "${name}".`)
        if (event.name === name) return event
      }
    },
    cancel: () => reader.cancel(),
  }
}
