/**
 * Web Crypto, without which nothing can be verified.
 *
 * @throws TypeError where the platform has none: Node before 20, and pages without HTTPS
 */
export function webCrypto(): typeof crypto.subtle {
  const subtle = globalThis.crypto?.subtle
  if (!subtle) throw new TypeError('There is no "crypto.subtle": use Node 20.19 or HTTPS.')
  return subtle
}
