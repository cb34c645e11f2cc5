/** Writes bytes as base64url without padding (RFC 4648, section 5). */
export function encodeBase64url(bytes: Uint8Array): string {
  let binary = ''
  // In chunks, since a call takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 8192)
    binary += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(start, start + 8192))
  return toUrl(btoa(binary))
}

/** Writes a text's bytes in UTF-8 as base64url without padding. */
export function encodeTextBase64url(text: string): string {
  // ASCII characters equal their UTF-8 bytes, so this case needs no encoding.
  return isBeyondAscii.test(text) ? encodeBase64url(new TextEncoder().encode(text)) : toUrl(btoa(text))
}

const isBeyondAscii = /[^\0-\x7f]/

function toUrl(base64: string): string {
  let end = base64.length
  while (base64[end - 1] === '=') end--
  return base64.slice(0, end).replaceAll('+', '-').replaceAll('/', '_')
}

/**
 * Reads base64url without padding.
 *
 * @returns `undefined` for any text but the one that {@link encodeBase64url} writes for the bytes, so each value has
 * exactly one text.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  // `Uint8Array.from` with a function takes twenty times as long for a token.
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return encodeBase64url(bytes) === text ? bytes : undefined
}
