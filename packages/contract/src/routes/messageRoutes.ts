import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import { EventName } from '@latchkey/types/zod'
import * as z from 'zod'
import { anyObject, entity, environmentChoice } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'
import { sentMessage } from './mailboxRoutes.ts'

type Schemas = components['schemas']

const recipient = z.strictObject({
  to: z
    .string()
    .optional()
    .describe('Only messages to this address: an e-mail address, or a phone number as +442071838750.'),
})

const sent = z.object({ messages: z.array(sentMessage) })

const lastSent = z.object({ message: sentMessage.nullable().describe('Null when none was sent.') })

/** An imported state can have a URL of another form than the service accepts. */
const webhookOfEnvironment = z.object({
  environmentId: z.string(),
  webhookId: z.string(),
  url: z.string(),
  secret: z.string().optional(),
  version: z.string().optional(),
  events: z.array(z.string()),
  isEnabled: z.boolean(),
  enabledAt: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const webhook = z.strictObject({ webhookId: z.string().optional() })

const status = z.enum(['pending', 'delivered', 'failed'])

const isTriggered = z
  .literal(true)
  .optional()
  .describe('Set if somebody triggered the event, so that nothing in the service has caused it.')

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
  isTriggered,
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
  environmentName: z.enum(everyValue<Schemas['EnvironmentEnum']>({ live: true, sandbox: true })),
  webhookId: z.string(),
  eventId: z.string(),
  eventName: EventName,
  eventCreatedAt: z.string(),
  data: anyObject,
  userId: z.string().optional(),
  isTriggered,
  status,
  failedAt: z.string().optional(),
  latestAttemptId: z.string().optional(),
})

/** The routes of `mock.outbox` and `mock.webhooks`, for messages that the service has sent. */
export const messageRoutes = {
  'GET outbox/email': {
    summary: 'The inbox of everybody: e-mails that were sent, with the one-time verification codes and links in them',
    input: recipient,
    output: sent,
  },
  'GET outbox/email/last': {
    summary: 'The latest e-mail that was sent, with the one-time verification code and link in it',
    input: recipient,
    output: lastSent,
  },
  'GET outbox/sms': {
    summary: 'Text messages (SMS) that were sent, with the one-time verification codes in them',
    input: recipient,
    output: sent,
  },
  'GET outbox/sms/last': {
    summary: 'The latest text message (SMS) that was sent, with the one-time verification code in it',
    input: recipient,
    output: lastSent,
  },
  'GET webhooks': {
    summary: 'The webhooks of an environment, with their secrets',
    input: z.strictObject(environmentChoice),
    output: z.object({ webhooks: z.array(webhookOfEnvironment) }),
  },
  'GET webhooks/deliveries': {
    summary: 'Attempts to deliver webhook messages',
    input: webhook,
    output: z.object({ deliveries: z.array(attempt) }),
  },
  'GET webhooks/messages': {
    summary: 'Webhook messages, delivered or not',
    input: webhook,
    output: z.object({ messages: z.array(webhookMessage) }),
  },
  'POST webhooks/trigger': {
    summary: 'Sends an event that nothing has caused to the webhooks that subscribe to it, signed and with retries',
    input: z.strictObject({
      eventName: EventName,
      overrides: anyObject
        .optional()
        .describe('Fields of the data, merged into those of the record or the example. Lists are replaced.'),
      ...environmentChoice,
      record: z.string().optional().describe('Id of the record that the event is about. Without it: an example.'),
    }),
    output: z.object({ messages: z.array(webhookMessage) }),
  },
  'POST webhooks/redeliver': {
    summary: 'Sends a webhook message once more',
    input: z.strictObject({ messageId: z.string() }),
    output: undefined,
  },
} satisfies ControlRoutes
