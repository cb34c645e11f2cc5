import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Event, Webhook, WebhookAttempt, WebhookDelivery, WebhookMessage } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { cancelJobs, scheduleJob } from '../shared/jobs.ts'
import { cursorPage } from '../shared/paging.ts'
import { existing } from '../shared/recordGuards.ts'
import { scheduleForgetting } from './webhookRetention.ts'

type Schemas = components['schemas']

/** Queues an event for a webhook. The first attempt is due at once. */
export function queueMessage(
  backend: Backend,
  { id: webhookId, environmentId }: Webhook,
  event: Pick<Event, 'id' | 'createdAt' | 'environmentName' | 'eventName' | 'data' | 'userId'> &
    Pick<WebhookMessage, 'isTriggered'>,
): WebhookMessage {
  const { id: eventId, createdAt: eventCreatedAt, environmentName, eventName, data, userId, isTriggered } = event
  const message = backend.store.webhookMessages.insert({
    ...newRecord(backend),
    environmentId,
    environmentName,
    webhookId,
    eventId,
    eventName,
    eventCreatedAt,
    data,
    status: 'pending',
    ...defined({ userId, externalUserId: externalIdOf(backend, userId), isTriggered }),
  })
  scheduleForgetting(backend, message)
  startDelivery(backend, message, { redelivery: false })
  return message
}

/** The id of a user at the external issuer; undefined for those who have not signed in with its tokens. */
function externalIdOf({ store }: Backend, userId: string | undefined): string | undefined {
  const credentials = userId === undefined ? [] : [...store.credentials.scan('byUser', [userId])]
  return credentials.find(({ format }) => format === 'externalUser')?.accountId
}

/**
 * Sends a message again as a new delivery, whether it was delivered or not.
 *
 * @throws {@link DomainError} `recordNotFound`, `invalidUpdate` while the webhook is disabled
 */
export function redeliverMessage(backend: Backend, messageId: string): WebhookDelivery {
  const { store } = backend
  const message = existing(store.webhookMessages.get(messageId), 'message')
  assert(store.webhooks.get(message.webhookId)?.isEnabled, 'invalidUpdate', { message: 'The webhook is disabled.' })
  return startDelivery(backend, message, { redelivery: true })
}

function startDelivery(
  backend: Backend,
  { id: messageId, webhookId, environmentId }: WebhookMessage,
  { redelivery }: { redelivery: boolean },
): WebhookDelivery {
  const delivery = backend.store.webhookDeliveries.insert({
    ...newRecord(backend),
    environmentId,
    webhookId,
    messageId,
    redelivery,
    status: 'pending',
  })
  scheduleJob(backend, {
    kind: redelivery ? 'webhooks.redeliver' : 'webhooks.deliver',
    subjectId: delivery.id,
    inMs: 0,
  })
  return delivery
}

/** Fails every delivery of a webhook that still waits for an attempt. */
export function failPending(backend: Backend, webhookId: string): void {
  const { store } = backend
  for (const delivery of store.webhookDeliveries.scan('byWebhook', [webhookId, 'pending']))
    endDelivery(backend, delivery, 'failed')
}

/** Ends a delivery and its message. A message that an earlier delivery has delivered stays delivered. */
export function endDelivery(backend: Backend, delivery: WebhookDelivery, status: 'delivered' | 'failed'): void {
  const { store, clock } = backend
  cancelJobs(backend, delivery.id)
  store.webhookDeliveries.put({ ...delivery, status })
  const attempt =
    delivery.latestAttemptId === undefined ? undefined : store.webhookAttempts.get(delivery.latestAttemptId)
  if (attempt?.status === 'pending') store.webhookAttempts.put({ ...attempt, status: 'failed', updatedAt: clock.iso() })
  const message = store.webhookMessages.get(delivery.messageId)
  if (!message || message.status === 'delivered') return
  const { failedAt, ...rest } = message
  store.webhookMessages.put({ ...rest, status, ...defined({ failedAt: status === 'failed' ? failedAt : undefined }) })
}

/** A page of the messages that were sent, the newest message first, each with its latest attempt. */
export function listMessages(
  backend: Backend,
  webhook: Webhook,
  cursor?: string,
): { items: WebhookAttempt[]; next?: string } {
  const { store } = backend
  const { items, next } = cursorPage(
    backend,
    { list: 'webhookMessages.list', within: [webhook.environmentId, webhook.id] },
    {
      cursor,
      read: (after?: { createdAt: string; id: string }, limit = 50) =>
        store.webhookMessages.after('bySent', [webhook.id], { after, limit, descending: true }),
      position: ({ createdAt, id }) => ({ createdAt, id }),
    },
  )
  const attempts = items.flatMap(({ latestAttemptId = '' }) => store.webhookAttempts.get(latestAttemptId) ?? [])
  return { items: attempts, ...defined({ next }) }
}

/** An attempt as replies show it. */
export function presentAttempt(attempt: WebhookAttempt): Schemas['WebhookMessage'] {
  const {
    deliveryId,
    eventId,
    messageId,
    environmentId,
    webhookId,
    status,
    deliveredAt,
    messageCreatedAt,
    eventCreatedAt,
    request,
    response,
  } = attempt
  return {
    deliveryId,
    eventId,
    messageId,
    environmentId,
    webhookId,
    status,
    deliveredAt,
    messageCreatedAt,
    eventCreatedAt,
    eventReceivedAt: messageCreatedAt,
    deliveryAttempt: attempt.attempt,
    request: { ...request },
    response: { ...response },
    updatedAt: attempt.updatedAt,
    createdAt: attempt.createdAt,
  }
}
