import * as z from 'zod'
import { type ControlRoute, route } from './controlRoute.ts'
import { exchangeKeys } from './exchangesControl.ts'
import { chain } from './routeInputs.ts'

const exchange = z.strictObject({ exchange: z.enum(exchangeKeys) })
const account = exchange.extend({ userId: z.string() })

/** The routes of the pretended exchanges. */
export const exchangeRoutes: Readonly<Record<string, ControlRoute>> = {
  'GET exchanges/account': route('What a person has at an exchange', account, (mock, { exchange: name, userId }) =>
    mock.exchanges[name].account(userId).facts(),
  ),
  'GET exchanges/transfers': route(
    'Deposits and transfers of a person at an exchange, the latest first',
    account,
    async (mock, { exchange: name, userId }) => ({ transfers: await mock.exchanges[name].account(userId).transfers() }),
  ),
  'GET exchanges/messages': route(
    'The codes that an exchange has sent to a person',
    account,
    async (mock, { exchange: name, userId }) => ({ messages: await mock.exchanges[name].account(userId).messages() }),
  ),
  'POST exchanges/deposits': route(
    'Adds to what a person has at an exchange',
    account.extend({ currency: z.string().min(1), amount: z.string() }),
    (mock, { exchange: name, userId, currency, amount }) =>
      mock.exchanges[name].account(userId).deposit(currency, amount),
  ),
  'POST exchanges/requireCode': route(
    'Makes an exchange ask a person for a code at each transfer, or no longer',
    account.extend({ isRequired: z.boolean().optional() }),
    (mock, { exchange: name, userId, isRequired }) => mock.exchanges[name].account(userId).requireCode(isRequired),
  ),
  'POST exchanges/listedAddresses': route(
    'Lists an address of a person at an exchange',
    account.extend({ address: z.string(), chain: chain.optional() }),
    (mock, { exchange: name, userId, address, chain: family }) =>
      mock.exchanges[name].account(userId).listAddress(address, family),
  ),
  'POST exchanges/rules': route(
    'Sets what an exchange demands of transfers',
    exchange.extend({
      enforcesAddressWhitelist: z.boolean().optional(),
      minimums: z.record(z.string(), z.string()).optional(),
    }),
    (mock, { exchange: name, ...rules }) => mock.exchanges[name].setRules(rules),
  ),
  'POST exchanges/failNext': route(
    'Makes the next transfers of an exchange fail',
    exchange.extend({ times: z.int().min(0).optional() }),
    (mock, { exchange: name, times }) => mock.exchanges[name].failNext(times),
  ),
}
