import { VerifyRequest } from '@latchkey/types/zod'
import * as z from 'zod'
import type { TestMessage } from '../../device/walletControl.ts'
import type { Mock } from '../../mock.ts'
import { chain } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

const wallet = z.strictObject({ chain, kind: z.string().optional(), secret: z.string().optional() })

/** The fields of a sign-in message, and of the body with it. */
const message = z.looseObject({ nonce: z.string() })

const walletOf = async (mock: Mock, { chain: family, ...options }: z.output<typeof wallet>) => {
  try {
    return await mock.wallets[family.toLowerCase() as Lowercase<typeof family>](options)
  } catch (error) {
    if (error instanceof RangeError) throw new TypeError(error.message, { cause: error })
    throw error
  }
}

/** The routes of `mock.wallets` for wallets that people bring along. The secret is the wallet. */
export const walletRoutes = {
  'POST wallets': route({
    summary: 'Creates a wallet that can sign',
    input: wallet,
    output: z.object({ chain, address: z.string(), publicKey: z.string(), secret: z.string() }),
    run: async (mock, input) => {
      const { chain: family, address, publicKey, secret } = await walletOf(mock, input)
      return { chain: family, address, publicKey, secret }
    },
  }),
  'POST wallets/sign': route({
    summary: 'Signs a message with a wallet',
    input: wallet.extend({ secret: z.string(), message: z.string() }),
    output: z.object({ signature: z.string() }),
    run: async (mock, { message, ...input }) => ({ signature: await (await walletOf(mock, input)).sign(message) }),
  }),
  'POST wallets/message': route({
    summary: 'Writes the sign-in message of a wallet',
    input: wallet.extend({ secret: z.string(), input: message }),
    output: z.object({ message: z.string() }),
    run: async (mock, { input, ...options }) => ({
      message: (await walletOf(mock, options)).message(input as TestMessage),
    }),
  }),
  'POST wallets/request': route({
    summary: 'Writes the body of a sign-in, with a signed message',
    input: wallet.extend({ secret: z.string(), input: message }),
    output: VerifyRequest,
    run: async (mock, { input, ...options }) => (await walletOf(mock, options)).request(input as TestMessage),
  }),
} satisfies ControlRoutes
