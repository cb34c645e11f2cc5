import type { Backend } from '../../backend.ts'
import { instantOf } from '../../effects/clock.ts'
import type { Webhook } from '../../store/records.ts'
import { failPending } from './webhookMessages.ts'

const windowMs = 30 * 86_400_000

/** How many messages may fail within thirty days; with the last of them the webhook is switched off. */
export const failuresUntilDisabled = { live: 1_500, sandbox: 250 } as const

/** Notes that no retry of a message is left. Where that is one too many, its webhook is switched off. */
export function noteFailure(backend: Backend, messageId: string): void {
  const { store, clock } = backend
  const message = store.webhookMessages.get(messageId)
  // An earlier delivery may have reached the receiver.
  if (message?.status !== 'failed') return
  store.webhookMessages.put({ ...message, failedAt: clock.iso() })
  const webhook = store.webhooks.get(message.webhookId)
  if (webhook?.isEnabled && fails(backend, webhook, failuresUntilDisabled[message.environmentName]))
    disableWebhook(backend, webhook)
}

/** Whether so many messages failed since the webhook was enabled last, none of them longer ago than the window. */
function fails({ store, clock }: Backend, { id, enabledAt = '' }: Webhook, limit: number): boolean {
  const [earliest] = store.webhookMessages.page('byFailure', [id], { offset: limit - 1, limit: 1, descending: true })
  return (
    earliest?.failedAt !== undefined &&
    earliest.failedAt > enabledAt &&
    instantOf(earliest.failedAt) > clock.now() - windowMs
  )
}

/** Switches a webhook off; what waits for a retry fails for good. */
export function disableWebhook(backend: Backend, webhook: Webhook): Webhook {
  failPending(backend, webhook.id)
  const { enabledAt: _, ...rest } = webhook
  return backend.store.webhooks.put({ ...rest, isEnabled: false, updatedAt: backend.clock.iso() })
}
