import { bytesOf, isBytes, toBase64, type WireBytes } from './standardValues.ts'
import { errorOf } from './walletFailure.ts'

/**
 * A copy of arguments in JSON: bytes as `{ base64 }`, BigInts as their digits. It crosses to another process, and a page
 * cannot change it afterwards.
 *
 * @throws an error with -32602 for what JSON cannot hold, such as an object that contains itself
 */
export function toPlain(values: readonly unknown[]): readonly unknown[] {
  function plain(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
    // Bytes of some libraries write themselves as JSON before they come here.
    const written = this[name]
    if (isBytes(written)) return { base64: toBase64(written) } satisfies WireBytes
    return typeof value === 'bigint' ? value.toString() : value
  }
  try {
    return JSON.parse(JSON.stringify(values, plain)) as readonly unknown[]
  } catch {
    throw errorOf({ code: -32_602, message: 'The arguments are not JSON.' })
  }
}

/** Reads a result, in which bytes are `{ base64 }` and BigInts `{ digits }`. */
export function fromPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromPlain)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const [[name, content] = []] = members
  if (members.length === 1 && name === 'base64') return bytesOf(String(content))
  if (members.length === 1 && name === 'digits') return BigInt(String(content))
  return Object.fromEntries(members.map(([each, member]) => [each, fromPlain(member)]))
}
