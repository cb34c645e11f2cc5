import type { RealUrl } from './realUrl.ts'

/** The mock's end of a WebSocket to a real part of the world outside. */
export interface UpstreamSocket {
  /** Sends a message, as soon as the socket is open. */
  send(text: string): void
  close(): void
  /** Bytes that were sent and that the other end has not taken yet. */
  readonly bufferedBytes: number
}

interface Listeners {
  onMessage(text: string): void
  /** Called once, also for a socket that could not be opened. */
  onClose(): void
}

/**
 * Opens the WebSocket beside a URL of HTTP.
 *
 * @returns `undefined` where the platform has no client of WebSockets: Node has one from version 22 on.
 */
export function openUpstreamSocket(url: RealUrl, { onMessage, onClose }: Listeners): UpstreamSocket | undefined {
  // Its type says that every platform has it.
  const { WebSocket: Socket } = globalThis as { WebSocket?: typeof WebSocket }
  if (!Socket) return undefined
  const socket = new Socket(url.href.replace(/^http/, 'ws'))
  const waiting: string[] = []
  let waitingBytes = 0
  socket.addEventListener('open', () => {
    for (const text of waiting.splice(0)) socket.send(text)
    waitingBytes = 0
  })
  socket.addEventListener('message', ({ data }) => onMessage(String(data)))
  socket.addEventListener('close', onClose, { once: true })
  return {
    send(text) {
      if (socket.readyState === Socket.OPEN) socket.send(text)
      if (socket.readyState !== Socket.CONNECTING) return
      waiting.push(text)
      waitingBytes += text.length
    },
    close: () => socket.close(),
    get bufferedBytes() {
      return waitingBytes + socket.bufferedAmount
    },
  }
}
