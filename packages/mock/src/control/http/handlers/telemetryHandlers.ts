import type { telemetryRoutes } from '@latchkey/contract/routes/telemetryRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `telemetryRoutes`. */
export const telemetryHandlers: HandlersOf<typeof telemetryRoutes> = {
  'GET telemetry/events': (mock, at) => ({ events: mock.telemetry.events(at) }),
  'GET telemetry/settings': (mock, at) => ({ settings: mock.telemetry.settings(at) ?? null }),
}
