import type { walletRoutes } from '@latchkey/contract/routes/walletRoutes'
import { wallet } from '@latchkey/contract/routes/walletRoutes'
import * as z from 'zod'
import type { TestMessage } from '../../device/walletControl.ts'
import type { Mock } from '../../mock.ts'
import type { HandlersOf } from './handlersOf.ts'

const walletOf = async (mock: Mock, { chain: family, ...options }: z.output<typeof wallet>) => {
  try {
    return await mock.wallets[family.toLowerCase() as Lowercase<typeof family>](options)
  } catch (error) {
    if (error instanceof RangeError) throw new TypeError(error.message, { cause: error })
    throw error
  }
}

/** Answers the routes of `walletRoutes`. */
export const walletHandlers: HandlersOf<typeof walletRoutes> = {
  'POST wallets': async (mock, input) => {
    const { chain: family, address, publicKey, secret } = await walletOf(mock, input)
    return { chain: family, address, publicKey, secret }
  },
  'POST wallets/sign': async (mock, { message, ...input }) => ({
    signature: await (await walletOf(mock, input)).sign(message),
  }),
  'POST wallets/message': async (mock, { input, ...options }) => ({
    message: (await walletOf(mock, options)).message(input as TestMessage),
  }),
  'POST wallets/request': async (mock, { input, ...options }) =>
    (await walletOf(mock, options)).request(input as TestMessage),
}
