import { decodeBase64url, encodeBase64url } from '@latchkey/base/base64url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJwt, readOwnJwt } from './jwt.ts'

const encode = (text: string) => encodeBase64url(new TextEncoder().encode(text))
const header = encode('{"alg":"RS256","kid":"k","typ":"JWT"}')
const claims = encode('{"sub":"ada"}')

describe('base64url', () => {
  it('reads what it writes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 64 }),
        (bytes) => void expect(decodeBase64url(encodeBase64url(bytes))).toEqual(bytes),
      ),
    )
  })

  it('accepts only one spelling of the same bytes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const bytes = decodeBase64url(text)
        if (bytes) expect(encodeBase64url(bytes)).toBe(text)
      }),
    )
    for (const text of ['AB', 'AAB', 'A', 'AA==', 'AA=', 'A A', '+/', 'AA\n', 'é'])
      expect(decodeBase64url(text), text).toBeUndefined()
  })
})

describe('a JWT', () => {
  const otherHeader = encode('{"alg":"ES256","x5t":"y"}')

  it('is read with any header', () => {
    expect(readJwt(`${otherHeader}.${claims}.c2ln`)).toEqual({
      header: { alg: 'ES256', x5t: 'y' },
      claims: { sub: 'ada' },
    })
  })

  it('has three parts in canonical base64url', () => {
    for (const raw of [
      '',
      '.',
      '..',
      `${header}.${claims}`,
      `${header}.${claims}.`,
      `.${claims}.c2ln`,
      `${header}..c2ln`,
      `${header}.${claims}.c2ln.c2ln`,
      `${header}.${claims}.c2ln=`,
      `${header}.${claims}.c2l`,
      `${header}.${claims}.c2lo=`,
      ` ${header}.${claims}.c2ln`,
      `${header}\n.${claims}.c2ln`,
    ])
      expect(readJwt(raw), raw).toBeUndefined()
  })

  it('has JSON objects in UTF-8 as header and claims', () => {
    const notObjects = ['[]', 'null', '"x"', '5', '{', '', '\ufeff{}'].map(encode)
    for (const part of [...notObjects, encodeBase64url(Uint8Array.of(0x22, 0xff, 0x22))]) {
      expect(readJwt(`${part}.${claims}.c2ln`), part).toBeUndefined()
      expect(readJwt(`${header}.${part}.c2ln`), part).toBeUndefined()
    }
    const wrongUtf8 = encodeBase64url(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))
    expect(readJwt(`${header}.${wrongUtf8}.c2ln`)).toBeUndefined()
  })

  it('is at most 256 KiB long', () => {
    const start = `${header}.${claims}.`
    const longest = start + 'A'.repeat(262_144 - start.length)
    expect(readJwt(longest)).toBeDefined()
    expect(readJwt(`${longest}AAAA`)).toBeUndefined()
  })
})

describe('a JWT of the service', () => {
  it('names its algorithm, its key and its type', () => {
    expect(readOwnJwt(`${header}.${claims}.c2ln`)).toEqual({
      header: { alg: 'RS256', kid: 'k', typ: 'JWT' },
      claims: { sub: 'ada' },
    })
  })

  it.each([
    '{"kid":"k","typ":"JWT"}',
    '{"alg":"RS256","typ":"JWT"}',
    '{"alg":"RS256","kid":"k"}',
    '{"alg":"RS256","kid":1,"typ":"JWT"}',
    '{"alg":"RS256","kid":"k","typ":"JWT","jku":"https://evil.example.com"}',
  ])('has no other header, such as %s', (fields) => {
    expect(readOwnJwt(`${encode(fields)}.${claims}.c2ln`)).toBeUndefined()
  })

  it('is a JWT', () => {
    expect(readOwnJwt(`${header}.${claims}`)).toBeUndefined()
  })
})
