import * as z from 'zod'
import type { ControlRoutes } from './controlRoute.ts'
import { countsOutput } from './overviewRoutes.ts'

const world = { name: z.string(), url: z.string() }

/** The chains whose wallets stand in pages. */
const browserChains = [
  'EVM',
  'ETH',
  'SOL',
  'ECLIPSE',
  'BTC',
  'SUI',
  'APTOS',
  'COSMOS',
  'TRON',
  'TON',
  'STARK',
  'ALGO',
  'FLOW',
  'SPARK',
] as const

/** The routes of a server's worlds. */
export const worldRoutes = {
  'GET worlds': {
    summary: 'The worlds of this server',
    output: z.array(z.object({ ...world, lastUsedAt: z.string().nullable(), counts: countsOutput.nullable() })),
  },
  'POST worlds': {
    summary: "Creates a world below `/w/<name>`: a copy of the server's own state, or of another world",
    input: z.strictObject({
      name: z.string(),
      from: z.string().optional(),
      wallets: z
        .array(z.enum(browserChains))
        .max(100)
        .optional()
        .describe('The chains whose browser wallets the world has from the start, and again after a reset.'),
    }),
    output: z.object(world),
  },
  'POST worlds/drop': {
    summary: 'Deletes a world',
    input: z.strictObject({ name: z.string() }),
    output: undefined,
  },
} satisfies ControlRoutes
