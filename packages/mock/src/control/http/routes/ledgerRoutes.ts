import * as z from 'zod'
import { anyObject, list, queriedInteger } from '../../objects/inputSchemas.ts'
import type { FundInput } from '../../objects/ledgerControl.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

const amount = z.string()
const networkId = z.int().min(0).optional()
const queriedNetworkId = queriedInteger.min(0).optional()

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

const transfer = z.object({
  kind: z.enum(['native', 'erc20', 'erc721', 'erc1155', 'spl']),
  contract: z.string().optional(),
  tokenId: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  amount,
})
const transaction = z.object({
  family: z.string(),
  networkId: z.number(),
  hash: z.string(),
  blockNumber: z.number(),
  createdAt: z.string(),
  from: z.string(),
  to: z.string().optional(),
  value: amount,
  fee: amount,
  feePayer: z.string(),
  status: z.enum(['success', 'failed']),
  reason: z.string().optional(),
  transfers: list(transfer),
  id: z.string().optional(),
  /** Fields that only this family of chains has, such as gas and logs. */
  details: anyObject.optional(),
})

/** The routes of `mock.chain` for the ledger. */
export const ledgerRoutes = {
  'POST chain/funds': route({
    summary: 'Adds to what an address holds, out of nothing and without a transaction',
    input: z.strictObject({ address: z.string(), funds, networkId }),
    output: undefined,
    run: (mock, input) => mock.chain.fund(input.address, input.funds, input.networkId),
  }),
  'GET chain/balance': route({
    summary: 'What an address holds of a currency or token, exactly',
    input: z.strictObject({ address: z.string(), token: z.string().optional(), networkId: queriedNetworkId }),
    output: z.object({ balance: amount }),
    run: (mock, { address, ...input }) => ({ balance: mock.chain.balance(address, input) }),
  }),
  'GET chain/transactions': route({
    summary: 'The transactions that touch an address, the latest first',
    input: z.strictObject({
      address: z.string(),
      networkId: queriedNetworkId,
      limit: queriedInteger.min(1).max(1000).optional(),
    }),
    output: z.object({ transactions: z.array(transaction) }),
    run: (mock, input) => ({ transactions: mock.chain.transactions(input) }),
  }),
  'POST chain/reorg': route({
    summary: 'Replaces the last blocks of an EVM chain; their transactions are mined again, or dropped',
    input: z.strictObject({ blocks: z.int().min(1), networkId, transactions: z.enum(['keep', 'drop']).optional() }),
    output: undefined,
    run: (mock, { blocks, ...input }) => mock.chain.reorg(blocks, input),
  }),
  'POST chain/contracts': route({
    summary: 'Gives a contract of the EVM chains its answers, or its reasons to revert, by the names of its functions',
    input: z.strictObject({
      address: z.string(),
      abi: z.array(z.union([z.string(), z.looseObject({ type: z.string() })])),
      answers: z.record(z.string(), z.unknown()).optional(),
      reverts: z.record(z.string(), z.string()).optional(),
      networkId,
    }),
    output: undefined,
    run: (mock, { address, abi, answers = {}, reverts = {}, networkId: id }) =>
      mock.chain.contract(address, abi, { ...handlersOf(answers, answer), ...handlersOf(reverts, revert) }, id),
  }),
  'GET chain/rpcUrl': route({
    summary: "The address of a chain's JSON-RPC",
    input: z.strictObject({ network: z.string() }),
    output: z.object({ url: z.string() }),
    run: (mock, { network }) => ({ url: mock.chain.rpcUrl(/^\d+$/.test(network) ? Number(network) : network) }),
  }),
} satisfies ControlRoutes
