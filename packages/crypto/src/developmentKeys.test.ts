import { calculateJwkThumbprint, CompactSign, compactVerify, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { developmentKeys } from './developmentKeys.ts'
import { providerKey } from './providerKey.ts'

const keys = [...developmentKeys, providerKey]

describe('development keys', () => {
  it('are valid pairs, named by their thumbprints, without duplicates', async () => {
    for (const { algorithm, kid, publicJwk, privateJwk } of keys) {
      expect(kid).toBe(await calculateJwkThumbprint({ kty: '', ...publicJwk }))
      expect(publicJwk).not.toHaveProperty('d')
      expect(privateJwk).toMatchObject(publicJwk)
      const signed = await new CompactSign(Uint8Array.of(1))
        .setProtectedHeader({ alg: algorithm })
        .sign(await importJWK(privateJwk, algorithm))
      expect((await compactVerify(signed, await importJWK(publicJwk, algorithm))).payload).toEqual(Uint8Array.of(1))
    }
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
  })

  // Libraries that find a wrong part compute without it, and take longer.
  it('of RSA agree in all of their parts (RFC 8017, section 3.2)', () => {
    const rsaKeys = keys.filter(({ algorithm }) => algorithm === 'RS256')
    expect(rsaKeys).toHaveLength(5)
    for (const { privateJwk } of rsaKeys) {
      const part = (name: string) => BigInt(`0x0${Buffer.from(privateJwk[name] ?? '', 'base64url').toString('hex')}`)
      const [n, e, d, p, q] = ['n', 'e', 'd', 'p', 'q'].map(part) as [bigint, bigint, bigint, bigint, bigint]
      expect([p * q, (e * d) % (p - 1n), (e * d) % (q - 1n)]).toEqual([n, 1n, 1n])
      expect([part('dp'), part('dq')]).toEqual([d % (p - 1n), d % (q - 1n)])
      expect((part('qi') * q) % p).toBe(1n)
    }
  })
})
