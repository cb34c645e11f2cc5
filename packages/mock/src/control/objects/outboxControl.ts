import { nameOfReceiver } from '../../effects/messageReceiver.ts'
import type { RealPart } from '../../effects/realParts.ts'
import { smsPart } from '../../effects/smsReceiver.ts'
import { smtpPart } from '../../effects/smtpReceiver.ts'
import { listSent, removeSent } from '../../outside/outbox.ts'
import type { OutboxMessage } from '../../store/outsideRecords.ts'
import type { MessageDelivery } from '../../world/courier.ts'
import { transact, type World } from '../../world/world.ts'
import { writeLetter } from '../../world/writeLetter.ts'
import { type AttachedPart, shown } from './attachControl.ts'
import { awaitMessage } from './awaitMessage.ts'

/** A message, and its delivery to a real receiver, if one is attached. */
type SentMessage = OutboxMessage & { readonly delivery?: MessageDelivery }

/** The sent messages of one channel. */
export interface OutboxControl {
  /** Sent messages, oldest first: all, or those to one address. */
  list(to?: string): SentMessage[]
  /** The latest message of all, or to one address; `undefined` if there is none. */
  last(to?: string): SentMessage | undefined
  /** The messages that nobody has read, oldest first: neither by `next()` or `markRead()`, nor in the inspector. */
  unread(to?: string): SentMessage[]
  /**
   * Gives the oldest unread message, and marks it as read. If there is none, it waits for one.
   *
   * @param to - Only messages to this address.
   * @param options.timeoutMs - How long it waits, in milliseconds of real time. @default 5000
   * @throws TypeError when no message has come by then, or the mock is closed before
   * @example
   * await page.getByRole('button', { name: 'Send code' }).click()
   * const { code } = await mock.outbox.email.next('ada@example.com')
   */
  next(to?: string, options?: { readonly timeoutMs?: number | undefined }): Promise<SentMessage>
  /** Marks a message as read, or all. @throws TypeError for an unknown id */
  markRead(messageId?: string): void
  /** Removes a message from the outbox, or all. @throws TypeError for an unknown id */
  delete(messageId?: string): Promise<void>
  /** A message as a mailbox gets it: a page of HTML. @throws TypeError for an unknown id */
  html(messageId: string): string
  /**
   * Sends each message from now on to a real receiver as well. The outbox keeps its copy, and says in `delivery` whether
   * the message was delivered. Attaching again replaces the receiver.
   *
   * @param url - For e-mails an SMTP server, which needs nodemailer; for text messages the URL to which they are posted
   * as JSON. Credentials in it are sent, but never shown.
   * @throws TypeError for a URL that cannot be used, and when nodemailer is not installed
   * @example
   * await mock.outbox.email.attach('smtp://127.0.0.1:1025')
   * await mock.outbox.sms.attach('http://127.0.0.1:3030/sms')
   */
  attach(url: string | URL): Promise<AttachedPart>
  /** Keeps messages only in the outbox again. @returns Whether a receiver was attached. */
  detach(): boolean
  /** The real receiver, if one is attached. */
  attached(): AttachedPart | undefined
}

const defaultTimeoutMs = 5_000

const partOf: Readonly<Record<OutboxMessage['channel'], (url: string | URL) => RealPart>> = {
  email: smtpPart,
  sms: smsPart,
}

export function createOutbox(world: World): { email: OutboxControl; sms: OutboxControl } {
  const { readMarks } = world
  const withDelivery = (message: OutboxMessage): SentMessage => {
    const delivery = world.courier.deliveryOf(message.id)
    return delivery ? { ...message, delivery } : message
  }
  const channel = (channel: OutboxMessage['channel']): OutboxControl => {
    const sent = (to?: string) => listSent({ store: world.store.reader }, channel, to)
    const unread = (to?: string) => sent(to).filter((message) => !readMarks.isRead(message))
    const list = (to?: string) => sent(to).map(withDelivery)
    const name = nameOfReceiver[channel]
    const chosen = (use: string, messageId: string | undefined) => {
      const messages = sent().filter(({ id }) => messageId === undefined || id === messageId)
      if (messageId !== undefined && messages.length === 0)
        throw new TypeError(`Failed to call "outbox.${channel}.${use}()": there is no message "${messageId}".`)
      return messages
    }
    return {
      list,
      last: (to) => list(to).at(-1),
      unread: (to) => unread(to).map(withDelivery),
      next: async (to, { timeoutMs = defaultTimeoutMs } = {}) =>
        withDelivery(await awaitMessage(world, { channel, to, timeoutMs })),
      markRead: (messageId) => readMarks.add(chosen('markRead', messageId)),
      async delete(messageId) {
        const messages = chosen('delete', messageId)
        await transact(world, (backend) => removeSent(backend, messages))
      },
      html: (messageId) =>
        chosen('html', messageId)
          .map((message) => writeLetter(world, message).html)
          .join(''),
      async attach(url) {
        const part = partOf[channel](url)
        await part.receiver?.prepare()
        world.realParts.attach(part)
        return shown(part)
      },
      detach: () => world.realParts.detach(name),
      attached() {
        const part = world.realParts.find(name)
        return part && shown(part)
      },
    }
  }
  return { email: channel('email'), sms: channel('sms') }
}
