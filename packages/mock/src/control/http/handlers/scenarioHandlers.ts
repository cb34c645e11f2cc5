import type { scenarioRoutes } from '@latchkey/contract/routes/scenarioRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `scenarioRoutes`. */
export const scenarioHandlers: HandlersOf<typeof scenarioRoutes> = {
  'POST scenario': (mock, scenario) => mock.load(scenario),
}
