import { defined } from '@latchkey/base/defined'
import { assertKeys, didYouMean } from '@latchkey/base/nearest'
import type { Watchers } from '@latchkey/base/watchers'
import { maximumEvents } from '@latchkey/contract/limits'
import { type EventName, eventTypes, isEventName } from '../../domain/webhooks/eventNames.ts'
import type { Journal } from '../../http/journal.ts'
import type { Event, WebhookMessage } from '../../store/records.ts'
import type { World } from '../../world/world.ts'

const usualEvents = 1_000

/** Which events to return. */
export interface EventQuery {
  /** Only events of this type. */
  readonly eventName?: EventName | undefined
  /** Only events of this environment. @default all environments */
  readonly environmentId?: string | undefined
  /** How many to return, the latest ones: 1 to 10 000. @default 1_000 */
  readonly limit?: number | undefined
}

/** A webhook message that an event has caused. */
interface CausedMessage {
  readonly id: string
  readonly webhookId: string
  readonly status: WebhookMessage['status']
}

/** An event of the service. */
export interface MockEvent {
  readonly id: string
  /** An instant in ISO 8601. */
  readonly createdAt: string
  readonly eventName: EventName
  readonly environmentId: string
  readonly environmentName: Event['environmentName']
  /** The end user who acted. */
  readonly userId?: string
  readonly data: Readonly<Record<string, unknown>>
  /**
   * The id of the journal's request that caused it; for a ceremony, the room's id. Absent when the journal has neither.
   */
  readonly requestId?: string
  /** The webhook messages that it has caused, oldest first. */
  readonly messages: readonly CausedMessage[]
}

/** The events of the service, with or without a webhook. */
export interface EventsControl {
  /**
   * The latest events, oldest first. The service keeps an event as long as its environment; one call returns the latest
   * 1 000, or as many as `limit` says.
   *
   * @throws TypeError for an unknown filter or type, and for a limit out of its range
   */
  list(query?: EventQuery): MockEvent[]
  /** The latest event that matches; `undefined` if there is none. */
  last(query?: Omit<EventQuery, 'limit'>): MockEvent | undefined
  /**
   * Calls a function with each event from now on, after its commit. A restore, reset or import reports no events.
   *
   * @returns A function that ends it.
   */
  watch(listener: (event: MockEvent) => void): () => void
}

/** The watchers of commits with events. Each gets the events, and the id of the request that caused them. */
export type EventWatchers = Watchers<[events: readonly Event[], requestId: string | undefined]>

export function createEventsControl(world: World, journal: Journal, watchers: EventWatchers): EventsControl {
  const reader = () => world.store.reader
  const messagesOf = ({ id, environmentId }: Pick<Event, 'id' | 'environmentId'>) =>
    [...reader().webhookMessages.scan('byEnvironment', [environmentId])].filter(({ eventId }) => eventId === id)

  function list(query: EventQuery = {}): MockEvent[] {
    const { limit = usualEvents } = readQuery('events.list()', query)
    const events = latest(query, limit)
    const requests = journal.requestsByEvent()
    const messages = new Map<string, WebhookMessage[]>()
    for (const message of reader().webhookMessages.all())
      messages.set(message.eventId, [...(messages.get(message.eventId) ?? []), message])
    return events.map((event) => present(event, requests.get(event.id), messages.get(event.id)))
  }

  function latest({ eventName, environmentId }: EventQuery, limit: number): Event[] {
    const { environments, events } = reader()
    const ids = environmentId === undefined ? [...environments.all()].map(({ id }) => id) : [environmentId]
    const matching: Event[] = []
    for (const id of ids) {
      let count = 0
      for (const event of events.scan('byCreatedAt', [id], { descending: true })) {
        if (count === limit) break
        if (eventName !== undefined && event.eventName !== eventName) continue
        matching.push(event)
        count += 1
      }
    }
    return matching.sort(byTime).slice(-limit)
  }

  return {
    list,
    last: (query) => list({ ...query, limit: 1 }).at(-1),
    watch: (listener) =>
      watchers.watch((events, requestId) => {
        for (const event of events) listener(present(event, requestId, messagesOf(event)))
      }),
  }
}

function present(event: Event, requestId: string | undefined, messages: readonly WebhookMessage[] = []): MockEvent {
  const { id, createdAt, eventName, environmentId, environmentName, userId, data } = event
  return {
    id,
    createdAt,
    eventName,
    environmentId,
    environmentName,
    ...defined({ userId }),
    data,
    ...defined({ requestId }),
    messages: messages.map(({ id, webhookId, status }) => ({ id, webhookId, status })).sort(byId),
  }
}

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)

/** Events of one instant and environment are in the order in which they arose. */
function byTime(a: Event, b: Event): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.environmentId === b.environmentId ? a.sequence - b.sequence : byId(a, b)
}

/** @throws TypeError */
function readQuery(call: string, query: EventQuery): EventQuery {
  assertKeys(query, ['eventName', 'environmentId', 'limit'], { call, what: 'filter' })
  const { eventName, limit } = query
  if (eventName !== undefined && !isEventName(eventName)) {
    const similar = didYouMean(
      eventName,
      eventTypes.map(({ name }) => name),
    )
    throw new TypeError(`Failed to call "${call}": there is no event "${eventName}".${similar}`)
  }
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= maximumEvents))
    throw new TypeError(`Failed to call "${call}": \`limit\` must be a whole number from 1 to ${maximumEvents}.`)
  return query
}
