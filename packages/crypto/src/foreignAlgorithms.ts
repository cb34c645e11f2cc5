/** Signatures that a foreign issuer may use: asymmetric ones only (RFC 7518, section 3; RFC 8037). */
export const foreignAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const

export type ForeignAlgorithm = (typeof foreignAlgorithms)[number]

/** Whether a header names a signature that is accepted. `none` and shared secrets never are. */
export function isForeignAlgorithm(algorithm: unknown): algorithm is ForeignAlgorithm {
  return foreignAlgorithms.some((supported) => supported === algorithm)
}
