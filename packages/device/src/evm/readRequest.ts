import { type Fail, providerCodes } from './codes.ts'
import type { ProviderRequest, Signing } from './providerParts.ts'

/** A request with its parameters copied: who sent them may change them while the person decides. */
export interface ReadRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Methods by name. They get the parameters of a request, and the request. */
export type Methods = Readonly<Record<string, (params: readonly unknown[], request: ReadRequest) => unknown>>

/** JSON, except that integers may be BigInts. */
export const copyOf = (params: unknown): unknown =>
  JSON.parse(
    JSON.stringify(params, (_, value: unknown) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value)),
  )

export function readRequest({ method, params = [] }: ProviderRequest, fail: Fail): ReadRequest {
  try {
    return { method, params: [copyOf(params)].flat() }
  } catch {
    throw fail(providerCodes.invalidParams, 'The parameters are no JSON.')
  }
}

/** Typed data as apps send it: JSON, or what it means. */
export function readTypedData(data: unknown, fail: Fail): Parameters<Signing['signTypedData']>[0] {
  try {
    const typedData = Object(typeof data === 'string' ? JSON.parse(data) : data)
    if (typeof typedData.types === 'object' && typedData.types && typeof typedData.primaryType === 'string')
      return typedData
  } catch {
    // The parser's message quotes the text.
  }
  throw fail(providerCodes.invalidParams, 'The typed data has no "types" or no "primaryType".')
}
