/** A call of a client over a socket, or a message that is none, and what came of it. */
export interface SocketCall {
  /** Absent for a message that is not a call. */
  readonly method?: string | undefined
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string } | undefined
  /** In milliseconds of the machine's time. */
  readonly durationMs?: number | undefined
}

/** How a socket was closed. */
export interface SocketEnd {
  /** Of RFC 6455, section 7.4. */
  readonly code: number
  readonly reason: string
  readonly by: 'client' | 'mock'
}

/** Takes note of what happens on one socket. */
export interface SocketLog {
  called(call: SocketCall): void
  closed(end: SocketEnd): void
}

/** A subscription of an open socket. */
export interface SocketSubscription {
  /** As the client has it. */
  readonly id: string | number
  /** The method that began it, such as `eth_subscribe`. */
  readonly method: string
  readonly params: unknown
}
