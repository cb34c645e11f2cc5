import { instantOf } from '@latchkey/base/clock'
import type { Webhook } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { failPending } from './webhookMessages.ts'

const windowMs = 30 * 86_400_000

/** The number of failed messages within thirty days that disables the webhook. */
export const failuresUntilDisabled = { live: 1_500, sandbox: 250 } as const

/** Records that a message has failed for good, and disables its webhook if too many have. */
export function noteFailure(backend: Backend, messageId: string): void {
  const { store, clock } = backend
  const message = store.webhookMessages.get(messageId)
  // An earlier delivery of the message may have reached the receiver.
  if (message?.status !== 'failed') return
  store.webhookMessages.put({ ...message, failedAt: clock.iso() })
  const webhook = store.webhooks.get(message.webhookId)
  if (webhook?.isEnabled && fails(backend, webhook, failuresUntilDisabled[message.environmentName]))
    disableWebhook(backend, webhook)
}

/**
 * Whether the limit of failed messages is reached, counting those within the window and since the webhook was last
 * enabled.
 */
function fails({ store, clock }: Backend, { id, enabledAt = '' }: Webhook, limit: number): boolean {
  const [earliest] = store.webhookMessages.page('byFailure', [id], { offset: limit - 1, limit: 1, descending: true })
  return (
    earliest?.failedAt !== undefined &&
    earliest.failedAt > enabledAt &&
    instantOf(earliest.failedAt) > clock.now() - windowMs
  )
}

/** Disables a webhook. Messages that wait for a retry fail for good. */
export function disableWebhook(backend: Backend, webhook: Webhook): Webhook {
  failPending(backend, webhook.id)
  const { enabledAt: _, ...rest } = webhook
  return backend.store.webhooks.put({ ...rest, isEnabled: false, updatedAt: backend.clock.iso() })
}
