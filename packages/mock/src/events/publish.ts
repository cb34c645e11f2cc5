import { type Backend, newRecord } from '../domain/shared/backend.ts'
import { queueMessage } from '../domain/webhooks/webhookMessages.ts'
import type { Event } from '../store/records.ts'
import { ChangeSet, type EventDraft, eventsOf, type StoreChange } from './catalogue.ts'

/**
 * Writes the events of a transaction's changes, and a message for each subscribed webhook, in the same transaction. A
 * user who signed in by it is the one who acted.
 */
export function publishChanges(backend: Backend, changes: readonly StoreChange[]): void {
  const set = new ChangeSet(changes)
  backend.actorUserId ??= set.signedInUserId()
  for (const change of changes) {
    for (const draft of eventsOf(backend, change, set)) publish(backend, draft)
  }
}

function publish(backend: Backend, { name, environmentId, data }: EventDraft): void {
  const { store, actorUserId: userId } = backend
  const environment = store.environments.get(environmentId)
  if (!environment) return
  const event: Event = store.events.insert({
    ...newRecord(backend),
    environmentId,
    environmentName: environment.name,
    sequence: store.events.count('byCreatedAt', [environmentId]),
    eventName: name,
    eventAction: name.slice(name.indexOf('.') + 1),
    resourceType: name.slice(0, name.indexOf('.')),
    data,
    ...(userId !== undefined && { userId }),
  })
  backend.published.push(event)
  for (const webhook of store.webhooks.scan('byEnvironment', [environmentId])) {
    if (webhook.isEnabled && webhook.events.includes(name)) queueMessage(backend, webhook, event)
  }
}
