import { connect, type Socket } from 'node:net'

/** A connection over which a test sends bytes as they are. */
export interface RawConnection {
  readonly socket: Socket
  send(text: string | Uint8Array): Promise<void>
  /** Ends the sending half. */
  endSending(): void
  /** All that arrived, once it contains the text or the connection has ended. */
  until(text: string): Promise<string>
  /** All that has arrived when the other side has ended the connection. */
  ended(): Promise<string>
}

export function openConnection(url: string): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
    let reply = ''
    let hasEnded = false
    const waiting = new Set<() => void>()
    const tellAll = () => waiting.forEach((tell) => tell())
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      reply += chunk
      tellAll()
    })
    const end = () => {
      hasEnded = true
      tellAll()
      socket.destroy()
    }
    socket.on('end', end)
    socket.on('close', end)
    // A connection may be reset while bytes are on their way; `close` follows.
    socket.on('error', reject)
    const when = (isDone: () => boolean) =>
      new Promise<string>((settle) => {
        const tell = () => {
          if (!isDone()) return
          waiting.delete(tell)
          settle(reply)
        }
        waiting.add(tell)
        tell()
      })
    socket.on('connect', () =>
      resolve({
        socket,
        send: (text) => new Promise((sent) => socket.write(text, () => sent())),
        endSending: () => void socket.end(),
        until: (text) => when(() => hasEnded || reply.includes(text)),
        ended: () => when(() => hasEnded),
      }),
    )
  })
}
