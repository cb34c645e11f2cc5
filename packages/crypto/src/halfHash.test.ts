import { expect, it } from 'vitest'
import { halfHash } from './halfHash.ts'

it('half a hash is that of a code and its c_hash in the examples of OpenID Connect', () => {
  // OpenID Connect Core 1.0, appendix A.4: the code, and the claim of its ID token.
  expect(halfHash('Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk')).toBe('LDktKdoQak3Pk0cnXxCltA')
})
