import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { assertEnvironment } from '../shared/recordGuards.ts'

type Schemas = components['schemas']

/** How many of an environment's latest events are kept. */
const capacity = 1_000
/** How long an event or a report of settings may be, in characters of JSON. */
const maximumLength = 16_384

/** Stores the events that an application reports. @throws {@link DomainError} `recordNotFound`, `bodyTooLarge` */
export function trackEvents(backend: Backend, environmentId: string, events: Schemas['PublishEvents']['events']): void {
  const { store } = backend
  assertEnvironment({ store }, environmentId)
  for (const event of events)
    assert(JSON.stringify(event).length <= maximumLength, 'bodyTooLarge', {
      message: 'An event holds at most 16,384 characters of JSON.',
    })
  for (const { anonymousId, event, properties } of events)
    store.trackedEvents.put({ ...newRecord(backend), environmentId, anonymousId, event, properties })
  const tooMany = store.trackedEvents.count('byEnvironment', [environmentId]) - capacity
  if (tooMany <= 0) return
  for (const { id } of store.trackedEvents.page('byEnvironment', [environmentId], { offset: 0, limit: tooMany }))
    store.trackedEvents.delete(id)
}

/**
 * Stores what a client reports about itself, replacing its previous report.
 *
 * @throws {@link DomainError} `recordNotFound`, `reportTooLarge`
 */
export function reportSettings(backend: Backend, environmentId: string, settings: Schemas['SdkSettingsRequest']): void {
  const { store, clock } = backend
  assertEnvironment({ store }, environmentId)
  assert(JSON.stringify(settings).length <= maximumLength, 'reportTooLarge')
  const former = store.reportedSettings.find('byEnvironment', [environmentId])
  store.reportedSettings.put({
    ...(former ?? newRecord(backend)),
    createdAt: clock.iso(),
    environmentId,
    settings: { ...settings },
  })
}
