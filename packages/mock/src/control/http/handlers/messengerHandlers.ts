import type { messengerRoutes } from '@latchkey/contract/routes/messengerRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `messengerRoutes`. */
export const messengerHandlers: HandlersOf<typeof messengerRoutes> = {
  'GET messenger/users': (mock) => ({ users: mock.messenger.users() }),
  'POST messenger/users': (mock, input) => mock.messenger.addUser(input),
  'POST messenger/sign': (mock, { accountId, ...at }) => mock.messenger.sign({ accountId }, at),
  'POST messenger/authToken': (mock, { accountId, ...at }) => ({
    messengerAuthToken: mock.messenger.authToken({ accountId }, at),
  }),
  'POST messenger/initData': (mock, { accountId, ...at }) => ({
    messengerAuthToken: mock.messenger.initData({ accountId }, at),
  }),
}
