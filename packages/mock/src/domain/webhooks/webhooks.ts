import { defined } from '@latchkey/base/defined'
import { didYouMean } from '@latchkey/base/nearest'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Webhook } from '../../store/records.ts'
import { sendWaitingDelegations } from '../delegation/delegations.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { deleteWithOwned } from '../shared/ownership.ts'
import { eventNames, isEventName } from './eventNames.ts'
import { disableWebhook } from './webhookFailures.ts'
import { queueMessage } from './webhookMessages.ts'
import { assertWebhookUrl } from './webhookUrls.ts'

type Schemas = components['schemas']

const maximumPerEnvironment = 10

/** A webhook as replies show it. */
export function presentWebhook(
  { id, environmentId, url, secret, version, events, isEnabled, enabledAt, createdAt, updatedAt }: Webhook,
  { includeSecret = false }: { includeSecret?: boolean } = {},
): Schemas['Webhook'] {
  return {
    environmentId,
    webhookId: id,
    url,
    version,
    events: [...events],
    isEnabled,
    createdAt,
    updatedAt,
    ...defined({ enabledAt, secret: includeSecret ? secret : undefined }),
  }
}

/** The webhooks of an environment, oldest first. */
export function webhooksOf({ store }: Backend, environmentId: string): Webhook[] {
  return [...store.webhooks.scan('byEnvironment', [environmentId])]
}

/**
 * Creates a webhook with a new secret, and pings it if it is enabled.
 *
 * @throws {@link DomainError} `tooManyWebhooks`, `invalidWebhookUrl`, `invalidWebhookEvents`
 */
export function createWebhook(
  backend: Backend,
  environmentId: string,
  fields: Schemas['WebhookCreateRequest'],
): Webhook {
  const { store, clock, random } = backend
  assert(store.webhooks.count('byEnvironment', [environmentId]) < maximumPerEnvironment, 'tooManyWebhooks')
  const { url, events, isEnabled } = readFields(backend, fields)
  const webhook = store.webhooks.insert({
    ...newRecord(backend),
    environmentId,
    url,
    events,
    isEnabled,
    version: '1',
    secret: `whsec_${random.token(40)}`,
    updatedAt: clock.iso(),
    ...defined({ enabledAt: isEnabled ? clock.iso() : undefined }),
  })
  if (isEnabled) ping(backend, webhook)
  sendWaitingDelegations(backend, environmentId)
  return webhook
}

/**
 * Replaces URL, events and `isEnabled`. Disabling it fails the messages that wait for a retry; enabling it resets the
 * count of failed messages.
 *
 * @throws {@link DomainError} `invalidWebhookUrl`, `invalidWebhookEvents`
 */
export function updateWebhook(backend: Backend, webhook: Webhook, fields: Schemas['WebhookUpdateRequest']): Webhook {
  const { store, clock } = backend
  const { url, events, isEnabled } = readFields(backend, fields)
  if (url === webhook.url && isEnabled === webhook.isEnabled && events.join() === webhook.events.join()) return webhook
  if (!isEnabled) return disableWebhook(backend, { ...webhook, url, events })
  const { enabledAt = clock.iso() } = webhook
  const updated = store.webhooks.put({ ...webhook, url, events, isEnabled, enabledAt, updatedAt: clock.iso() })
  sendWaitingDelegations(backend, webhook.environmentId)
  return updated
}

/** Deletes a webhook with its secret and messages; the events stay. */
export function deleteWebhook(backend: Backend, { id }: Webhook): void {
  deleteWithOwned(backend, 'webhooks', id)
}

function readFields({ settings }: Backend, { url, events, isEnabled }: Schemas['WebhookCreateRequest']) {
  assertWebhookUrl(url, settings.receivers)
  const unknown = events.find((name) => !isEventName(name))
  assert(events.length > 0 && unknown === undefined, 'invalidWebhookEvents', {
    hint: unknown && `There is no event "${unknown}".${didYouMean(unknown, eventNames)}`,
  })
  return { url, isEnabled, events: [...new Set(events)] }
}

/** A ping tests the URL. It reports no change, so it is not stored as an event of the environment. */
function ping(backend: Backend, webhook: Webhook): void {
  const environment = backend.store.environments.get(webhook.environmentId)
  if (!environment) return
  queueMessage(backend, webhook, {
    ...newRecord(backend),
    environmentName: environment.name,
    eventName: 'ping',
    data: { ...presentWebhook(webhook) },
  })
}
