import type { Backend } from '../../backend.ts'
import { instantOf } from '../../effects/clock.ts'
import type { WebhookMessage } from '../../store/records.ts'
import { cancelJobs, scheduleJob } from '../shared/jobs.ts'

const day = 86_400_000

/** How long a message is kept with its deliveries and attempts, in milliseconds after it was written. */
const keptForMs = { live: 90 * day, sandbox: 30 * day } as const

/** Sees to it that a message is forgotten in time. One job waits for the oldest message of each environment. */
export function scheduleForgetting(
  backend: Backend,
  { environmentId, environmentName, createdAt }: WebhookMessage,
): void {
  for (const { kind } of backend.store.jobs.scan('bySubject', [environmentId]))
    if (kind === 'webhookMessages.forget') return
  const keptUntil = instantOf(createdAt) + keptForMs[environmentName]
  scheduleJob(backend, {
    kind: 'webhookMessages.forget',
    subjectId: environmentId,
    inMs: Math.max(0, keptUntil - backend.clock.now()),
  })
}

/** Drops the messages of an environment that are too old, and waits for the next one. */
export function forgetMessages(backend: Backend, environmentId: string): void {
  const { store, clock } = backend
  for (const message of store.webhookMessages.scan('byEnvironment', [environmentId])) {
    if (instantOf(message.createdAt) + keptForMs[message.environmentName] > clock.now())
      return scheduleForgetting(backend, message)
    deleteMessage(backend, message)
  }
}

/** Drops the messages of a webhook with all that belongs to them; what is still due is not sent. */
export function deleteMessages(backend: Backend, webhookId: string): void {
  for (const message of backend.store.webhookMessages.scan('byWebhook', [webhookId])) deleteMessage(backend, message)
}

function deleteMessage(backend: Backend, { id: messageId }: WebhookMessage): void {
  const { store } = backend
  for (const { id } of store.webhookDeliveries.scan('byMessage', [messageId])) {
    cancelJobs(backend, id)
    store.webhookDeliveries.delete(id)
  }
  for (const { id } of store.webhookAttempts.scan('byMessage', [messageId])) store.webhookAttempts.delete(id)
  store.webhookMessages.delete(messageId)
}
