import type { OutgoingMessage } from './outside.ts'

/** A message as a real receiver gets it. */
export interface Letter extends OutgoingMessage {
  /** UUID of the message in the outbox. */
  readonly id: string
  /** ISO 8601. */
  readonly createdAt: string
  /** Name of the app for which it is sent; empty if it has none. */
  readonly senderName: string
  /** The text as a page of HTML. */
  readonly html: string
  /** Host of the service, for the ids of mails. */
  readonly host: string
}

/** The outcome of one attempt to send a message. */
export interface Receipt {
  /** `failed` may go better at another time. */
  readonly outcome: 'delivered' | 'refused' | 'failed'
  /** The receiver's reply, or a sentence where there is none. Without secrets. */
  readonly reply: string
  /** The `Message-ID` of a mail (RFC 5322, section 3.6.4). */
  readonly mailId?: string
}

/** A real mailbox or a receiver of text messages. */
export interface MessageReceiver {
  readonly channel: OutgoingMessage['channel']
  /** Sends a message over a connection of its own, within ten seconds. Never throws. @param signal - Ends the connection. */
  send(letter: Letter, signal: AbortSignal): Promise<Receipt>
  /** Loads what sending needs. @throws TypeError with a sentence when it is not installed */
  prepare(): Promise<void>
}

/** How long a receiver may take for one message, in milliseconds of real time. */
export const receiverTimeoutMs = 10_000

/** The longest reply that is kept, in characters. */
const longestReply = 500

/** A reply in one line, as people may see it. */
export const shownReply = (reply: string): string =>
  reply
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longestReply)

/** The names of the receivers among the real parts. */
export const nameOfReceiver = { email: 'mail', sms: 'text messages' } as const
