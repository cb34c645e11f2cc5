import * as z from 'zod'
import { type ControlRoutes, route } from './controlRoute.ts'

/** A chain id, or the name of a cluster of Solana. */
const networkId = z.union([z.int().min(1), z.string()])
const node = z.object({ name: z.string(), origin: z.string(), shared: z.literal(true).optional() })

/** The routes of `mock.chain` for real nodes in place of the simulated chains. */
export const attachRoutes = {
  'GET chain/nodes': route({
    summary: 'Lists the real nodes',
    input: undefined,
    output: z.object({ nodes: z.array(node) }),
    run: (mock) => ({ nodes: mock.chain.attached() }),
  }),
  'POST chain/nodes': route({
    summary: 'Uses a real node for a chain',
    input: z.strictObject({ networkId, url: z.string() }),
    output: node,
    run: (mock, input) => mock.chain.attach(input.networkId, input.url),
  }),
  'POST chain/nodes/detach': route({
    summary: 'Lets a chain be simulated again, with the ledger that it had',
    input: z.strictObject({ networkId }),
    output: z.object({ detached: z.boolean() }),
    run: (mock, input) => ({ detached: mock.chain.detach(input.networkId) }),
  }),
} satisfies ControlRoutes
