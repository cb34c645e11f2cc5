import * as z from 'zod'
import { type ControlRoute, route } from './controlRoute.ts'
import type { FundInput } from './ledgerControl.ts'

const amount = z.string()
const networkId = z.int().min(0).optional()
/** A number in a query. */
const queriedNetworkId = z.coerce.number().int().min(0).optional()

const funds = z.union([
  z.strictObject({ ether: amount }),
  z.strictObject({ sol: amount }),
  z.strictObject({ token: z.string(), amount }),
]) satisfies z.ZodType<FundInput>

/** JSON has no integers as large as those of contracts: they come as decimal texts, which are encoded as numbers. */
const answer = (value: unknown) => () => value
const revert = (reason: string) => () => {
  throw new Error(reason)
}

/** The handlers of a contract that always answers the same. */
function handlersOf<V>(values: Readonly<Record<string, V>>, make: (value: V) => () => unknown) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]))
}

/** The part of the control interface for the ledger of the pretended chains. */
export const ledgerRoutes: Readonly<Record<string, ControlRoute>> = {
  'POST chain/funds': route(
    'Adds to what an address holds, out of nothing and without a transaction',
    z.strictObject({ address: z.string(), funds, networkId }),
    (mock, input) => mock.chain.fund(input.address, input.funds, input.networkId),
  ),
  'GET chain/balance': route(
    'What an address holds of a currency or token, exactly',
    z.strictObject({ address: z.string(), token: z.string().optional(), networkId: queriedNetworkId }),
    (mock, { address, ...input }) => ({ balance: mock.chain.balance(address, input) }),
  ),
  'GET chain/transactions': route(
    'The transactions that touch an address, the latest first',
    z.strictObject({
      address: z.string(),
      networkId: queriedNetworkId,
      limit: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    (mock, input) => ({ transactions: mock.chain.transactions(input) }),
  ),
  'POST chain/blocks': route(
    'Makes blocks without transactions',
    z.strictObject({
      chain: z.enum(['EVM', 'SOL']).optional(),
      networkId,
      blocks: z.int().min(1).max(1000).optional(),
    }),
    (mock, input) => mock.chain.mine(input),
  ),
  'POST chain/reorg': route(
    'Replaces the last blocks of an EVM chain; their transactions are mined again, or dropped',
    z.strictObject({ blocks: z.int().min(1), networkId, transactions: z.enum(['keep', 'drop']).optional() }),
    (mock, { blocks, ...input }) => mock.chain.reorg(blocks, input),
  ),
  'POST chain/contracts': route(
    'Gives a contract of the EVM chains its answers, or its reasons to revert, by the names of its functions',
    z.strictObject({
      address: z.string(),
      abi: z.array(z.union([z.string(), z.looseObject({ type: z.string() })])),
      answers: z.record(z.string(), z.unknown()).optional(),
      reverts: z.record(z.string(), z.string()).optional(),
      networkId,
    }),
    (mock, { address, abi, answers = {}, reverts = {}, networkId: id }) =>
      mock.chain.contract(address, abi, { ...handlersOf(answers, answer), ...handlersOf(reverts, revert) }, id),
  ),
  'GET chain/rpcUrl': route(
    "The address of a chain's JSON-RPC",
    z.strictObject({ network: z.string() }),
    (mock, { network }) => ({ url: mock.chain.rpcUrl(/^\d+$/.test(network) ? Number(network) : network) }),
  ),
}
