import * as z from 'zod'
import type { ControlRoutes } from './controlRoute.ts'

/** A chain id, or the name of a cluster of Solana. */
const networkId = z.union([z.int().min(1), z.string()])

const node = z.object({ name: z.string(), origin: z.string(), shared: z.literal(true).optional() })

/** The routes of `mock.chain` for real nodes in place of the simulated chains. */
export const attachRoutes = {
  'GET chain/nodes': {
    summary: 'Lists the real nodes',
    input: undefined,
    output: z.object({ nodes: z.array(node) }),
  },
  'POST chain/nodes': {
    summary: 'Uses a real node for a chain',
    input: z.strictObject({ networkId, url: z.string() }),
    output: node,
  },
  'POST chain/nodes/detach': {
    summary: 'Lets a chain be simulated again, with the ledger that it had',
    input: z.strictObject({ networkId }),
    output: z.object({ detached: z.boolean() }),
  },
} satisfies ControlRoutes
