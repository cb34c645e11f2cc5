import type { ServedSocket } from '@latchkey/chains/rpc/sockets/connection'
import { type MockSockets, requestInside } from '../http/sockets.ts'

const states = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 } as const

type Listener<E> = ((event: E) => void) | null

/** A message. Node's types do not say what a `MessageEvent` carries. */
interface SocketMessageEvent extends Event {
  readonly data: string
}

/** Why a socket was closed. */
interface SocketCloseEvent extends Event {
  /** Of RFC 6455, section 7.4. */
  readonly code: number
  readonly reason: string
  readonly wasClean: boolean
}

/** A WebSocket without a network, for libraries that take one that is open or opening. Messages are texts. */
export interface ScriptSocket extends EventTarget {
  readonly CONNECTING: 0
  readonly OPEN: 1
  readonly CLOSING: 2
  readonly CLOSED: 3
  readonly url: string
  readonly protocol: string
  readonly extensions: string
  readonly bufferedAmount: number
  binaryType: 'blob' | 'arraybuffer'
  readonly readyState: 0 | 1 | 2 | 3
  onopen: Listener<Event>
  onmessage: Listener<SocketMessageEvent>
  onerror: Listener<Event>
  onclose: Listener<SocketCloseEvent>
  /** @throws DOMException `InvalidStateError` before it is open */
  send(data: string): void
  close(code?: number, reason?: string): void
}

type SocketClass = new (url: string, sockets: MockSockets) => ScriptSocket

let Socket: SocketClass | undefined

/** Begins to open a socket. */
export function openScriptSocket(url: string, sockets: MockSockets): ScriptSocket {
  Socket ??= defineSocket()
  return new Socket(url, sockets)
}

/** Some platforms have no `EventTarget`, so the class is made when it is needed. */
function defineSocket(): SocketClass {
  return class extends EventTarget implements ScriptSocket {
    readonly CONNECTING = states.CONNECTING
    readonly OPEN = states.OPEN
    readonly CLOSING = states.CLOSING
    readonly CLOSED = states.CLOSED
    readonly url: string
    readonly protocol = ''
    readonly extensions = ''
    readonly bufferedAmount = 0
    binaryType: 'blob' | 'arraybuffer' = 'blob'
    readyState: 0 | 1 | 2 | 3 = states.CONNECTING
    onopen: Listener<Event> = null
    onmessage: Listener<SocketMessageEvent> = null
    onerror: Listener<Event> = null
    onclose: Listener<SocketCloseEvent> = null
    #connection: ServedSocket | undefined

    constructor(url: string, sockets: MockSockets) {
      super()
      this.url = url
      void this.#connect(sockets)
    }

    send(data: string): void {
      if (this.readyState === states.CONNECTING)
        throw new DOMException('Failed to call "send()": the socket is not open yet.', 'InvalidStateError')
      if (this.readyState === states.OPEN) this.#connection?.receive(data)
    }

    close(code = 1000, reason = ''): void {
      if (this.readyState >= states.CLOSING) return
      this.readyState = states.CLOSING
      this.#connection?.leave(code, reason)
      this.#closed(code, reason)
    }

    async #connect(sockets: MockSockets): Promise<void> {
      const connection = await sockets.open(requestInside(this.url), {
        send: (text) => queueMicrotask(() => this.#tell('message', new MessageEvent('message', { data: text }))),
        close: (code, reason) => this.#closed(code, reason),
        bufferedBytes: 0,
      })
      if (!connection || 'error' in connection) {
        if (this.readyState === states.CONNECTING) this.#tell('error', new Event('error'))
        return this.#closed(1006, connection?.error ?? '')
      }
      if (this.readyState !== states.CONNECTING) return connection.leave(1006, '')
      this.#connection = connection
      this.readyState = states.OPEN
      this.#tell('open', new Event('open'))
    }

    #closed(code: number, reason: string): void {
      queueMicrotask(() => {
        if (this.readyState === states.CLOSED) return
        this.readyState = states.CLOSED
        // Node 20 has no `CloseEvent`.
        this.#tell('close', Object.assign(new Event('close'), { code, reason, wasClean: code !== 1006 }))
      })
    }

    #tell(name: 'open' | 'message' | 'error' | 'close', event: Event): void {
      if (name === 'message' && this.readyState >= states.CLOSING) return
      ;(this[`on${name}`] as Listener<Event>)?.(event)
      this.dispatchEvent(event)
    }
  }
}
