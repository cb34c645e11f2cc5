import { base58, base64 } from '@scure/base'

const hexText = /^(?:0x)?(?:[0-9a-fA-F]{2})*$/

/** Reads hex of either case, with or without `0x`; `undefined` for anything else. */
export function readHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!hexText.test(text)) return undefined
  const digits = text.startsWith('0x') ? text.slice(2) : text
  const bytes = new Uint8Array(digits.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

/** Writes bytes as lower-case hex, without `0x`. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/**
 * Reads base64 of the standard alphabet with its padding (RFC 4648, section 4).
 *
 * @returns `undefined` for any text but the one that {@link toBase64} writes for the bytes.
 */
export function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  return read(base64, text)
}

/** Writes bytes as base64 of the standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  return base64.encode(bytes)
}

/** Reads base58 of the Bitcoin alphabet; `undefined` for any other text. */
export function readBase58(text: string): Uint8Array<ArrayBuffer> | undefined {
  return read(base58, text)
}

/** Writes bytes as base58 of the Bitcoin alphabet. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}

/** Whether a text has no lone surrogate. In UTF-8 all of them become the same character (U+FFFD). */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** A text's bytes in UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Writes a whole number below 2³² as unsigned LEB128: seven bits a byte, the lowest first. */
export function uleb128(value: number): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  let rest = value >>> 0
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  return Uint8Array.of(...bytes, rest)
}

/** Joins bytes. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Whether two byte arrays are equal. For public values only: the duration depends on where they differ. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}

function read(
  coder: { decode(text: string): Uint8Array; encode(bytes: Uint8Array): string },
  text: string,
): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = coder.decode(text)
    return coder.encode(bytes) === text ? Uint8Array.from(bytes) : undefined
  } catch {
    return undefined
  }
}
