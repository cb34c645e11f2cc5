import { expect, it } from 'vitest'
import { isForeignAlgorithm } from './foreignAlgorithms.ts'

it('accepts only asymmetric signatures of foreign issuers', () => {
  for (const algorithm of ['none', 'HS256', 'HS512', 'rs256', 'ES256K', '', undefined, ['RS256']])
    expect(isForeignAlgorithm(algorithm)).toBe(false)
  for (const algorithm of ['RS256', 'PS512', 'ES384', 'EdDSA']) expect(isForeignAlgorithm(algorithm)).toBe(true)
})
