import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64url, encodeBase64url } from './base64url.ts'
import { parseJwt } from './jwt.ts'

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

describe('parseJwt', () => {
  it('parses a token', () => {
    expect(parseJwt(`${header}.${claims}.c2ln`)).toEqual({
      header: { alg: 'RS256', kid: 'k', typ: 'JWT' },
      payload: { sub: 'ada' },
    })
  })

  it('returns undefined for other texts', () => {
    const wrong = [
      '',
      '.',
      '..',
      `${header}.${claims}`,
      `${header}.${claims}.`,
      `.${claims}.c2ln`,
      `${header}.${claims}.c2ln.c2ln`,
      `${header}.${claims}.c2lo=`,
      ` ${header}.${claims}.c2ln`,
      `${encode('{"alg":"RS256","kid":"k"}')}.${claims}.c2ln`,
      `${encode('{"alg":"RS256","kid":1,"typ":"JWT"}')}.${claims}.c2ln`,
      `${encode('{"alg":"RS256","kid":"k","typ":"JWT","jku":"https://evil.example.com"}')}.${claims}.c2ln`,
      `${header}.${encode('[]')}.c2ln`,
      `${header}.${encode('null')}.c2ln`,
      `${header}.${encode('{')}.c2ln`,
      `${header}.${encodeBase64url(Uint8Array.of(0xff))}.c2ln`,
      `${header}.${encode(JSON.stringify({ long: 'x'.repeat(20_000) }))}.c2ln`,
    ]
    for (const text of wrong) expect(parseJwt(text), text.slice(0, 80)).toBeUndefined()
  })
})
