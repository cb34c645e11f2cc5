import { startStopwatch } from '@latchkey/base/clock'
import type { Crowd } from './crowd.ts'
import { isLongerThan, type SocketLimits } from './limits.ts'
import type { SocketEnd, SocketLog } from './socketLog.ts'

/** The client's end of a WebSocket. */
export interface SocketPeer {
  send(text: string): void
  /** @param code - Of RFC 6455, section 7.4. */
  close(code: number, reason: string): void
  /** Bytes that were sent and that the network has not taken yet. */
  readonly bufferedBytes: number
}

interface ClientEndInput {
  readonly peer: SocketPeer
  readonly limits: SocketLimits
  readonly log: SocketLog
  readonly crowd: Crowd
  /** Answers a message of the client. Messages are answered one after the other. */
  answer(text: string): Promise<void>
  /** Called once, whoever closes the socket. */
  onClose(): void
  report(cause: unknown): void
}

/** A client, held to the limits of sockets. */
export interface ClientEnd {
  readonly isClosed: boolean
  /** How long the client has said nothing, in milliseconds. */
  silentMs(): number
  /** Takes a message of the client. */
  receive(text: string): void
  /** Sends a message, or closes the socket of a client that does not read. */
  send(text: string): void
  close(code: number, reason: string): void
  /** Takes note that the client has closed the socket. */
  leave(code: number, reason: string): void
}

export function createClientEnd({ peer, limits, log, crowd, answer, onClose, report }: ClientEndInput): ClientEnd {
  let answered: Promise<void> = Promise.resolve()
  let waitingMessages = 0
  let isClosed = false
  let silence = startStopwatch()

  function end(closing: SocketEnd): void {
    isClosed = true
    log.closed(closing)
    onClose()
  }

  function close(code: number, reason: string): void {
    if (isClosed) return
    peer.close(code, reason)
    end({ code, reason, by: 'mock' })
  }

  return {
    get isClosed() {
      return isClosed
    },
    silentMs: () => silence(),
    receive(text) {
      if (isClosed) return
      silence = startStopwatch()
      if (isLongerThan(limits.messageBytes, text)) return close(1009, 'The message is too long.')
      if (waitingMessages >= limits.waitingMessages) return close(1008, 'Too many messages wait for replies.')
      waitingMessages += 1
      answered = answered.then(async () => {
        waitingMessages -= 1
        if (!isClosed) await answer(text)
      }, report)
    },
    send(text) {
      if (isClosed) return
      if (peer.bufferedBytes > limits.bufferedBytes) return close(1008, 'The client does not read what it is sent.')
      peer.send(text)
      crowd.noteSent(text.length)
    },
    close,
    leave(code, reason) {
      if (!isClosed) end({ code, reason, by: 'client' })
    },
  }
}
