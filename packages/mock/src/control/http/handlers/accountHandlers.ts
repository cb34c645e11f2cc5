import type { accountRoutes } from '@latchkey/contract/routes/accountRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `accountRoutes`. */
export const accountHandlers: HandlersOf<typeof accountRoutes> = {
  'GET defaults': (mock) => mock.defaults,
  'POST signIn': (mock, { userId, ...options }) => mock.signIn(userId, options),
  'GET totp/code': (mock, { secret }) => ({ code: mock.totpCode(secret) }),
}
