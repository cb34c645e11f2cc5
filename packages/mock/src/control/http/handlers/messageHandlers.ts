import type { messageRoutes } from '@latchkey/contract/routes/messageRoutes'
import type { TriggerArguments } from '../../objects/triggerWebhooks.ts'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `messageRoutes`. */
export const messageHandlers: HandlersOf<typeof messageRoutes> = {
  'GET outbox/email': (mock, { to }) => ({ messages: mock.outbox.email.list(to) }),
  'GET outbox/email/last': (mock, { to }) => ({ message: mock.outbox.email.last(to) ?? null }),
  'GET outbox/sms': (mock, { to }) => ({ messages: mock.outbox.sms.list(to) }),
  'GET outbox/sms/last': (mock, { to }) => ({ message: mock.outbox.sms.last(to) ?? null }),
  'GET webhooks': (mock, at) => ({ webhooks: mock.webhooks.list(at) }),
  'GET webhooks/deliveries': (mock, { webhookId }) => ({ deliveries: mock.webhooks.deliveries(webhookId) }),
  'GET webhooks/messages': (mock, { webhookId }) => ({ messages: mock.webhooks.messages(webhookId) }),
  'POST webhooks/trigger': async (mock, { eventName, overrides, ...options }) => ({
    messages: await mock.webhooks.trigger(...([eventName, overrides, options] as TriggerArguments)),
  }),
  'POST webhooks/redeliver': (mock, { messageId }) => mock.webhooks.redeliver(messageId),
}
