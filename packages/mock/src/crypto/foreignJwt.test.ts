import { describe, expect, it } from 'vitest'
import { encodeBase64url } from './base64url.ts'
import { isForeignAlgorithm, readForeignJwt } from './foreignJwt.ts'

const part = (text: string) => encodeBase64url(new TextEncoder().encode(text))
const header = part('{"alg":"ES256","kid":"1","x5t":"y"}')
const claims = part('{"sub":"user-1"}')

describe('a foreign JWT', () => {
  it('is parsed with any header', () => {
    expect(readForeignJwt(`${header}.${claims}.c2ln`)).toEqual({
      header: { alg: 'ES256', kid: '1', x5t: 'y' },
      claims: { sub: 'user-1' },
    })
  })

  it('must have three parts in canonical base64url', () => {
    for (const raw of [
      '',
      '..',
      `${header}.${claims}`,
      `${header}.${claims}.`,
      `${header}.${claims}.c2ln.x`,
      `${header}.${claims}.c2ln=`,
      `${header}.${claims}.c2l`,
      ` ${header}.${claims}.c2ln`,
      `${header}\n.${claims}.c2ln`,
    ]) {
      expect(readForeignJwt(raw), raw).toBeUndefined()
    }
  })

  it('must have JSON objects in UTF-8 as header and claims', () => {
    for (const bad of ['[]', 'null', '"x"', '{', '\ufeff{}']) {
      expect(readForeignJwt(`${part(bad)}.${claims}.c2ln`), bad).toBeUndefined()
      expect(readForeignJwt(`${header}.${part(bad)}.c2ln`), bad).toBeUndefined()
    }
    expect(readForeignJwt(`${encodeBase64url(Uint8Array.of(0x7b, 0xff, 0x7d))}.${claims}.c2ln`)).toBeUndefined()
  })

  it('must not be longer than 16 KiB', () => {
    expect(readForeignJwt(`${header}.${part(JSON.stringify({ sub: 'x'.repeat(16_384) }))}.c2ln`)).toBeUndefined()
  })

  it('must be signed asymmetrically', () => {
    for (const algorithm of ['none', 'HS256', 'HS512', 'rs256', 'ES256K', '', undefined, ['RS256']])
      expect(isForeignAlgorithm(algorithm)).toBe(false)
    for (const algorithm of ['RS256', 'PS512', 'ES384', 'EdDSA']) expect(isForeignAlgorithm(algorithm)).toBe(true)
  })
})
