import type { peopleRoutes } from '@latchkey/contract/routes/peopleRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `peopleRoutes`. */
export const peopleHandlers: HandlersOf<typeof peopleRoutes> = {
  'GET environments': (mock) => ({ environments: mock.environments() }),
  'GET people': (mock, input) => mock.people.list(input),
  'GET people/details': (mock, input) => mock.people.details(input.userId),
  'GET people/totpCode': async (mock, input) => ({ code: await mock.people.totpCode(input.deviceId) }),
  'POST people/update': (mock, input) => mock.people.update(input.userId, input.fields),
  'POST people/revokeSessions': (mock, input) => mock.people.revokeSessions(input.userId),
  'POST people/revokeSession': (mock, input) => mock.people.revokeSession(input.sessionId),
  'POST people/deleteFactors': (mock, input) => mock.people.deleteFactors(input.userId),
  'POST people/delete': (mock, input) => mock.people.delete(input.userId),
}
