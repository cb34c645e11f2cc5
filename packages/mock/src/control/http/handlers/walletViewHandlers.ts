import type { walletViewRoutes } from '@latchkey/contract/routes/walletViewRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `walletViewRoutes`. */
export const walletViewHandlers: HandlersOf<typeof walletViewRoutes> = {
  'GET wallets': (mock, query) => mock.wallets.list(query),
  'GET wallets/details': (mock, { walletId }) => mock.wallets.details(walletId),
  'GET chain/networks': async (mock) => ({ networks: await mock.chain.networks() }),
  'GET chain/sockets': (mock) => ({ sockets: mock.chain.sockets() }),
  'GET chain/address': (mock, { address, ...options }) => mock.chain.address(address, options),
  'GET chain/latest': (mock, query) => mock.chain.latest(query),
}
