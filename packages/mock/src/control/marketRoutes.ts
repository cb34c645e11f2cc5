import * as z from 'zod'
import { type ControlRoute, route, routeWithoutInput } from './controlRoute.ts'
import { chain } from './routeInputs.ts'

/** The routes of prices, and of reports about addresses and sites. */
export const marketRoutes: Readonly<Record<string, ControlRoute>> = {
  'GET prices': routeWithoutInput('The prices of currencies and tokens', (mock) => ({ prices: mock.prices.list() })),
  'POST prices': route(
    'Sets the price of a currency or token',
    z.strictObject({
      code: z.string().min(1),
      usd: z.number().positive(),
      name: z.string().min(1).optional(),
      symbol: z.string().min(1).optional(),
      type: z.enum(['fiat', 'crypto']).optional(),
    }),
    (mock, { code, usd, ...facts }) => mock.prices.set(code, usd, facts),
  ),
  'POST chain/addressFlags': route(
    'Reports an address as malicious, or takes the report back',
    z.strictObject({ address: z.string(), chain: chain.optional(), flagged: z.boolean().optional() }),
    (mock, { address, chain: family, flagged = true }) =>
      flagged ? mock.chain.flagAddress(address, family) : mock.chain.unflagAddress(address, family),
  ),
  'POST chain/siteFlags': route(
    'Sets what is reported about a site',
    z.strictObject({ url: z.string(), verdict: z.enum(['malicious', 'unclear', 'benign']).optional() }),
    (mock, { url, verdict }) => mock.chain.flagSite(url, { verdict }),
  ),
}
