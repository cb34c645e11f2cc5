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
      const signed = await new CompactSign(Uint8Array.of(1))
        .setProtectedHeader({ alg: algorithm })
        .sign(await importJWK(privateJwk, algorithm))
      expect((await compactVerify(signed, await importJWK(publicJwk, algorithm))).payload).toEqual(Uint8Array.of(1))
    }
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
  })
})
