/** Bytes of data that the accounts of the usual programs have. */
export const sizes = { token: 165, mint: 82, nonce: 80, lookupTable: 56 } as const

/** The lamports with which an account of this size lives for ever: two years of rent. */
export function rentOf(space: number): bigint {
  return BigInt((128 + space) * 3480 * 2)
}
