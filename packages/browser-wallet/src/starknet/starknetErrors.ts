import { defined } from '@latchkey/base/defined'
import { providerCodes } from '@latchkey/device/provider'
import { fail, WalletError } from '../walletError.ts'

/** The errors of Starknet's wallet interface, by their names. */
const codes = {
  NOT_ERC20: 111,
  UNLISTED_NETWORK: 112,
  USER_REFUSED_OP: 113,
  INVALID_REQUEST_PAYLOAD: 114,
  ACCOUNT_ALREADY_DEPLOYED: 115,
  API_VERSION_NOT_SUPPORTED: 162,
  UNKNOWN_ERROR: 163,
} as const

/** An error in the words of the interface. @param data - What is wrong, in a sentence. */
export const starknetError = (name: keyof typeof codes, data?: string): WalletError =>
  fail(codes[name], `An error occurred (${name})`, defined({ data }))

const ofInterface: ReadonlySet<number> = new Set(Object.values(codes))

/** An error of the wallet as one of the interface. */
export function toStarknetError(error: unknown): unknown {
  if (!(error instanceof WalletError) || ofInterface.has(error.code)) return error
  if (error.code === providerCodes.userRejected) return starknetError('USER_REFUSED_OP')
  return starknetError('UNKNOWN_ERROR', error.message)
}
