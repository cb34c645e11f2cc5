import * as z from 'zod'
import type { ControlRoutes } from './controlRoute.ts'

const channel = z.enum(['email', 'sms'])

const part = z.object({ name: z.string(), origin: z.string(), shared: z.literal(true).optional() })

/** The routes of `mock.outbox` for real receivers of messages. */
export const receiverRoutes = {
  'GET outbox/attached': {
    summary: 'The real receiver of e-mails or text messages, if there is one',
    input: z.strictObject({ channel }),
    output: z.object({ attached: part.optional() }),
  },
  'POST outbox/attach': {
    summary: 'Sends e-mails to a real mailbox by SMTP as well, or posts text messages to a URL',
    input: z.strictObject({
      channel,
      url: z.string().describe('`smtp://127.0.0.1:1025` for e-mails, `http://127.0.0.1:3030/sms` for text messages.'),
    }),
    output: part,
  },
  'POST outbox/detach': {
    summary: 'Keeps e-mails or text messages only in the outbox again',
    input: z.strictObject({ channel }),
    output: z.object({ detached: z.boolean() }),
  },
} satisfies ControlRoutes
