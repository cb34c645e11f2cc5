const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Writes bytes as base32 in upper case without padding (RFC 4648, section 6), the way authenticator apps take secrets.
 */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let pending = 0
  let bits = 0
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(pending >> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + alphabet[(pending << (5 - bits)) & 31]
}

/**
 * Reads base32 in upper case without padding.
 *
 * @returns `undefined` for any text but the one that {@link encodeBase32} writes for the bytes.
 */
export function decodeBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8))
  let pending = 0
  let bits = 0
  let length = 0
  for (const symbol of text) {
    const value = alphabet.indexOf(symbol)
    if (value < 0) return undefined
    pending = ((pending << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = (pending >> bits) & 0xff
  }
  return encodeBase32(bytes) === text ? bytes : undefined
}
