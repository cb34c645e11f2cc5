import { instantOf, mailDate } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { importOutside } from '@latchkey/base/importOutside'
import {
  type Letter,
  type MessageReceiver,
  nameOfReceiver,
  type Receipt,
  receiverTimeoutMs,
  shownReply,
} from './messageReceiver.ts'
import type { RealPart } from './realParts.ts'
import { readSmtpUrl, type SmtpUrl } from './smtpUrl.ts'

type Nodemailer = typeof import('nodemailer')

/** Loads what sends mail, which few need. @throws TypeError with what to do when it is not installed */
export async function loadNodemailer(): Promise<Nodemailer> {
  try {
    return (await importOutside('nodemailer')) as Nodemailer
  } catch (cause) {
    throw new TypeError(
      'Mail is sent by nodemailer 10.5 or later on Node.js, which is not here. Run: npm install --save-dev nodemailer',
      { cause },
    )
  }
}

/**
 * A mailbox: mails are sent to an SMTP server (RFC 5321). `smtps:` begins with TLS, `smtp:` goes over to it where the
 * server offers it. Each mail has a connection of its own, so that none is left open.
 *
 * @throws TypeError for a URL that cannot be used
 */
export function smtpPart(address: string | URL): RealPart {
  const url = readSmtpUrl(nameOfReceiver.email, address)
  const options = {
    host: url.host,
    port: url.port,
    secure: url.isSecure,
    ...defined({ auth: url.auth }),
    tls: { rejectUnauthorized: !url.acceptsAnyCertificate },
    connectionTimeout: receiverTimeoutMs,
    greetingTimeout: receiverTimeoutMs,
    socketTimeout: receiverTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const connect = async () => (await loadNodemailer()).createTransport(options)

  const receiver: MessageReceiver = {
    channel: 'email',
    prepare: async () => void (await loadNodemailer()),
    async send(letter, closing) {
      const late = AbortSignal.timeout(receiverTimeoutMs)
      const mailId = `<${letter.id}@${letter.host}>`
      try {
        const signal = AbortSignal.any([closing, late])
        const transport = await connect()
        const { response } = await transport.sendMail({ ...mailOf(letter, url), messageId: mailId, signal })
        return { outcome: 'delivered', reply: url.cover(shownReply(response)), mailId }
      } catch (error) {
        if (late.aborted)
          return {
            outcome: 'failed',
            reply: `${url.origin} has not taken it within ${receiverTimeoutMs / 1000} seconds.`,
          }
        return failureOf(error, url)
      }
    },
  }
  return {
    name: nameOfReceiver.email,
    origin: url.origin,
    receiver,
    async check() {
      try {
        await (await connect()).verify()
        return undefined
      } catch (error) {
        return failureOf(error, url).reply
      }
    },
  }
}

/** Addresses are objects and the envelope is given, so that no address is read as several. */
function mailOf({ to, subject, text, html, createdAt, senderName, host }: Letter, url: SmtpUrl) {
  const from = url.from ?? `no-reply@${host}`
  return {
    from: { name: senderName, address: from },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    subject: subject ?? '',
    text,
    html,
    date: mailDate(instantOf(createdAt)),
    // Vacation responders leave such mails alone (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** The parts of nodemailer's errors that are read. */
interface SmtpError extends Error {
  readonly code?: string
  /** The last reply of the server, and its status. */
  readonly response?: string
  readonly responseCode?: number
}

/** A status of 500 or more is for good (RFC 5321, section 4.2.1). */
function failureOf(error: unknown, url: SmtpUrl): Receipt {
  if (error instanceof TypeError) return { outcome: 'refused', reply: error.message }
  const { response, responseCode = 0, message, code } = error as SmtpError
  if (response !== undefined && responseCode >= 400)
    return { outcome: responseCode >= 500 ? 'refused' : 'failed', reply: url.cover(shownReply(response)) }
  const reason = shownReply(code === undefined || message.includes(code) ? message : `${code}: ${message}`)
  return { outcome: 'failed', reply: url.cover(`${url.origin} has not taken it: ${reason}`) }
}
