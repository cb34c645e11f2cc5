import type { OutboxMessage } from '../store/outsideRecords.ts'

/** The messages of the outbox that somebody has read. They are no part of the state: after a reset all are unread. */
export interface ReadMarks {
  isRead(message: OutboxMessage): boolean
  add(messages: readonly OutboxMessage[]): void
  /** Grows with each change. */
  readonly version: number
}

/** @param changed - Called after each change. */
export function createReadMarks(changed: () => void): ReadMarks {
  const read = new WeakSet<OutboxMessage>()
  let version = 0
  return {
    isRead: (message) => read.has(message),
    add(messages) {
      for (const message of messages) read.add(message)
      version += 1
      changed()
    },
    get version() {
      return version
    },
  }
}
