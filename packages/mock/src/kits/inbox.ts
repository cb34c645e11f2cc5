import { expect } from '@playwright/test'
import type { Mock } from '../mock/createMock.ts'

type Channel = keyof Mock['outbox']
type Message = NonNullable<ReturnType<Mock['outbox'][Channel]['last']>>

/** Waits for the next message to an address: the first one that no earlier call has returned. */
type NextMessage = (to: string, options?: { readonly timeoutMs?: number }) => Promise<Message>

/**
 * The messages that the service sends to people.
 *
 * @example const { code } = await inbox.email('ada@example.com')
 */
export type Inbox = Readonly<Record<Channel, NextMessage>>

/** The sent messages of a mock in this process, or in another one. */
type Outbox = Readonly<Record<Channel, { list(to: string): readonly Message[] | Promise<readonly Message[]> }>>

export function createInbox({ outbox }: { readonly outbox: Outbox }): Inbox {
  const read = new Set<string>()
  const next =
    (channel: Channel): NextMessage =>
    async (to, { timeoutMs = 5_000 } = {}) => {
      const unread = async () => (await outbox[channel].list(to)).find(({ id }) => !read.has(id))
      const message = `The service sends a message (${channel}) to ${to}`
      await expect.poll(unread, { timeout: timeoutMs, message }).toBeDefined()
      const nextMessage = (await unread()) as Message
      read.add(nextMessage.id)
      return nextMessage
    }
  return { email: next('email'), sms: next('sms') }
}
