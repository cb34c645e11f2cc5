import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { mapAsking } from '@latchkey/base/questions'
import type { Backend } from '../domain/shared/backend.ts'
import { queueMessage } from '../domain/webhooks/webhookMessages.ts'
import type { Event } from '../store/records.ts'
import { ChangeSet, type EventDraft, eventsOf, type StoreChange } from './catalogue.ts'

/**
 * Writes the events of a transaction's changes, and a message for each subscribed webhook, in the same transaction. If
 * a user signed in by the transaction, the events name that user as the actor.
 *
 * @param changes - The changes, and how many events each environment keeps: the latest ones.
 */
export function publishChanges(
  backend: Backend,
  { changes, eventLimit }: { readonly changes: readonly StoreChange[]; readonly eventLimit: number },
): void {
  const set = new ChangeSet(changes)
  backend.actorUserId ??= set.signedInUserId()
  for (const draft of mapAsking(changes, (change) => eventsOf(backend, change, set)).flat()) {
    publish(backend, draft)
    removeOldest(backend, draft.environmentId, eventLimit)
  }
}

function publish(backend: Backend, { name, environmentId, data }: EventDraft): void {
  const { store, actorUserId: userId } = backend
  const environment = store.environments.get(environmentId)
  if (!environment) return
  const fields = newRecord(backend)
  const [latest] = store.events.scan('byCreatedAt', [environmentId, fields.createdAt], { descending: true })
  const event: Event = store.events.insert({
    ...fields,
    environmentId,
    environmentName: environment.name,
    sequence: latest ? latest.sequence + 1 : 0,
    eventName: name,
    ...partsOf(name),
    data: withSharedLists(data),
    ...defined({ userId }),
  })
  backend.published.push(event)
  for (const webhook of store.webhooks.scan('byEnvironment', [environmentId])) {
    if (webhook.isEnabled && webhook.events.includes(name)) queueMessage(backend, webhook, event)
  }
}

function removeOldest({ store }: Backend, environmentId: string, limit: number): void {
  const surplus = store.events.count('byCreatedAt', [environmentId]) - limit
  if (surplus <= 0) return
  const oldest = store.events.page('byCreatedAt', [environmentId], { offset: 0, limit: surplus })
  for (const { id } of oldest) store.events.delete(id)
}

type NameParts = Pick<Event, 'eventAction' | 'resourceType'>

/** The parts of each name that has occurred. Events are kept, so all of a name have the same two texts. */
const partsByName = new Map<string, NameParts>()

function partsOf(name: Event['eventName']): NameParts {
  const dot = name.indexOf('.')
  const parts = partsByName.get(name) ?? { eventAction: name.slice(dot + 1), resourceType: name.slice(0, dot) }
  partsByName.set(name, parts)
  return parts
}

const noItems: readonly never[] = Object.freeze([])

/** The same data with one list in place of all that are empty: the event of a user has six. */
function withSharedLists(data: Event['data']): Event['data'] {
  const empty = Object.keys(data).filter((key) => isEmptyList(data[key]))
  if (empty.length === 0) return data
  const shared: Record<string, unknown> = { ...data }
  for (const key of empty) shared[key] = noItems
  return shared
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
