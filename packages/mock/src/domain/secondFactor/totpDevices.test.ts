import { expect, it } from 'vitest'
import { codeAt } from './totpDevices.ts'

it('gives the codes of RFC 6238 for the secret of its test values', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect([codeAt(secret, 59_000), codeAt(secret, 1_111_111_109_000)]).toEqual(['287082', '081804'])
})

it.each(['gezdgnbv', 'GEZDGNB1', 'GEZDGNBV!'])('gives no code for a secret that is not base32: %s', (secret) => {
  expect(() => codeAt(secret, 0)).toThrow(TypeError)
})
