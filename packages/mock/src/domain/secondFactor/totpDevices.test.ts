import { expect, it } from 'vitest'
import { codeAt } from './totpDevices.ts'

it('gives the codes of RFC 6238 for the secret of its test values', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect([codeAt(secret, 59_000), codeAt(secret, 1_111_111_109_000)]).toEqual(['287082', '081804'])
})

it.each(['gezdgnbv', 'GEZDGNB1', 'GEZDGNBV!'])('says that a secret is not base32, and gives no code: %s', (secret) => {
  expect(() => codeAt(secret, 0)).toThrow(
    expect.objectContaining({ name: 'TypeError', message: expect.stringContaining('base32') }),
  )
})
