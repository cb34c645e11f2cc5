import { readQuantity } from '../evmParams.ts'
import { RpcError } from '../jsonRpc.ts'

/** A whole number, not negative, which clients send as a number or in hex. @throws {@link RpcError} */
export function readNumber(value: unknown, name: string): number {
  const number = typeof value === 'number' ? value : Number(readQuantity(value, name))
  if (!Number.isSafeInteger(number) || number < 0)
    throw new RpcError('params', `invalid argument: ${name} has to be a whole number`)
  return number
}
