import type { exchangeRoutes } from '@latchkey/contract/routes/exchangeRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `exchangeRoutes`. */
export const exchangeHandlers: HandlersOf<typeof exchangeRoutes> = {
  'GET exchanges/account': (mock, { exchange: name, userId }) => mock.exchanges[name].account(userId).facts(),
  'GET exchanges/transfers': async (mock, { exchange: name, userId }) => ({
    transfers: await mock.exchanges[name].account(userId).transfers(),
  }),
  'GET exchanges/messages': async (mock, { exchange: name, userId }) => ({
    messages: await mock.exchanges[name].account(userId).messages(),
  }),
  'POST exchanges/deposits': (mock, { exchange: name, userId, currency, amount }) =>
    mock.exchanges[name].account(userId).deposit(currency, amount),
  'POST exchanges/requireCode': (mock, { exchange: name, userId, isRequired }) =>
    mock.exchanges[name].account(userId).requireCode(isRequired),
  'POST exchanges/listedAddresses': (mock, { exchange: name, userId, address, chain: family }) =>
    mock.exchanges[name].account(userId).listAddress(address, family),
  'POST exchanges/rules': (mock, { exchange: name, ...rules }) => mock.exchanges[name].setRules(rules),
  'POST exchanges/failNext': (mock, { exchange: name, times }) => mock.exchanges[name].failNext(times),
}
