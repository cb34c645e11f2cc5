import * as z from 'zod'
import { type ControlRoutes, route } from './controlRoute.ts'

/** The part of the control interface for the simulated custody vendor. */
export const custodyRoutes = {
  'POST custody/exports': route({
    summary: 'Lets the custody vendor export the key of a wallet, sealed to a P-256 public key',
    input: z.strictObject({ walletId: z.string(), targetPublicKey: z.string() }),
    output: z.object({ activityId: z.string() }),
    run: (mock, { walletId, targetPublicKey }) => mock.custody.exportActivity(walletId, targetPublicKey),
  }),
} satisfies ControlRoutes
