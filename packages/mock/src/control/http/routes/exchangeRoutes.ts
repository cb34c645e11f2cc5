import * as z from 'zod'
import { exchangeKeys } from '../../objects/exchangesControl.ts'
import { chain, entity, list } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

const exchange = z.strictObject({ exchange: z.enum(exchangeKeys) })
const account = exchange.extend({ userId: z.string() })
const transfer = z.object({
  ...entity,
  exchangeAccountId: z.string(),
  status: z.enum(['pending', 'completed', 'failed']),
  amount: z.string(),
  currency: z.string(),
  requestId: z.string().optional(),
  transactionHash: z.string().optional(),
})
const message = z.object({
  ...entity,
  exchange: z.enum(exchangeKeys),
  holder: z.string(),
  text: z.string(),
  code: z.string(),
})

/** The routes of the simulated exchanges. */
export const exchangeRoutes = {
  'GET exchanges/account': route({
    summary: 'What a person has at an exchange',
    input: account,
    output: z.object({
      id: z.string(),
      balances: list(z.object({ currency: z.string(), balance: z.string(), available: z.string() })),
      requiresCode: z.boolean(),
      whitelist: list(z.object({ chain, address: z.string() })),
    }),
    run: (mock, { exchange: name, userId }) => mock.exchanges[name].account(userId).facts(),
  }),
  'GET exchanges/transfers': route({
    summary: 'Deposits and transfers of a person at an exchange, the latest first',
    input: account,
    output: z.object({ transfers: z.array(transfer) }),
    run: async (mock, { exchange: name, userId }) => ({
      transfers: await mock.exchanges[name].account(userId).transfers(),
    }),
  }),
  'GET exchanges/messages': route({
    summary: 'The codes that an exchange has sent to a person',
    input: account,
    output: z.object({ messages: z.array(message) }),
    run: async (mock, { exchange: name, userId }) => ({
      messages: await mock.exchanges[name].account(userId).messages(),
    }),
  }),
  'POST exchanges/deposits': route({
    summary: 'Adds to what a person has at an exchange',
    input: account.extend({ currency: z.string().min(1), amount: z.string() }),
    output: undefined,
    run: (mock, { exchange: name, userId, currency, amount }) =>
      mock.exchanges[name].account(userId).deposit(currency, amount),
  }),
  'POST exchanges/requireCode': route({
    summary: 'Makes an exchange ask a person for a code at each transfer, or no longer',
    input: account.extend({ isRequired: z.boolean().optional() }),
    output: undefined,
    run: (mock, { exchange: name, userId, isRequired }) => mock.exchanges[name].account(userId).requireCode(isRequired),
  }),
  'POST exchanges/listedAddresses': route({
    summary: 'Lists an address of a person at an exchange',
    input: account.extend({ address: z.string(), chain: chain.optional() }),
    output: undefined,
    run: (mock, { exchange: name, userId, address, chain: family }) =>
      mock.exchanges[name].account(userId).listAddress(address, family),
  }),
  'POST exchanges/rules': route({
    summary: 'Sets what an exchange demands of transfers',
    input: exchange.extend({
      enforcesAddressWhitelist: z.boolean().optional(),
      minimums: z.record(z.string(), z.string()).optional(),
    }),
    output: undefined,
    run: (mock, { exchange: name, ...rules }) => mock.exchanges[name].setRules(rules),
  }),
  'POST exchanges/failNext': route({
    summary: 'Makes the next transfers of an exchange fail',
    input: exchange.extend({ times: z.int().min(0).optional() }),
    output: undefined,
    run: (mock, { exchange: name, times }) => mock.exchanges[name].failNext(times),
  }),
} satisfies ControlRoutes
