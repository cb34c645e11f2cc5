import { defined } from '@latchkey/base/defined'
import { expect } from '@playwright/test'
import type { Mock } from '../mock/createMock.ts'

type Channel = keyof Mock['outbox']
type Message = NonNullable<ReturnType<Mock['outbox'][Channel]['last']>>

/**
 * Waits for the next message to an address: the first one that no earlier call has returned.
 *
 * @param options.timeoutMs - @default that of expectations (`expect.timeout` of the configuration)
 */
type NextMessage = (to: string, options?: { readonly timeoutMs?: number }) => Promise<Message>

/**
 * The messages that the service sends to people.
 *
 * @example const { code } = await inbox.email('ada@example.com')
 */
export type Inbox = Readonly<Record<Channel, NextMessage>>

/** The sent messages of a mock in this process, or in another one. */
type Outbox = Readonly<Record<Channel, { list(to: string): readonly Message[] | Promise<readonly Message[]> }>>

export interface SendingMock {
  readonly outbox: Outbox
}

/** Waits until a function returns a value. @throws Error with the sentence, if that takes too long */
type WaitFor = (
  look: () => Promise<unknown>,
  options: { readonly message: string; readonly timeout?: number },
) => Promise<void>

const pollFor: WaitFor = (look, options) => expect.poll(look, options).toBeDefined()

/**
 * @param server - The server's own mock, where a message is looked for that does not come.
 * @param waitFor - @default `expect.poll`
 */
export function createInbox(mock: SendingMock, server: SendingMock, waitFor: WaitFor = pollFor): Inbox {
  const read = new Set<string>()
  const next =
    (channel: Channel): NextMessage =>
    async (to, { timeoutMs: timeout } = {}) => {
      const unread = async () => (await mock.outbox[channel].list(to)).find(({ id }) => !read.has(id))
      const message = `The service sends a message (${channel}) to ${to}`
      try {
        await waitFor(unread, { message, ...defined({ timeout }) })
      } catch (cause) {
        if (server === mock || (await server.outbox[channel].list(to)).length === 0) throw cause
        throw new Error(
          `${message}, but not from the world of this test: the message is in the server's own mock. Does the app's own ` +
            'server call it? Give that server `mock.baseUrl`, or let the tests of `remoteTest` share that mock, by ' +
            '`latchkey: { worlds: false }` in `use`.',
          { cause },
        )
      }
      const nextMessage = (await unread()) as Message
      read.add(nextMessage.id)
      return nextMessage
    }
  return { email: next('email'), sms: next('sms') }
}
