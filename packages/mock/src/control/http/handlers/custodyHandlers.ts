import type { custodyRoutes } from '@latchkey/contract/routes/custodyRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `custodyRoutes`. */
export const custodyHandlers: HandlersOf<typeof custodyRoutes> = {
  'POST custody/exports': (mock, { walletId, targetPublicKey }) =>
    mock.custody.exportActivity(walletId, targetPublicKey),
}
