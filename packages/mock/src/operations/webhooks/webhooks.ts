import type { Backend } from '../../domain/shared/backend.ts'
import { assertRole } from '../../domain/shared/callers.ts'
import { lastPage } from '../../domain/shared/paging.ts'
import { inEnvironment } from '../../domain/shared/recordGuards.ts'
import {
  createWebhook,
  deleteWebhook,
  presentWebhook,
  updateWebhook,
  webhooksOf,
} from '../../domain/webhooks/webhooks.ts'
import type { Webhook } from '../../store/records.ts'
import type { ResourceOperations } from '../operation.ts'

export const webhooks = {
  list({ params, backend }) {
    return {
      status: 200,
      body: {
        cursor: lastPage,
        data: webhooksOf(backend, params.environmentId).map((webhook) => presentWebhook(webhook)),
      },
    }
  },
  create({ params, body, backend }) {
    return {
      status: 201,
      body: presentWebhook(createWebhook(backend, params.environmentId, body)),
    }
  },
  get({ params, query, caller: { member }, backend }) {
    const organizationId = backend.store.environments.get(params.environmentId)?.organizationId
    if (query.includeSecret && member && organizationId !== undefined)
      assertRole(member, organizationId, { least: 'developer' })
    return { status: 200, body: presentWebhook(find(backend, params), query) }
  },
  update({ params, body, backend }) {
    return {
      status: 200,
      body: presentWebhook(updateWebhook(backend, find(backend, params), body)),
    }
  },
  delete({ params, backend }) {
    deleteWebhook(backend, find(backend, params))
    return { status: 204 }
  },
} satisfies ResourceOperations<'webhooks'>

function find({ store }: Backend, { environmentId, webhookId }: { environmentId: string; webhookId: string }): Webhook {
  return inEnvironment(store.webhooks.get(webhookId), environmentId, 'webhook')
}
