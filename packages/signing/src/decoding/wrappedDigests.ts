import { readHex } from '@latchkey/base/bytes'
import { leavesOf, type TypedDataTypes } from './typedDataFields.ts'

const printable = /^[\x20-\x7e\s]*$/
const personalPrefix = '\x19Ethereum Signed Message:\n'

/** Bytes as a text with a character per byte. */
export const charactersOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** Whether bytes are as long as a digest and not a text. Accounts accept such a message in place of the digest. */
export function isDigest(bytes: Uint8Array): boolean {
  return bytes.length === 32 && !printable.test(charactersOf(bytes))
}

/** Whether bytes are a text, or the personal message (EIP-191) of one. */
function isText(hex: unknown): boolean {
  const text = charactersOf(readHex(String(hex)) ?? new Uint8Array())
  if (!text.startsWith(personalPrefix)) return printable.test(text)
  const rest = text.slice(personalPrefix.length)
  const hasLength = [1, 2, 3, 4, 5, 6].some((end) => Number(rest.slice(0, end)) === rest.length - end)
  return hasLength && printable.test(rest)
}

/**
 * The kind of content that typed data of an unknown type wraps: accounts such as Safe, Kernel and Coinbase's put a
 * struct around the digest or the bytes that an application asks them to sign.
 *
 * @returns `digest` where the real content cannot be seen, `text` for a text; `undefined` for a struct that wraps
 * nothing.
 */
export function wrappedContent(types: TypedDataTypes, type: string, message: unknown): 'digest' | 'text' | undefined {
  const values = leavesOf(types, { name: '', type, value: message }).filter((leaf) => leaf.type !== 'address')
  const bytes = values.filter((leaf) => leaf.type === 'bytes32' || leaf.type === 'bytes')
  const wrapped = bytes.filter(({ name }) => values.length === 1 || /hash|digest/i.test(name))
  if (wrapped.length === 0) return undefined
  return wrapped.every(({ type: each, value }) => each === 'bytes' && isText(value)) ? 'text' : 'digest'
}
