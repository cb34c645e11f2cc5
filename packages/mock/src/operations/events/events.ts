import { defined } from '@latchkey/base/defined'
import { trackEvents } from '../../domain/analytics/telemetry.ts'
import { inEnvironment } from '../../domain/shared/recordGuards.ts'
import { eventTypes } from '../../domain/webhooks/eventNames.ts'
import { listEvents, presentEvent } from '../../domain/webhooks/events.ts'
import type { ResourceOperations } from '../operation.ts'

export const events = {
  list({ params, query, backend }) {
    const { items, next } = listEvents(backend, params.environmentId, query)
    return {
      status: 200,
      body: items.map(presentEvent),
      ...defined({ headers: next === undefined ? undefined : { 'x-next-cursor': next } }),
    }
  },

  get({ params, backend }) {
    return {
      status: 200,
      body: presentEvent(inEnvironment(backend.store.events.get(params.eventId), params.environmentId, 'event')),
    }
  },

  listTypes() {
    return { status: 200, body: [...eventTypes] }
  },

  publish({ backend, params, body }) {
    trackEvents(backend, params.environmentId, body.events)
    return { status: 204 }
  },
} satisfies ResourceOperations<'events'>
