import { describe, expect, it } from 'vitest'
import { createCookieJar } from './cookieJar.ts'

describe('createCookieJar', () => {
  it('sends cookies back, longer paths first', () => {
    const jar = createCookieJar(() => 0)
    jar.keep(['a=1; Path=/; HttpOnly', 'b=2; Path=/api; Secure; SameSite=Lax'])
    expect(jar.header('/api/v0')).toBe('b=2; a=1')
  })

  it('does not send a cookie to a path that only starts with the same letters', () => {
    const jar = createCookieJar(() => 0)
    jar.keep(['b=2; Path=/api'])
    expect([jar.header('/apis'), jar.header('/api'), jar.header('/')]).toEqual([undefined, 'b=2', undefined])
  })

  it('replaces a cookie of the same name and path', () => {
    const jar = createCookieJar(() => 0)
    jar.keep(['a=1', 'a=2'])
    expect(jar.header('/')).toBe('a=2')
  })

  it('drops a cookie at its expiry, and prefers Max-Age to Expires', () => {
    let now = 0
    const jar = createCookieJar(() => now)
    jar.keep(['a=1; Expires=Thu, 01 Jan 1970 00:00:10 GMT', 'b=2; Expires=Thu, 01 Jan 1970 00:00:10 GMT; Max-Age=20'])
    now = 9_999
    expect(jar.header('/')).toBe('a=1; b=2')
    now = 10_000
    expect(jar.header('/')).toBe('b=2')
    now = 20_000
    expect(jar.header('/')).toBeUndefined()
  })

  it('removes a cookie that is set again with an expiry in the past', () => {
    const jar = createCookieJar(() => 1_000)
    jar.keep(['a=1'])
    jar.keep(['a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
    expect(jar.header('/')).toBeUndefined()
  })

  it('ignores lines without a name', () => {
    const jar = createCookieJar(() => 0)
    jar.keep(['', '=x', 'no equals sign'])
    expect(jar.header('/')).toBeUndefined()
  })
})
