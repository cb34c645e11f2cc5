import type { clockRoutes } from '@latchkey/contract/routes/clockRoutes'
import type { Mock } from '../../mock.ts'
import type { HandlersOf } from './handlersOf.ts'

const timeOf = ({ clock }: Mock) => ({ now: clock.iso(), isRunning: clock.isRunning })

/** Answers the routes of `clockRoutes`. */
export const clockHandlers: HandlersOf<typeof clockRoutes> = {
  'GET clock': timeOf,
  'GET jobs': (mock) => ({ jobs: mock.clock.due() }),
  'GET clock/expiries': (mock, { limit }) => mock.clock.expiries(limit),
  'GET clock/next': (mock) => ({ dueAt: mock.clock.nextDueAt() ?? null }),
  'POST clock/advance': async (mock, input) => (await mock.clock.advance(input), timeOf(mock)),
  'POST clock/set': async (mock, { instant }) => (await mock.clock.set(instant), timeOf(mock)),
  'POST clock/freeze': (mock) => (mock.clock.freeze(), timeOf(mock)),
  'POST clock/resume': (mock) => (mock.clock.resume(), timeOf(mock)),
  'POST clock/settle': async (mock) => (await mock.clock.settle(), timeOf(mock)),
}
