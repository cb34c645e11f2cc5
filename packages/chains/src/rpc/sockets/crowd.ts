import { RpcError } from '../jsonRpc.ts'
import type { SocketLimits } from './limits.ts'

/** The sockets of a mock together. What each of them may have, a thousand of them may not. */
export interface Crowd {
  /** Why there can be no such number of further subscriptions; `undefined` if there can. */
  refusalOf(further: number): RpcError | undefined
  /** Takes note of characters that were sent, and closes those for which the most waits when too much waits in all. */
  noteSent(length: number): void
}

/** One of the sockets. */
export interface CrowdMember {
  readonly subscriptionCount: number
  /** Bytes that were sent and that the network has not taken yet. */
  readonly bufferedBytes: number
  close(code: number, reason: string): void
}

/** How much can be sent before the waiting bytes are counted again, as a part of their limit. */
const unnoticedPart = 1 / 16

export function createCrowd(
  { allSubscriptions, allBufferedBytes }: SocketLimits,
  members: ReadonlySet<CrowdMember>,
): Crowd {
  let uncounted = 0
  return {
    refusalOf(further) {
      let count = further
      for (const { subscriptionCount } of members) count += subscriptionCount
      if (count <= allSubscriptions) return undefined
      return new RpcError(-32_005, `too many subscriptions: all connections may have ${allSubscriptions}`)
    },
    noteSent(length) {
      uncounted += length
      if (uncounted < allBufferedBytes * unnoticedPart) return
      uncounted = 0
      const waiting = [...members].map((member) => ({ member, bytes: member.bufferedBytes }))
      let excess = waiting.reduce((sum, { bytes }) => sum + bytes, 0) - allBufferedBytes
      for (const { member, bytes } of waiting.sort((a, b) => b.bytes - a.bytes)) {
        if (excess <= 0) return
        excess -= bytes
        member.close(1008, 'The client does not read what it is sent.')
      }
    },
  }
}
