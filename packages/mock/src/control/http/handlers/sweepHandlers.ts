import type { sweepRoutes } from '@latchkey/contract/routes/sweepRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `sweepRoutes`. */
export const sweepHandlers: HandlersOf<typeof sweepRoutes> = {
  'GET sweeps': (mock) => ({ sweeps: mock.sweeps.list() }),
  'GET sweeps/report': (mock, { id }) => mock.sweeps.get(id),
  'POST sweeps': (mock, report) => mock.sweeps.add(report),
  'POST sweeps/drop': (mock, { id }) => mock.sweeps.drop(id),
}
