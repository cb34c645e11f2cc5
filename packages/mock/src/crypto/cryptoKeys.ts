import type { ForeignAlgorithm } from './foreignJwt.ts'

const imported = new WeakMap<object, CryptoKey | Promise<CryptoKey>>()

/** A key as Web Crypto takes it. Importing costs more than signing, so it is done once per key, which is there at once from then on. */
export function cryptoKeyOf(
  jwk: Readonly<Record<string, string>>,
  algorithm: ForeignAlgorithm,
): CryptoKey | Promise<CryptoKey> {
  const known = imported.get(jwk)
  if (known) return known
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
