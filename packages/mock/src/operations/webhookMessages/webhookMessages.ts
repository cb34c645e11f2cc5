import type { Backend } from '../../domain/shared/backend.ts'
import { lastPage } from '../../domain/shared/paging.ts'
import { inEnvironment, recordOf } from '../../domain/shared/recordGuards.ts'
import { listMessages, presentAttempt, redeliverMessage } from '../../domain/webhooks/webhookMessages.ts'
import type { WebhookMessage } from '../../store/records.ts'
import type { ResourceOperations } from '../operation.ts'

export const webhookMessages = {
  list({ params, query, backend }) {
    const webhook = inEnvironment(backend.store.webhooks.get(params.webhookId), params.environmentId, 'webhook')
    const { items, next } = listMessages(backend, webhook, query.cursor)
    return { status: 200, body: { cursor: next ?? lastPage, data: items.map(presentAttempt) } }
  },
  listDeliveries({ params, backend }) {
    const message = find(backend, params)
    return {
      status: 200,
      body: {
        cursor: lastPage,
        data: [...backend.store.webhookAttempts.scan('byMessage', [message.id])].map(presentAttempt),
      },
    }
  },
  redeliver({ params, backend }) {
    redeliverMessage(backend, find(backend, params).id)
    return { status: 200, body: { message: 'Redelivery started.' } }
  },
} satisfies ResourceOperations<'webhookMessages'>

function find(
  { store }: Backend,
  { environmentId, webhookId, messageId }: { environmentId: string; webhookId: string; messageId: string },
): WebhookMessage {
  return recordOf(store.webhookMessages.get(messageId), { environmentId, webhookId }, 'message')
}
