/** @throws TypeError where the platform has no source of randomness: React Native without a polyfill, Node before 20 */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  if (!globalThis.crypto)
    throw new TypeError('There is no "crypto": use Node 20, or import "react-native-get-random-values" first.')
  return crypto.getRandomValues(new Uint8Array(length))
}
