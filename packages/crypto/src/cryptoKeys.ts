import type { ForeignAlgorithm } from './foreignAlgorithms.ts'

const imported = new WeakMap<object, CryptoKey | Promise<CryptoKey>>()

/** The Web Crypto form of a key. Importing costs more than signing, so each key is imported once and then cached. */
export function cryptoKeyOf(
  jwk: Readonly<Record<string, string>>,
  algorithm: ForeignAlgorithm,
): CryptoKey | Promise<CryptoKey> {
  const cachedKey = imported.get(jwk)
  if (cachedKey) return cachedKey
  const key = import('jose')
    .then((jose) => jose.importJWK(jwk, algorithm))
    .then((value) => {
      if (value instanceof Uint8Array) throw new TypeError('A signing key must be a key pair.')
      imported.set(jwk, value)
      return value
    })
  imported.set(jwk, key)
  return key
}
