import { listEvents, presentEvent } from '../domain/events.ts'
import type { ResourceOperations } from './operation.ts'

export const events = {
  list({ params, query, backend }) {
    const { items, next } = listEvents(backend, { ...query, ...params })
    return { status: 200, body: items.map(presentEvent), ...(next !== undefined && { headers: { 'x-next-cursor': next } }) }
  },
} satisfies ResourceOperations<'events'>
