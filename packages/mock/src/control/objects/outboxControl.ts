import { listSent } from '../../outside/outbox.ts'
import type { OutboxMessage } from '../../store/outsideRecords.ts'
import type { World } from '../../world/world.ts'

export interface OutboxControl {
  /** Sent messages, oldest first: all, or those to one address. */
  list(to?: string): OutboxMessage[]
  last(to?: string): OutboxMessage | undefined
}

export function createOutbox(world: World): { email: OutboxControl; sms: OutboxControl } {
  const channel = (name: OutboxMessage['channel']): OutboxControl => {
    const list = (to?: string) => listSent({ store: world.store.reader }, name, to)
    return { list, last: (to) => list(to).at(-1) }
  }
  return { email: channel('email'), sms: channel('sms') }
}
