import { defined } from '@latchkey/base/defined'
import type { marketRoutes } from '@latchkey/contract/routes/marketRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `marketRoutes`. */
export const marketHandlers: HandlersOf<typeof marketRoutes> = {
  'GET prices': (mock) => ({ prices: mock.prices.list() }),
  'POST prices': (mock, { code, usd, ...facts }) => mock.prices.set(code, usd, defined(facts)),
  'POST chain/addressFlags': (mock, { address, chain: family, flagged = true }) =>
    flagged ? mock.chain.flagAddress(address, family) : mock.chain.unflagAddress(address, family),
  'POST chain/siteFlags': (mock, { url, verdict }) => mock.chain.flagSite(url, { verdict }),
}
