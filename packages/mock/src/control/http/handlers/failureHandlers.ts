import type { failureRoutes } from '@latchkey/contract/routes/failureRoutes'
import { oauthProviders } from '../../../domain/providers/providerCatalogue.ts'
import { roomKindNames } from '../../device/roomsControl.ts'
import { exchangeKeys } from '../../objects/exchangesControl.ts'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `failureRoutes`. */
export const failureHandlers: HandlersOf<typeof failureRoutes> = {
  'GET failures': (mock) => ({ failures: mock.failures.list() }),
  'GET failures/targets': () => ({
    providers: [...oauthProviders],
    rooms: roomKindNames,
    exchanges: exchangeKeys,
  }),
  'POST failures/clear': (mock, { id }) => mock.failures.clear(id === undefined ? undefined : { id }),
  'POST exports/failNext': (mock, { reason }) => mock.exports.failNext(reason),
  'POST rooms/failNext': (mock, { kind, reason }) => mock.rooms.failNext(kind, reason),
}
