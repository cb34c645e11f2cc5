import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import { readInstant } from '../../effects/instants.ts'
import type { Event } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { cursorPage } from '../shared/paging.ts'

type Position = { createdAt: string; sequence: number; id: string }

/** An event as replies show it. */
export function presentEvent({
  id,
  environmentId,
  environmentName,
  eventName,
  eventAction,
  resourceType,
  createdAt,
  data,
  userId,
}: Event): components['schemas']['EnvironmentEvent'] {
  return {
    eventId: id,
    environmentId,
    environmentName,
    eventName,
    eventAction,
    resourceType,
    timestamp: createdAt,
    data: { ...data },
    context: { version: '1', ...defined({ userId }) },
  }
}

/**
 * A page of the environment's events, the newest first.
 *
 * @throws {@link DomainError} `invalidCursor`, `validationFailed` for a date that cannot be read
 */
export function listEvents(
  backend: Backend,
  environmentId: string,
  query: { cursor?: string; resourceType?: string; startDate?: string; endDate?: string },
): { items: Event[]; next?: string } {
  const { store } = backend
  const { cursor, resourceType } = query
  const [startDate, endDate] = [readDate('startDate', query.startDate), readDate('endDate', query.endDate)]
  // No event has an empty id or a negative number, so this position is before everything that happened at the end date.
  const end = endDate === undefined ? undefined : { createdAt: endDate, sequence: -1, id: '' }
  const scope = { list: 'events.list', within: [environmentId], filters: { resourceType, startDate, endDate } }
  return cursorPage(backend, scope, {
    cursor,
    read: (after: Position | undefined = end, limit) => {
      const options = { ...defined({ after }), limit, descending: true }
      const events =
        resourceType === undefined
          ? store.events.after('byCreatedAt', [environmentId], options)
          : store.events.after('byResource', [environmentId, resourceType], options)
      return startDate === undefined ? events : events.filter(({ createdAt }) => createdAt >= startDate)
    },
    position: ({ createdAt, sequence, id }: Event): Position => ({ createdAt, sequence, id }),
  })
}

function readDate(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const instant = readInstant(text)
  assert(instant, 'validationFailed', { message: `${name} must be an ISO 8601 date or instant.` })
  return instant
}
