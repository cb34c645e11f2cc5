import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, it } from 'vitest'
import { readPrivateJwk } from './ownKey.ts'

const jwkOf = ({ privateKey }: { readonly privateKey: KeyObject }) => privateKey.export({ format: 'jwk' }) as JsonWebKey
const rsa = (modulusLength: number) => jwkOf(generateKeyPairSync('rsa', { modulusLength }))
const ec = (namedCurve: string) => jwkOf(generateKeyPairSync('ec', { namedCurve }))
const ed25519 = jwkOf(generateKeyPairSync('ed25519'))

describe('readPrivateJwk', () => {
  it.each([
    ['RS256', rsa(2048)],
    ['ES256', ec('P-256')],
    ['EdDSA', ed25519],
  ] as const)('reads a key for %s, and names it by its thumbprint', async (algorithm, jwk) => {
    const pair = readPrivateJwk({ ...jwk, use: 'sig', ext: true })
    expect(pair).toMatchObject({ algorithm, privateJwk: jwk, kid: await calculateJwkThumbprint(jwk as never) })
    expect(readPrivateJwk({ ...jwk, alg: algorithm })).toEqual(pair)
    expect(Object.keys(pair.publicJwk)).not.toContain('d')
  })

  it('keeps the id that the key has, and both names of the algorithm of Ed25519', () => {
    for (const kid of ['mine', 'k'.repeat(255)])
      expect(readPrivateJwk({ ...ed25519, kid, alg: 'Ed25519' }).kid).toBe(kid)
    expect(readPrivateJwk({ ...ed25519, alg: 'EdDSA' }).algorithm).toBe('EdDSA')
  })

  const { d: _, ...publicOnly } = ed25519
  it.each([
    ['a public key', publicOnly, 'it is a public key.'],
    ['a set', { keys: [ed25519] }, 'it is a JWK set'],
    ['a text', '{}', 'it is not a JWK.'],
    ['nothing', null, 'it is not a JWK.'],
    ['a secret', { kty: 'oct', k: 'c2VjcmV0' }, 'it is a key of the kind oct.'],
    ['another curve', ec('P-384'), 'it is a key of the kind EC and the curve P-384.'],
    [
      'a key that only agrees on keys',
      jwkOf(generateKeyPairSync('x25519')),
      'it is a key of the kind OKP and the curve X25519.',
    ],
    ['a key without a kind', { d: 'AA' }, 'it is a key of no kind (kty).'],
    ['a short modulus', rsa(1024), 'its modulus has 1024 bits. RS256 needs 2048 or more.'],
    [
      'another algorithm',
      { ...rsa(2048), alg: 'PS256' },
      'its alg is PS256, and a key like this one signs with RS256.',
    ],
    ...['', 'k'.repeat(256), 7].map((kid): [string, object, string] => [
      `the id ${kid}`,
      { ...ed25519, kid },
      'its kid is not a text of 1 to 255 characters.',
    ]),
    ['an empty parameter', { ...rsa(2048), qi: '' }, 'its parameter qi is missing, or is not in base64url.'],
    ['a missing parameter', { ...rsa(2048), qi: undefined }, 'its parameter qi is missing, or is not in base64url.'],
    ['padding', { ...ed25519, x: `${ed25519.x}=` }, 'its parameter x is missing, or is not in base64url.'],
    ['a short parameter', { ...ed25519, d: 'AAAA' }, 'its parameter d has 3 bytes instead of 32.'],
  ])('refuses %s', (_name, jwk, sentence) => {
    expect(() => readPrivateJwk(jwk)).toThrow(sentence)
  })
})
