import * as z from 'zod'
import type { ControlRoutes } from './controlRoute.ts'

/** The part of the control interface for the simulated custody vendor. */
export const custodyRoutes = {
  'POST custody/exports': {
    summary: 'Lets the custody vendor export the key of a wallet, sealed to a P-256 public key',
    input: z.strictObject({ walletId: z.string(), targetPublicKey: z.string() }),
    output: z.object({ activityId: z.string() }),
  },
} satisfies ControlRoutes
