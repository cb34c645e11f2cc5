import type { outsideRoutes } from '@latchkey/contract/routes/outsideRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `outsideRoutes`. */
export const outsideHandlers: HandlersOf<typeof outsideRoutes> = {
  'GET outside': (mock) => ({ parts: mock.outside.list() }),
  'POST outside/check': (mock, { name }) => mock.outside.check(name),
  'POST outside/detach': (mock, { name }) => ({ detached: mock.outside.detach(name) }),
}
