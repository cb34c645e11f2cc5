/** Writes bytes as base64url without padding (RFC 4648, section 5). */
export function encodeBase64url(bytes: Uint8Array): string {
  let binary = ''
  // In pieces, since a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) binary += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(start, start + 8192))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads base64url without padding.
 *
 * @returns `undefined` for any text but the one that {@link encodeBase64url} writes for the bytes, so that no two texts
 * mean the same.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  return encodeBase64url(bytes) === text ? bytes : undefined
}
