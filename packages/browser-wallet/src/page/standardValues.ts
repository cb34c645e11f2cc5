/** Values of the Wallet Standard in JSON, which has neither bytes nor identity. */

/** Bytes in JSON. */
export interface WireBytes {
  readonly base64: string
}

export const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The bytes of a text in base64. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** Bytes of any window: the page may be a frame with a `Uint8Array` of its own. */
export const isBytes = (value: unknown): value is Uint8Array =>
  Object.prototype.toString.call(value) === '[object Uint8Array]'

/** Puts texts in the place of transactions that write themselves, as those of Sui do. */
export const withTexts = (inputs: readonly unknown[]): Promise<unknown[]> =>
  Promise.all(
    inputs.map(async (input) => {
      const transaction: unknown = Object(input).transaction
      const isWriting = typeof Object(transaction).toJSON === 'function'
      return isWriting ? { ...Object(input), transaction: await Object(transaction).toJSON() } : input
    }),
  )

/** Writes the input of a feature: bytes as `{ base64 }`, accounts as their addresses, BigInts as their digits. */
export function toWire(value: unknown): unknown {
  if (isBytes(value)) return { base64: toBase64(value) } satisfies WireBytes
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value !== 'object' || value === null) return value
  if ('address' in value && 'publicKey' in value) return value.address
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toWire(member)]))
}

/** Reads the output of a feature, in which accounts are members named `account` or, in lists, `accounts`. */
export function fromWire(value: unknown, accountOf: (address: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => fromWire(item, accountOf))
  if (typeof value !== 'object' || value === null) return value
  if ('base64' in value) return bytesOf(String(value.base64))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'account') return [name, accountOf(String(member))]
      if (name === 'accounts' && Array.isArray(member)) return [name, member.map((each) => accountOf(String(each)))]
      return [name, fromWire(member, accountOf)]
    }),
  )
}
