import type { miningRoutes } from '@latchkey/contract/routes/miningRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `miningRoutes`. */
export const miningHandlers: HandlersOf<typeof miningRoutes> = {
  'POST chain/blocks': (mock, input) => mock.chain.mine(input),
  'POST chain/automine': (mock, input) => mock.chain.setAutomine(input.isEnabled, input.networkId),
  'POST chain/drop': (mock, { hash, networkId: id }) => mock.chain.dropTransaction(hash, id),
}
