import type { ledgerRoutes } from '@latchkey/contract/routes/ledgerRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** JSON has no integers as large as those of contracts: they come as decimal texts, which are encoded as numbers. */
const answer = (value: unknown) => () => value

const revert = (reason: string) => () => {
  throw new Error(reason)
}

/** The handlers of a contract that always answers the same. */
function handlersOf<V>(values: Readonly<Record<string, V>>, make: (value: V) => () => unknown) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]))
}

/** Answers the routes of `ledgerRoutes`. */
export const ledgerHandlers: HandlersOf<typeof ledgerRoutes> = {
  'POST chain/funds': (mock, input) => mock.chain.fund(input.address, input.funds, input.networkId),
  'GET chain/balance': (mock, { address, ...input }) => ({ balance: mock.chain.balance(address, input) }),
  'GET chain/transactions': (mock, input) => ({ transactions: mock.chain.transactions(input) }),
  'POST chain/reorg': (mock, { blocks, ...input }) => mock.chain.reorg(blocks, input),
  'POST chain/contracts': (mock, { address, abi, answers = {}, reverts = {}, networkId: id }) =>
    mock.chain.contract(address, abi, { ...handlersOf(answers, answer), ...handlersOf(reverts, revert) }, id),
  'GET chain/rpcUrl': (mock, { network }) => ({
    url: mock.chain.rpcUrl(/^\d+$/.test(network) ? Number(network) : network),
  }),
}
