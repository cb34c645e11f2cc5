import type { eventRoutes } from '@latchkey/contract/routes/eventRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `eventRoutes`. */
export const eventHandlers: HandlersOf<typeof eventRoutes> = {
  'GET events': (mock, query) => ({ events: mock.events.list(query) }),
}
