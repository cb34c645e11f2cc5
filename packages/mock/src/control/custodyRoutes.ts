import * as z from 'zod'
import { type ControlRoute, route } from './controlRoute.ts'

/** The part of the control interface for the pretended custody vendor. */
export const custodyRoutes: Readonly<Record<string, ControlRoute>> = {
  'POST custody/exports': route(
    'Lets the custody vendor export the key of a wallet, sealed to a P-256 public key',
    z.strictObject({ walletId: z.string(), targetPublicKey: z.string() }),
    (mock, { walletId, targetPublicKey }) => mock.custody.exportActivity(walletId, targetPublicKey),
  ),
}
