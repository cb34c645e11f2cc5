import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { hmacSha256 } from '@latchkey/crypto/hmac'
import type { components } from '@latchkey/types'
import type { Backend } from '../domain/shared/backend.ts'
import { scheduleJob } from '../domain/shared/jobs.ts'
import { noteFailure } from '../domain/webhooks/webhookFailures.ts'
import { endDelivery } from '../domain/webhooks/webhookMessages.ts'
import type { DeliveryRequest, DeliveryResult } from '../effects/deliver.ts'
import type { Job, Webhook, WebhookDelivery, WebhookMessage } from '../store/records.ts'
import { transact, type World } from './world.ts'

type Body = components['schemas']['WebhookDelivery']

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/** When the retries of a delivery are due, in milliseconds after the first attempt. */
const retriesAfterMs = {
  live: [15 * second, minute, 10 * minute, hour, day],
  sandbox: [15 * second, minute],
} as const

/** The header with the signature of a delivery. */
export const signatureHeader = 'x-webhook-signature-256'

/** The name of the service as a sender of webhooks, which is the same under the names of any deployment. */
export const webhookAgent = 'latchkey-webhooks/1'

/** A prepared attempt. */
interface Attempt {
  readonly delivery: WebhookDelivery
  readonly message: WebhookMessage
  readonly number: number
  readonly deliveredAt: string
  readonly request: DeliveryRequest
}

/** The part of a delivery's job that is done in the transaction in which the job leaves the queue. */
export type Conclusion = (backend: Backend) => void

/**
 * Makes one attempt to deliver a webhook message.
 *
 * No transaction is open while the receiver answers, so the receiver may call the service. The job leaves the queue
 * with the record of the response: after a crash in between the message is sent again.
 *
 * @returns A function that records the response, and schedules the next attempt if there is one.
 */
export async function attemptDelivery(world: World, job: Job): Promise<Conclusion> {
  const attempt = await transact(world, (backend) => prepare(backend, job))
  if (!attempt) return () => undefined
  const result = await world.deliver(attempt.request)
  return (backend) => conclude(backend, attempt, result)
}

/** The next attempt. `undefined` for a delivery that has ended. */
function prepare(backend: Backend, { subjectId, attempt: number }: Job): Attempt | undefined {
  const { store, clock } = backend
  const delivery = store.webhookDeliveries.get(subjectId)
  const webhook = delivery && store.webhooks.get(delivery.webhookId)
  const message = delivery && store.webhookMessages.get(delivery.messageId)
  // Disabling a webhook ends its deliveries.
  if (!webhook || !message || delivery.status !== 'pending') return undefined
  const request = requestOf(backend, webhook, { message, delivery })
  return { delivery, message, number, deliveredAt: clock.iso(), request }
}

function requestOf(
  { settings: { issuedNames } }: Pick<Backend, 'settings'>,
  { url, secret }: Webhook,
  { message, delivery: { redelivery } }: Pick<Attempt, 'message' | 'delivery'>,
): DeliveryRequest {
  const { id, eventId, webhookId, environmentId, environmentName, eventName, eventCreatedAt, data } = message
  const { userId, externalUserId } = message
  const content: Body = {
    eventId,
    messageId: id,
    webhookId,
    environmentId,
    environmentName,
    eventName,
    timestamp: eventCreatedAt,
    ...defined({ userId, externalUserId, redelivery: redelivery || undefined }),
    data,
  }
  const body = JSON.stringify(issuedNames?.spellWebhook(content) ?? content)
  const headers = {
    'content-type': 'application/json',
    'user-agent': webhookAgent,
    [issuedNames?.header(signatureHeader) ?? signatureHeader]: `sha256=${hmacSha256(secret, body)}`,
  }
  return { url, headers, body }
}

function conclude(
  backend: Backend,
  { delivery: { id }, message, number, deliveredAt, request }: Attempt,
  { status, body, error }: DeliveryResult,
): void {
  const { store, clock } = backend
  const delivery = store.webhookDeliveries.get(id)
  // The webhook may have been deleted before the receiver answered.
  if (!delivery) return
  const isDelivered = status !== undefined && status >= 200 && status < 300
  const retries = retriesAfterMs[message.environmentName]
  const nextAt = delivery.status === 'pending' && !isDelivered ? retries[number - 1] : undefined
  const { webhookId, environmentId, eventId, createdAt: messageCreatedAt, eventCreatedAt } = message
  const before =
    delivery.latestAttemptId === undefined ? undefined : store.webhookAttempts.get(delivery.latestAttemptId)
  if (before?.status === 'pending') store.webhookAttempts.put({ ...before, status: 'failed', updatedAt: clock.iso() })
  const unanswered = nextAt === undefined ? 'failed' : 'pending'
  const attempt = store.webhookAttempts.insert({
    ...newRecord(backend),
    environmentId,
    webhookId,
    messageId: message.id,
    deliveryId: id,
    eventId,
    redelivery: delivery.redelivery,
    ...defined({ isTriggered: message.isTriggered }),
    attempt: number,
    status: isDelivered ? 'delivered' : unanswered,
    request: { url: request.url, method: 'POST', headers: request.headers, body: JSON.parse(request.body) as unknown },
    response: error === undefined ? { status, body } : { error },
    deliveredAt,
    messageCreatedAt,
    eventCreatedAt,
    updatedAt: clock.iso(),
  })
  const noted = store.webhookDeliveries.put({ ...delivery, latestAttemptId: attempt.id })
  store.webhookMessages.put({ ...(store.webhookMessages.get(message.id) ?? message), latestAttemptId: attempt.id })
  if (nextAt === undefined) {
    endDelivery(backend, noted, isDelivered ? 'delivered' : 'failed')
    // A delivery that was ended in the meantime gets no retry.
    if (delivery.status === 'pending') noteFailure(backend, message.id)
    return
  }
  const waited = number === 1 ? 0 : (retries[number - 2] ?? 0)
  scheduleJob(backend, {
    kind: delivery.redelivery ? 'webhooks.redeliver' : 'webhooks.deliver',
    subjectId: id,
    inMs: nextAt - waited,
    attempt: number + 1,
  })
}
