/** The limits of the WebSockets of a mock. */
export const socketLimits = {
  /** Open sockets. */
  sockets: 2_000,
  /** Subscriptions of a socket. */
  subscriptions: 1_000,
  /** The length of a client's message, in bytes. */
  messageBytes: 1_000_000,
  /** Messages of a client that wait for the replies to those before. */
  waitingMessages: 1_000,
  /** Bytes that wait for a client that does not read. */
  bufferedBytes: 8_000_000,
  /** How long a socket without subscriptions may be silent, in milliseconds. */
  silenceMs: 600_000,
} as const
