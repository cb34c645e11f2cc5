import { type ReadonlySignal, signal } from '@preact/signals'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { after } from '../platform.ts'
import type { AsJson, StreamEvents } from './control.ts'
import type { Source } from './source.ts'

const firstDelayMs = 500
const maximumDelayMs = 15_000

/** Whether changes arrive. `reason` says in words why they do not. */
export interface Connection {
  readonly state: 'connecting' | 'live' | 'lost'
  readonly reason?: string
}

/** The listeners of a stream, by the kind of event. */
export type StreamListeners = {
  readonly [Name in keyof StreamEvents]: (data: AsJson<StreamEvents[Name]>) => void | Promise<void>
}

interface Receiver {
  /** Reads the state as it is, before the first event of a stream. */
  readAnew(): Promise<void>
  readonly on: StreamListeners
}

interface KeptConnection {
  readonly connection: ReadonlySignal<Connection>
  /** Connects again at once. */
  reconnect(): void
  close(): void
}

/** Connects to the stream of a mock, and again whenever it ends. */
export function createConnection(source: Source, receiver: Receiver): KeptConnection {
  const connection = signal<Connection>({ state: 'connecting' })
  const closing = new AbortController()
  let attempt = new AbortController()
  let cancelRetry = () => {}

  async function connect(delayMs = firstDelayMs): Promise<void> {
    const own = (attempt = new AbortController())
    const ended = AbortSignal.any([own.signal, closing.signal])
    let nextDelayMs = delayMs
    try {
      const stream = await source.stream(ended)
      // Later events wait in the stream.
      const events = stream.pipeThrough(textDecoder()).pipeThrough(new EventSourceParserStream())
      await receiver.readAnew()
      connection.value = { state: 'live' }
      nextDelayMs = firstDelayMs
      await dispatch(events, receiver.on)
      connection.value = { state: 'lost', reason: 'The mock has ended the connection.' }
    } catch (error) {
      // Whoever reconnects or closes goes on from here.
      if (ended.aborted) return
      connection.value = { state: 'lost', reason: reasonOf(error) }
    } finally {
      // A stream may be open still when something else has failed.
      own.abort()
    }
    cancelRetry = after(nextDelayMs, () => void connect(Math.min(nextDelayMs * 2, maximumDelayMs)))
  }

  void connect()
  return {
    connection,
    reconnect() {
      cancelRetry()
      attempt.abort()
      connection.value = { state: 'connecting' }
      void connect()
    },
    close() {
      closing.abort()
      cancelRetry()
    },
  }
}

/** Hands the events of a stream to their listeners, one after the other, until it ends. */
async function dispatch(
  events: ReadableStream<{ readonly event?: string | undefined; readonly data: string }>,
  on: StreamListeners,
): Promise<void> {
  const reader = events.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { event = '', data } = next.value
    if (Object.hasOwn(on, event)) await on[event as keyof StreamEvents](JSON.parse(data))
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The types of the DOM take any bytes, but do not say so of a stream's. */
const textDecoder = () => new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>
