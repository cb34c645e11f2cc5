import { EventName } from '@latchkey/types/zod'
import * as z from 'zod'
import { type ControlRoutes, route } from './controlRoute.ts'
import { anyObject, entity } from './routeSchemas.ts'

const recipient = z.strictObject({ to: z.string().optional() })
const sent = z.object({
  messages: z.array(
    z.object({
      ...entity,
      channel: z.enum(['email', 'sms']),
      to: z.string(),
      subject: z.string().optional(),
      text: z.string(),
      environmentId: z.string().optional(),
      code: z.string().optional(),
      link: z.string().optional(),
    }),
  ),
})
const webhook = z.strictObject({ webhookId: z.string().optional() })
const status = z.enum(['pending', 'delivered', 'failed'])
const attempt = z.object({
  ...entity,
  environmentId: z.string(),
  webhookId: z.string(),
  messageId: z.string(),
  deliveryId: z.string(),
  eventId: z.string(),
  status,
  attempt: z.number(),
  redelivery: z.boolean(),
  request: anyObject,
  response: anyObject,
  deliveredAt: z.string(),
  messageCreatedAt: z.string(),
  eventCreatedAt: z.string(),
  updatedAt: z.string(),
})
const webhookMessage = z.object({
  ...entity,
  environmentId: z.string(),
  environmentName: z.enum(['live', 'sandbox']),
  webhookId: z.string(),
  eventId: z.string(),
  eventName: EventName,
  eventCreatedAt: z.string(),
  data: anyObject,
  userId: z.string().optional(),
  status,
  failedAt: z.string().optional(),
  latestAttemptId: z.string().optional(),
})

/** The routes of `mock.outbox` and `mock.webhooks`: what the service has sent. */
export const messageRoutes = {
  'GET outbox/email': route({
    summary: 'E-mails that were sent',
    input: recipient,
    output: sent,
    run: (mock, { to }) => ({ messages: mock.outbox.email.list(to) }),
  }),
  'GET outbox/sms': route({
    summary: 'Text messages that were sent',
    input: recipient,
    output: sent,
    run: (mock, { to }) => ({ messages: mock.outbox.sms.list(to) }),
  }),
  'GET webhooks/deliveries': route({
    summary: 'Attempts to deliver webhook messages',
    input: webhook,
    output: z.object({ deliveries: z.array(attempt) }),
    run: (mock, { webhookId }) => ({ deliveries: mock.webhooks.deliveries(webhookId) }),
  }),
  'GET webhooks/messages': route({
    summary: 'Webhook messages, delivered or not',
    input: webhook,
    output: z.object({ messages: z.array(webhookMessage) }),
    run: (mock, { webhookId }) => ({ messages: mock.webhooks.messages(webhookId) }),
  }),
  'POST webhooks/redeliver': route({
    summary: 'Sends a webhook message once more',
    input: z.strictObject({ messageId: z.string() }),
    output: undefined,
    run: (mock, { messageId }) => mock.webhooks.redeliver(messageId),
  }),
} satisfies ControlRoutes
