/** Hex digits in small letters behind `0x`. */
export function toHex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The bytes of a text in UTF-8. */
export function toUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
