import type { Journal } from '../../http/journal.ts'
import type { World } from '../../world/world.ts'

/** Numbers of records in a mock, in all environments together. */
export interface Counts {
  readonly users: number
  /** All sessions, ended ones included. */
  readonly sessions: number
  readonly wallets: number
  readonly events: number
  /** Attempts to deliver webhook messages. */
  readonly deliveries: number
  /** E-mails and text messages. */
  readonly messages: number
  /** Requests since the journal was last cleared. */
  readonly requests: number
  /** Scheduled jobs. */
  readonly jobs: number
}

export function createCounts({ store: { reader } }: World, journal: Pick<Journal, 'recorded'>): () => Counts {
  return () => ({
    users: reader.users.size,
    sessions: reader.sessions.size,
    wallets: reader.wallets.size,
    events: reader.events.size,
    deliveries: reader.webhookAttempts.size,
    messages: reader.outbox.size,
    requests: journal.recorded,
    jobs: reader.jobs.size,
  })
}
