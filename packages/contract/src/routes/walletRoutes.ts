import { VerifyRequest } from '@latchkey/types/zod'
import * as z from 'zod'
import { chain } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

export const wallet = z.strictObject({ chain, kind: z.string().optional(), secret: z.string().optional() })

/** The fields of a sign-in message, and of the body with it. */
const message = z.looseObject({ nonce: z.string() })

/** The routes of `mock.wallets` for wallets that people bring along. The secret is the wallet. */
export const walletRoutes = {
  'POST wallets': {
    summary: 'Creates a wallet that can sign',
    input: wallet,
    output: z.object({ chain, address: z.string(), publicKey: z.string(), secret: z.string() }),
  },
  'POST wallets/sign': {
    summary: 'Signs a message with a wallet',
    input: wallet.extend({ secret: z.string(), message: z.string() }),
    output: z.object({ signature: z.string() }),
  },
  'POST wallets/message': {
    summary: 'Writes the sign-in message of a wallet',
    input: wallet.extend({ secret: z.string(), input: message }),
    output: z.object({ message: z.string() }),
  },
  'POST wallets/request': {
    summary: 'Writes the body of a sign-in, with a signed message',
    input: wallet.extend({ secret: z.string(), input: message }),
    output: VerifyRequest,
  },
} satisfies ControlRoutes
