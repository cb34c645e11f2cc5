import { deflateSync } from 'fflate/browser'
import { describe, expect, it } from 'vitest'
import { fromCookieText, toCookieText } from './cookieText.ts'
import { tokenOfText } from './cookieToken.ts'

const record = (token: string, user: object = {}) => JSON.stringify({ v: 1, token, user })

describe('the text of cookies', () => {
  it.each([
    '',
    'a note of a tab',
    'Zoë 🦊 {"v":1,"token":"x"}',
    record('ey.J-_.x', { name: '$& $1 ~', token: 'other', nothing: null }),
    record('a;b', {}),
    JSON.stringify({ v: 1, user: { token: 'of the application', v: 1 } }),
  ])('gives back %s', (value) => {
    const text = toCookieText(value)
    expect(fromCookieText(text)).toBe(value)
    // Cookies have none of " , ; \ and white space (RFC 6265, section 4.1.1).
    expect(text).toMatch(/^[\w.~-]*$/)
  })

  it('shows the token of a session, and no other', () => {
    expect(tokenOfText(toCookieText(record('ey.J-_.x')))).toBe('ey.J-_.x')
    for (const value of ['', 'a note', JSON.stringify({ v: 1, user: { token: 'of the application' } })])
      expect(tokenOfText(toCookieText(value))).toBe('')
  })

  it.each(['', '~', 'x', '%%%', '~%%%', 'ey.J-_.x~', '~AAAA', 'ey.J-_.x~____', 'eyJ2IjoxfQ'])(
    'is no value if it is %s',
    (text) => expect(fromCookieText(text)).toBe(''),
  )

  it('gets no more memory when it is read than a session needs', () => {
    const bytes = deflateSync(new Uint8Array(2_000_000).fill(97), { level: 9 })
    const text = `~${Buffer.from(bytes).toString('base64url')}`
    expect(text.length).toBeLessThan(4000)
    expect(fromCookieText(text).length).toBeLessThanOrEqual(262_144)
  })
})
