import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { cryptoKeyOf } from './cryptoKeys.ts'

const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
const [privateJwk, publicJwk] = (await Promise.all([exportJWK(privateKey), exportJWK(publicKey)])) as [
  Record<string, string>,
  Record<string, string>,
]

describe('a key of Web Crypto', () => {
  it('signs and verifies as the JWK does', async () => {
    const raw = await new SignJWT({ sub: 'ada' })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(await cryptoKeyOf(privateJwk, 'ES256'))
    const { payload } = await jwtVerify(raw, await cryptoKeyOf(publicJwk, 'ES256'))
    expect(payload).toEqual({ sub: 'ada' })
  })

  it('is imported once, also by calls at once, and is at hand afterwards', async () => {
    const jwk = { ...publicJwk }
    const [one, other] = await Promise.all([cryptoKeyOf(jwk, 'ES256'), cryptoKeyOf(jwk, 'ES256')])
    expect(one).toBe(other)
    expect(cryptoKeyOf(jwk, 'ES256')).toBe(one)
    expect(await cryptoKeyOf({ ...jwk }, 'ES256')).not.toBe(one)
  })

  it('is no secret that both sides share', async () => {
    await expect(cryptoKeyOf({ kty: 'oct', k: 'c2VjcmV0' }, 'ES256')).rejects.toThrow(
      'A signing key must be a key pair.',
    )
  })
})
