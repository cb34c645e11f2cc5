import * as z from 'zod'
import type { ControlRoutes } from './controlRoute.ts'

const networkId = z.int().min(0).optional()

/** A chain id, or the name of a cluster of Solana. */
const network = z.union([z.int().min(0), z.string()]).optional()

/** The routes of `mock.chain` for when transactions come into blocks. */
export const miningRoutes = {
  'POST chain/blocks': {
    summary: 'Mines the transactions that wait, or makes blocks without transactions',
    input: z.strictObject({
      chain: z.enum(['EVM', 'SOL']).optional(),
      networkId,
      blocks: z.int().min(1).max(1000).optional(),
    }),
    output: undefined,
  },
  'POST chain/automine': {
    summary: 'Lets the transactions of a chain wait until somebody mines, or mines them as they come',
    input: z.strictObject({ isEnabled: z.boolean(), networkId: network }),
    output: undefined,
  },
  'POST chain/drop': {
    summary: 'Forgets a transaction that waits for a block',
    input: z.strictObject({ hash: z.string(), networkId: network }),
    output: undefined,
  },
} satisfies ControlRoutes
