import { setTimer, startStopwatch } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { NewUse } from '@latchkey/base/partUses'
import { type Letter, type MessageReceiver, nameOfReceiver } from '../effects/messageReceiver.ts'
import type { OutboxMessage } from '../store/outsideRecords.ts'

/** How a message fares on its way to a real receiver. */
export interface MessageDelivery {
  readonly status: 'waiting' | 'delivered' | 'refused'
  /** How often it was sent. */
  readonly attempts: number
  /** The last reply of the receiver, or why there is none. */
  readonly reply?: string
  /** The `Message-ID` of a mail. */
  readonly mailId?: string
}

/** Brings the messages of commits to the real receivers. Its deliveries are no part of the state. */
export interface Courier {
  /** Takes messages that were committed, of channels with a real receiver. Returns at once, and never throws. */
  take(messages: readonly OutboxMessage[]): void
  /** `undefined` for a message that was not for a real receiver. */
  deliveryOf(messageId: string): MessageDelivery | undefined
  /** Grows with each attempt. */
  readonly version: number
  /** The deliveries that have ended, for a fork. */
  ended(): readonly (readonly [messageId: string, MessageDelivery])[]
  /** Ends all connections. What waits is not sent. */
  close(): void
}

export interface CourierOptions {
  receiverOf(channel: MessageReceiver['channel']): MessageReceiver | undefined
  write(message: OutboxMessage): Letter
  /** Called with the time of each attempt. */
  noteUse(name: string, use: NewUse): void
  /** Called after each attempt. */
  changed(): void
  /** Receives unexpected errors. */
  report(cause: unknown): void
  /** How many deliveries are remembered: the latest ones. */
  readonly limit: number
  /** The deliveries of the mock from which this one is forked. */
  readonly ended?: ReturnType<Courier['ended']> | undefined
  /** When a message is sent again after failures, in milliseconds of real time after each. */
  readonly retriesAfterMs?: readonly number[]
}

/** How many messages are on their way together. Those to one address follow each other. */
const maximumTogether = 5

interface Parcel {
  readonly message: OutboxMessage
  readonly attempt: number
}

/** Creates a courier. A message that failed is sent again after one second, five and thirty, and is refused then. */
export function createCourier(options: CourierOptions): Courier {
  const { receiverOf, write, changed, noteUse, report, limit, retriesAfterMs = [1_000, 5_000, 30_000] } = options
  const deliveries = new Map(options.ended)
  const queue: Parcel[] = []
  const addressees = new Set<string>()
  const cancelRetries = new Set<() => void>()
  const closing = new AbortController()
  let version = 0

  function note(messageId: string, delivery: MessageDelivery): void {
    deliveries.set(messageId, delivery)
    for (const id of deliveries.keys()) {
      if (deliveries.size <= limit) break
      deliveries.delete(id)
    }
  }

  function conclude(messageId: string, delivery: MessageDelivery): void {
    note(messageId, delivery)
    version += 1
    changed()
  }

  function sendNext(): void {
    while (addressees.size < maximumTogether && !closing.signal.aborted) {
      const index = queue.findIndex(({ message }) => !addressees.has(message.to))
      const [parcel] = index < 0 ? [] : queue.splice(index, 1)
      if (!parcel) break
      addressees.add(parcel.message.to)
      void send(parcel)
        .catch(report)
        .finally(() => {
          addressees.delete(parcel.message.to)
          sendNext()
        })
    }
  }

  async function send({ message, attempt }: Parcel): Promise<void> {
    const receiver = receiverOf(message.channel)
    if (!receiver)
      return conclude(message.id, { status: 'refused', attempts: attempt - 1, reply: 'The receiver was detached.' })
    const letter = write(message)
    const elapsed = startStopwatch()
    const { outcome, reply, mailId } = await receiver.send(letter, closing.signal)
    if (closing.signal.aborted) return
    noteUse(nameOfReceiver[message.channel], {
      durationMs: elapsed(),
      problem: outcome === 'delivered' ? undefined : reply,
    })
    const wait = outcome === 'failed' ? retriesAfterMs[attempt - 1] : undefined
    if (wait !== undefined) sendLater({ message, attempt: attempt + 1 }, wait)
    const ended = outcome === 'delivered' ? 'delivered' : 'refused'
    const status = wait === undefined ? ended : 'waiting'
    conclude(message.id, { status, attempts: attempt, reply, ...defined({ mailId }) })
  }

  function sendLater(parcel: Parcel, wait: number): void {
    const cancel = setTimer(() => {
      cancelRetries.delete(cancel)
      queue.push(parcel)
      sendNext()
    }, wait)
    cancelRetries.add(cancel)
  }

  return {
    take(messages) {
      if (closing.signal.aborted) return
      for (const message of messages) {
        if (!receiverOf(message.channel)) continue
        queue.push({ message, attempt: 1 })
        note(message.id, { status: 'waiting', attempts: 0 })
      }
      // After the caller of the transaction has its result.
      queueMicrotask(sendNext)
    },
    deliveryOf: (messageId) => deliveries.get(messageId),
    get version() {
      return version
    },
    ended: () => [...deliveries].filter(([, { status }]) => status !== 'waiting'),
    close() {
      closing.abort()
      queue.length = 0
      for (const cancel of cancelRetries) cancel()
      cancelRetries.clear()
    },
  }
}
