/** @throws TypeError where the platform has no source of randomness, as React Native without a polyfill */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  if (!globalThis.crypto) throw new TypeError('There is no "crypto": import "react-native-get-random-values" first.')
  return crypto.getRandomValues(new Uint8Array(length))
}
