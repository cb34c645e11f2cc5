import type { receiverRoutes } from '@latchkey/contract/routes/receiverRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `receiverRoutes`. */
export const receiverHandlers: HandlersOf<typeof receiverRoutes> = {
  'GET outbox/attached': (mock, input) => ({ attached: mock.outbox[input.channel].attached() }),
  'POST outbox/attach': (mock, input) => mock.outbox[input.channel].attach(input.url),
  'POST outbox/detach': (mock, input) => ({ detached: mock.outbox[input.channel].detach() }),
}
