import { providerCodes } from '@latchkey/device/provider'
import { fail, WalletError } from '../walletError.ts'

/** The errors of ARC-0027 by their names, and what ARC-0001 calls them. */
const codes = {
  UnknownError: [4000, 4300],
  MethodCanceledError: [4001, 4001],
  MethodNotSupportedError: [4003, 4200],
  NetworkNotSupportedError: [4004, 4200],
  UnauthorizedSignerError: [4100, 4100],
  InvalidInputError: [4200, 4300],
  InvalidGroupIdError: [4201, 4300],
} as const

type ErrorName = keyof typeof codes

/** More transactions than a group has (ARC-0001). */
export const tooManyTransactions = 4201

/** The errors of the wallet that the two standards number differently. */
class AlgorandError extends Error {
  readonly errorName: ErrorName
  readonly data: object | undefined

  constructor(errorName: ErrorName, message: string, data?: object) {
    super(message)
    this.errorName = errorName
    this.data = data
  }
}

/** An error that each standard gives in its own words. @param data - What ARC-0027 has beside the sentence. */
export const algorandError = (name: ErrorName, message: string, data?: object): Error =>
  new AlgorandError(name, message, data)

const nameOf = (error: unknown): ErrorName => {
  if (error instanceof AlgorandError) return error.errorName
  const { code } = Object(error) as { readonly code?: unknown }
  if (code === providerCodes.userRejected) return 'MethodCanceledError'
  if (code === providerCodes.unauthorized) return 'UnauthorizedSignerError'
  return code === tooManyTransactions ? 'InvalidInputError' : 'UnknownError'
}

/** An error of the wallet in the codes of ARC-0001. */
export function toArc1(error: unknown): unknown {
  return error instanceof AlgorandError ? fail(codes[error.errorName][1], error.message) : error
}

/** An error of the wallet as ARC-0027 writes it. */
export function toArc27(error: unknown, method: string, providerId: string): object {
  const name = nameOf(error)
  const { data = { method } } = error instanceof AlgorandError ? error : {}
  const message = error instanceof AlgorandError || error instanceof WalletError ? error.message : String(error)
  return { code: codes[name][0], name, message, data, providerId }
}
