import * as z from 'zod'
import { list, rawSignature } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const serverKid = { kid: z.string() }

/** The servers that users delegate access to, over HTTP. */
export const delegationRoutes = {
  'POST delegation/backends': {
    summary: 'Makes a server that users can delegate access to; answers the thumbprint of its key',
    input: z.strictObject({ environmentId: z.string().optional() }),
    output: z.object({ kid: z.string(), url: z.string() }),
  },
  'GET delegation/wallets': {
    summary: 'The wallets that a server may sign with',
    input: z.strictObject(serverKid),
    output: z.object({
      wallets: list(z.object({ walletId: z.string(), userId: z.string(), chain: z.string(), address: z.string() })),
    }),
  },
  'POST delegation/sign': {
    summary: 'Signs bytes in hex without the user',
    input: z.strictObject({ ...serverKid, walletId: z.string(), message: z.string() }),
    output: rawSignature,
  },
} satisfies ControlRoutes
