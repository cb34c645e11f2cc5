import type { settingsRoutes } from '@latchkey/contract/routes/settingsRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `settingsRoutes`. */
export const settingsHandlers: HandlersOf<typeof settingsRoutes> = {
  'GET settings': (mock, at) => mock.settings.get(at),
  'POST settings': (mock, { patch, ...at }) => mock.settings.patch(patch, at),
  'POST settings/cookies': (mock, { environmentId, ...input }) => mock.settings.cookies(input, { environmentId }),
  'POST keys/rotate': (mock, at) => mock.keys.rotate(at),
}
