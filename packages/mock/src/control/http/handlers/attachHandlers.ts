import type { attachRoutes } from '@latchkey/contract/routes/attachRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `attachRoutes`. */
export const attachHandlers: HandlersOf<typeof attachRoutes> = {
  'GET chain/nodes': (mock) => ({ nodes: mock.chain.attached() }),
  'POST chain/nodes': (mock, input) => mock.chain.attach(input.networkId, input.url),
  'POST chain/nodes/detach': (mock, input) => ({ detached: mock.chain.detach(input.networkId) }),
}
