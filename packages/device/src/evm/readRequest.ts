import { type Fail, providerCodes } from './codes.ts'
import type { ProviderRequest, Signing } from './providerParts.ts'
import type { TypedData } from './types.ts'

/** A request with its parameters copied: who sent them may change them while the person decides. */
export interface ReadRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Methods by name. They get the parameters of a request, and the request. */
export type Methods = Readonly<Record<string, (params: readonly unknown[], request: ReadRequest) => unknown>>

/** An integer as JSON-RPC writes it. Hex has no sign. */
const textOf = (value: bigint) => (value < 0n ? String(value) : `0x${value.toString(16)}`)

/** JSON, except that integers may be BigInts. */
export const copyOf = (params: unknown): unknown =>
  JSON.parse(JSON.stringify(params, (_, value: unknown) => (typeof value === 'bigint' ? textOf(value) : value)))

export function readRequest({ method, params = [] }: ProviderRequest, fail: Fail): ReadRequest {
  try {
    return { method, params: [copyOf(params)].flat() }
  } catch {
    throw fail(providerCodes.invalidParams, 'The parameters are not JSON.')
  }
}

interface ShownTypedData {
  readonly typedData: Parameters<Signing['signTypedData']>[0]
  /** In the form in which the app sent it. */
  readonly shown: unknown
}

/**
 * Reads typed data as apps send it, JSON or what it means, without what is not signed. What reads it loads with the
 * first one, since most pages have none.
 */
export async function readSentTypedData(data: unknown, fail: Fail): Promise<ShownTypedData> {
  const { readTypedData } = await import('./typedData.ts')
  try {
    const sent = Object(typeof data === 'string' ? parse(data) : data) as TypedData
    const { shown: typedData } = readTypedData(sent)
    return { typedData, shown: typeof data === 'string' ? JSON.stringify(typedData) : typedData }
  } catch (error) {
    throw fail(providerCodes.invalidParams, (error as Error).message)
  }
}

/** @throws TypeError without the text, which the parser's own message quotes */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('The typed data is not JSON.')
  }
}
