import { describe, expect, it } from 'vitest'
import { ApiError, ConnectionError } from '../shared/errors.ts'
import { SignInError } from '../shared/signInError.ts'
import { isRefused, isUnauthorized } from './refusal.ts'

const refusal = (status: number, body: unknown = { error: 'The token has expired.', code: 'token_expired' }) =>
  new ApiError(new Response(null, { status }), body, {})
const passing = [
  ["a gateway's page with 401", refusal(401, '<h1>401 Authorization Required</h1>')],
  ["a gateway's own 401", refusal(401, { message: 'Unauthorized' })],
  ['a 401 without a body', refusal(401, '')],
  ['a 400', refusal(400)],
  ['a 403', refusal(403)],
  ['a 404', refusal(404)],
  ['a 429', refusal(429)],
  ['a 500', refusal(500)],
  ['a failed connection', new ConnectionError('gone', {})],
  ['an object that only has the status', { status: 401 }],
  ['nothing', undefined],
] as const

describe('a failed refresh', () => {
  it('ends the session when the service refuses its token', () => {
    expect([isRefused(refusal(401)), isUnauthorized(refusal(401))]).toEqual([true, true])
  })

  it("ends the session when the answer is another user's, which is no 401", () => {
    const error = new SignInError('other_user', "The refresh answered another user's session.")
    expect([isRefused(error), isUnauthorized(error)]).toEqual([true, false])
  })

  it.each(passing)('does not end the session with %s', (_, error) => {
    expect([isRefused(error), isUnauthorized(error)]).toEqual([false, false])
  })
})
