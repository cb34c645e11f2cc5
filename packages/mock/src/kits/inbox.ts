import { expect } from '@playwright/test'
import type { Mock } from '../createMock.ts'

type Channel = keyof Mock['outbox']
type Message = NonNullable<ReturnType<Mock['outbox'][Channel]['last']>>

/** Waits for the next message to an address: the first one that no earlier call has returned. */
type NextMessage = (to: string, options?: { readonly timeoutMs?: number }) => Promise<Message>

/**
 * What the service sends to people.
 *
 * @example const { code } = await inbox.email('ada@example.com')
 */
export type Inbox = Readonly<Record<Channel, NextMessage>>

export function createInbox(mock: Pick<Mock, 'outbox'>): Inbox {
  const read = new Set<string>()
  const next =
    (channel: Channel): NextMessage =>
    async (to, { timeoutMs = 5_000 } = {}) => {
      const unread = () => mock.outbox[channel].list(to).find(({ id }) => !read.has(id))
      const message = `The service sends a message (${channel}) to ${to}`
      await expect.poll(unread, { timeout: timeoutMs, message }).toBeDefined()
      const found = unread() as Message
      read.add(found.id)
      return found
    }
  return { email: next('email'), sms: next('sms') }
}
