import { nameOfReceiver } from '../../effects/messageReceiver.ts'
import type { RealPart } from '../../effects/realParts.ts'
import { smsPart } from '../../effects/smsReceiver.ts'
import { smtpPart } from '../../effects/smtpReceiver.ts'
import { listSent } from '../../outside/outbox.ts'
import type { OutboxMessage } from '../../store/outsideRecords.ts'
import type { MessageDelivery } from '../../world/courier.ts'
import type { World } from '../../world/world.ts'
import { type AttachedPart, shown } from './attachControl.ts'

/** A message, and how it fares on its way to a real receiver, if there is one. */
type SentMessage = OutboxMessage & { readonly delivery?: MessageDelivery }

export interface OutboxControl {
  /** Sent messages, oldest first: all, or those to one address. */
  list(to?: string): SentMessage[]
  last(to?: string): SentMessage | undefined
  /**
   * Sends each message from now on to a real receiver as well. The outbox keeps its copy, and says in `delivery` whether
   * the message was delivered. Attaching again replaces the receiver.
   *
   * @param url - Of e-mails an SMTP server, which needs nodemailer; of text messages where they are posted as JSON.
   * Credentials in it are sent, and never shown.
   * @throws TypeError for a URL that cannot be used, and when nodemailer is not installed
   * @example
   * await mock.outbox.email.attach('smtp://127.0.0.1:1025')
   * await mock.outbox.sms.attach('http://127.0.0.1:3030/sms')
   */
  attach(url: string | URL): Promise<AttachedPart>
  /** Keeps messages in the outbox alone again. @returns Whether a receiver was attached. */
  detach(): boolean
  /** The real receiver, if one is attached. */
  attached(): AttachedPart | undefined
}

const partOf: Readonly<Record<OutboxMessage['channel'], (url: string | URL) => RealPart>> = {
  email: smtpPart,
  sms: smsPart,
}

export function createOutbox(world: World): { email: OutboxControl; sms: OutboxControl } {
  const withDelivery = (message: OutboxMessage): SentMessage => {
    const delivery = world.courier.deliveryOf(message.id)
    return delivery ? { ...message, delivery } : message
  }
  const channel = (channel: OutboxMessage['channel']): OutboxControl => {
    const list = (to?: string) => listSent({ store: world.store.reader }, channel, to).map(withDelivery)
    const name = nameOfReceiver[channel]
    return {
      list,
      last: (to) => list(to).at(-1),
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
