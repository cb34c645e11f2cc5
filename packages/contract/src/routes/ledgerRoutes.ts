import * as z from 'zod'
import { anyObject, list, queriedInteger } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const amount = z.string()

const networkId = z.int().min(0).optional()

const queriedNetworkId = queriedInteger.min(0).optional()

const funds = z.union([
  z.strictObject({ ether: amount }),
  z.strictObject({ sol: amount }),
  z.strictObject({ token: z.string(), amount }),
])

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
  'POST chain/funds': {
    summary: 'Adds to what an address holds, out of nothing and without a transaction',
    input: z.strictObject({ address: z.string(), funds, networkId }),
    output: undefined,
  },
  'GET chain/balance': {
    summary: 'What an address holds of a currency or token, exactly',
    input: z.strictObject({ address: z.string(), token: z.string().optional(), networkId: queriedNetworkId }),
    output: z.object({ balance: amount }),
  },
  'GET chain/transactions': {
    summary: 'The transactions that touch an address, the latest first',
    input: z.strictObject({
      address: z.string(),
      networkId: queriedNetworkId,
      limit: queriedInteger.min(1).max(1000).optional(),
    }),
    output: z.object({ transactions: z.array(transaction) }),
  },
  'POST chain/reorg': {
    summary: 'Replaces the last blocks of an EVM chain; their transactions are mined again, or dropped',
    input: z.strictObject({ blocks: z.int().min(1), networkId, transactions: z.enum(['keep', 'drop']).optional() }),
    output: undefined,
  },
  'POST chain/contracts': {
    summary: 'Gives a contract of the EVM chains its answers, or its reasons to revert, by the names of its functions',
    input: z.strictObject({
      address: z.string(),
      abi: z.array(z.union([z.string(), z.looseObject({ type: z.string() })])),
      answers: z.record(z.string(), z.unknown()).optional(),
      reverts: z.record(z.string(), z.string()).optional(),
      networkId,
    }),
    output: undefined,
  },
  'GET chain/rpcUrl': {
    summary: "The address of a chain's JSON-RPC",
    input: z.strictObject({ network: z.string() }),
    output: z.object({ url: z.string() }),
  },
} satisfies ControlRoutes
