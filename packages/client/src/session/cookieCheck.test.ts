import { describe, expect, it } from 'vitest'
import { ApiError } from '../shared/errors.ts'
import { createCookieCheck } from './cookieCheck.ts'
import type { SessionRecord } from './record.ts'

const record = (fields: Partial<SessionRecord> = {}): SessionRecord => ({
  v: 1,
  user: {} as SessionRecord['user'],
  issuedAtMs: 0,
  expiresAtMs: 1,
  serial: 1,
  ...fields,
})
const refusal = (status: number, body: unknown = { error: 'There is no token.', code: 'unauthorized' }) =>
  new ApiError(new Response(null, { status }), body, {})
const reply = (status: number) => new Response(null, { status })
const noCookie = { name: 'SignInError', reason: 'no_cookie' }

describe('the check of the cookie', () => {
  it('blames the cookie for a 401 after a sign-in without a token, with the 401 as its cause', () => {
    const check = createCookieCheck()
    const signedIn = record()
    check.start(signedIn)
    const cause = refusal(401)
    expect(check.isDoubtful(signedIn, cause)).toBe(true)
    expect(check.explain(signedIn, cause)).toMatchObject({ ...noCookie, cause })
  })

  it("does not blame the cookie for a gateway's 401", () => {
    const check = createCookieCheck()
    const signedIn = record()
    check.start(signedIn)
    const page = refusal(401, '<h1>401 Authorization Required</h1>')
    expect([check.isDoubtful(signedIn, page), check.explain(signedIn, page)]).toEqual([false, page])
  })

  it('leaves other failures as they are', () => {
    const check = createCookieCheck()
    const signedIn = record()
    check.start(signedIn)
    for (const error of [refusal(403), refusal(500), new TypeError('no network'), undefined]) {
      expect(check.isDoubtful(signedIn, error)).toBe(false)
      expect(check.explain(signedIn, error)).toBe(error)
    }
  })

  it('does not doubt a session that has a token, or a record before or after that of the sign-in', () => {
    const check = createCookieCheck()
    const withToken = record({ token: 'e30.e30.' })
    check.start(withToken)
    expect(check.isDoubtful(withToken, refusal(401))).toBe(false)
    check.start(record())
    expect(check.isDoubtful(record(), refusal(401))).toBe(false)
    expect(check.isDoubtful(withToken, refusal(401))).toBe(false)
  })

  it('does not doubt a cookie with which a call has succeeded', () => {
    const check = createCookieCheck()
    const signedIn = record()
    check.start(signedIn)
    check.see(reply(204))
    expect(check.isDoubtful(signedIn, refusal(401))).toBe(false)
  })

  it('still doubts it after a call that was refused for another reason', () => {
    const check = createCookieCheck()
    const signedIn = record()
    check.start(signedIn)
    check.see(reply(403))
    check.see(reply(401))
    expect(check.isDoubtful(signedIn, refusal(401))).toBe(true)
  })

  it('fails each later 401 with the same error, and no other reply', () => {
    const check = createCookieCheck()
    const signedIn = record()
    check.start(signedIn)
    const failure = check.explain(signedIn, refusal(401))
    expect(() => check.see(reply(401))).toThrow(expect.objectContaining(noCookie))
    expect(() => check.see(reply(401))).toThrow(failure as Error)
    for (const status of [200, 400, 403, 500]) expect(() => check.see(reply(status))).not.toThrow()
  })

  it('begins anew with the next sign-in', () => {
    const check = createCookieCheck()
    const first = record()
    check.start(first)
    check.explain(first, refusal(401))
    const second = record()
    check.start(second)
    expect(() => check.see(reply(401))).not.toThrow()
    expect(check.isDoubtful(first, refusal(401))).toBe(false)
    expect(check.isDoubtful(second, refusal(401))).toBe(true)
  })
})
