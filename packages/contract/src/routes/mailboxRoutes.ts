import * as z from 'zod'
import { entity, waitingTime } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

/** A message of the outbox. */
export const sentMessage = z.object({
  ...entity,
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  from: z.string().optional().describe('The number that a text message is sent from, if its provider has one.'),
  subject: z.string().optional(),
  text: z.string(),
  environmentId: z.string().optional(),
  code: z.string().optional().describe('The one-time code in the text.'),
  link: z.string().optional().describe('The link in the text.'),
  delivery: z
    .object({
      status: z.enum(['waiting', 'delivered', 'refused']),
      attempts: z.number().describe('How often it was sent.'),
      reply: z.string().optional().describe('The last reply of the receiver, or why there is none.'),
      mailId: z.string().optional().describe('The Message-ID of a mail.'),
    })
    .optional()
    .describe('How the message fares on its way to a real receiver. Absent without one.'),
})

const channel = z.enum(['email', 'sms'])

const to = z.string().optional().describe('Only those to this address: an e-mail address, or a phone number.')

const messageId = z.string().optional().describe('Default: all of the channel.')

/** The routes of `mock.outbox` that somebody uses as a mailbox. */
export const mailboxRoutes = {
  'POST outbox/next': {
    summary: 'Waits for the next unread mail or SMS of the outbox, and marks it as read',
    input: z.strictObject({
      channel,
      to,
      timeoutMs: waitingTime
        .optional()
        .describe('How long to wait, in milliseconds. Default: 5000. Answers 400 when none has come by then.'),
    }),
    output: sentMessage,
  },
  'GET outbox/unread': {
    summary: 'Mails or SMS of the outbox that nobody has read, oldest first',
    input: z.strictObject({ channel, to }),
    output: z.object({ messages: z.array(sentMessage) }),
  },
  'POST outbox/read': {
    summary: 'Marks a mail or SMS of the outbox as read, or all',
    input: z.strictObject({ channel, messageId }),
    output: undefined,
  },
  'POST outbox/delete': {
    summary: 'Removes a mail or SMS from the outbox, or all',
    input: z.strictObject({ channel, messageId }),
    output: undefined,
  },
  'GET outbox/html': {
    summary: 'A mail of the outbox as a mailbox gets it: a page of HTML',
    input: z.strictObject({ channel, messageId: z.string() }),
    output: z.object({ html: z.string() }),
  },
} satisfies ControlRoutes
