import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { OutsideBackend, OutsideReadStore } from '../domain/shared/backend.ts'
import type { Messages } from '../effects/outside.ts'
import type { OutboxMessage } from '../store/outsideRecords.ts'

/** The longest subject and text of a message, in characters. */
const longest = { subject: 1_000, text: 10_000 } as const

/** Mail and text messages, as the service sends them. The latest `limit` stay in the outbox, where tests read them. */
export function messages(backend: OutsideBackend, limit: number): Messages {
  return {
    send(message) {
      const { outbox } = backend.store
      const { subject, text } = message
      outbox.insert({
        ...newRecord(backend),
        ...message,
        ...defined({ subject: subject?.slice(0, longest.subject) }),
        text: text.slice(0, longest.text),
      })
      if (outbox.size > limit) removeOldest(backend, outbox.size - limit)
    },
  }
}

/** Ids grow with time. */
function removeOldest({ store: { outbox } }: Pick<OutsideBackend, 'store'>, count: number): void {
  let left = count
  for (const { id } of outbox.all()) {
    if (left-- === 0) return
    outbox.delete(id)
  }
}

/** Removes messages from the outbox. */
export function removeSent({ store: { outbox } }: Pick<OutsideBackend, 'store'>, messages: readonly OutboxMessage[]) {
  for (const { id } of messages) outbox.delete(id)
}

/** The messages of a channel, oldest first: all of them, or those to one address. */
export function listSent(
  { store }: { readonly store: Pick<OutsideReadStore, 'outbox'> },
  channel: OutboxMessage['channel'],
  to?: string,
): OutboxMessage[] {
  const sent = [...store.outbox.scan('byTo', to === undefined ? [channel] : [channel, to.toLowerCase()])]
  return sent.sort((a, b) => (a.id < b.id ? -1 : 1))
}
