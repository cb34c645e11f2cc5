/** Reads UTF-8 without a TextDecoder, which React Native has from 0.85 on. @throws URIError for other bytes */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  const hex = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`
  return decodeURIComponent(Array.from(new Uint8Array(bytes), hex).join(''))
}
