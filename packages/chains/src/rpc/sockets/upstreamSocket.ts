import type { RealUrl } from '@latchkey/base/realUrl'

/** The mock's end of a WebSocket to a real part of the world outside. */
interface UpstreamSocket {
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

/** Opens the WebSocket beside a URL of HTTP, with the credentials of the URL. */
export type OpenUpstreamSocket = (url: RealUrl, listeners: Listeners) => UpstreamSocket

/** The reason why {@link findUpstreamSocket} finds nothing, as the end of a sentence. */
export const noSocketClient = 'this platform has no client of WebSockets. Node 22 has one.'

/** @returns `undefined` where the platform has no client of WebSockets */
export function findUpstreamSocket(): OpenUpstreamSocket | undefined {
  // Its type says that every platform has it.
  const { WebSocket: Socket } = globalThis as { WebSocket?: typeof WebSocket }
  return Socket && ((url, listeners) => listenTo(createSocket(Socket, url), listeners))
}

/**
 * Node, Bun and Deno take headers in place of the protocols, and leave out the credentials of a URL. Browsers take no
 * headers, and send the credentials of a URL.
 */
function createSocket(Socket: typeof WebSocket, { href, authorization, hrefWithCredentials }: RealUrl): WebSocket {
  const inSocketScheme = (url: string) => url.replace(/^http/, 'ws')
  if (authorization === undefined) return new Socket(inSocketScheme(href))
  try {
    return new Socket(inSocketScheme(href), { headers: { authorization } } as never)
  } catch {
    return new Socket(inSocketScheme(hrefWithCredentials))
  }
}

function listenTo(socket: WebSocket, { onMessage, onClose }: Listeners): UpstreamSocket {
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
      if (socket.readyState === socket.OPEN) socket.send(text)
      if (socket.readyState !== socket.CONNECTING) return
      waiting.push(text)
      waitingBytes += text.length
    },
    close: () => socket.close(),
    get bufferedBytes() {
      return waitingBytes + socket.bufferedAmount
    },
  }
}
