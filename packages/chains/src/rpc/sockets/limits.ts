import { didYouMean } from '@latchkey/base/nearest'
import { RpcError } from '../jsonRpc.ts'

/** The limits of the WebSockets of a mock. */
export interface SocketLimits {
  /** Open sockets. @default 2_000 */
  readonly sockets: number
  /** Subscriptions of a socket. @default 1_000 */
  readonly subscriptions: number
  /** Subscriptions of all sockets. @default 10_000 */
  readonly allSubscriptions: number
  /** The length of a client's message, in bytes. @default 1_000_000 */
  readonly messageBytes: number
  /** Messages of a client that wait for the replies to earlier ones. @default 1_000 */
  readonly waitingMessages: number
  /** Bytes that wait for a client that does not read. @default 8_000_000 */
  readonly bufferedBytes: number
  /**
   * Bytes that wait for the clients of all sockets. Beyond this limit, the sockets with the most waiting bytes are
   * closed.
   *
   * @default 64_000_000
   */
  readonly allBufferedBytes: number
  /** How long a socket without subscriptions may be silent, in milliseconds of the machine's time. @default 600_000 */
  readonly silenceMs: number
}

export const defaultSocketLimits: SocketLimits = {
  sockets: 2_000,
  subscriptions: 1_000,
  allSubscriptions: 10_000,
  messageBytes: 1_000_000,
  waitingMessages: 1_000,
  bufferedBytes: 8_000_000,
  allBufferedBytes: 64_000_000,
  silenceMs: 600_000,
}

/** Fills the defaults in. @throws TypeError that names the limit, without the call or flag that takes it */
export function readSocketLimits(limits: Partial<SocketLimits>): SocketLimits {
  const names = Object.keys(defaultSocketLimits)
  for (const [name, limit] of Object.entries(limits)) {
    if (!names.includes(name)) throw new TypeError(`has no limit "${name}".${didYouMean(name, names)}`)
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new TypeError(`takes a whole number of 1 or more as \`${name}\`, not ${limit}.`)
  }
  return { ...defaultSocketLimits, ...limits }
}

/** The refusal of one subscription too many. */
export const tooManySubscriptions = ({ subscriptions }: SocketLimits): RpcError =>
  new RpcError(-32_005, `too many subscriptions: a connection may have ${subscriptions}`)

/** Counts the bytes only of texts that can be too long: UTF-8 takes up to three for a unit of UTF-16. */
export function isLongerThan(bytes: number, text: string): boolean {
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes
}
