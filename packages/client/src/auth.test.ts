import { describe, expect, it } from 'vitest'
import { rejection } from '../test/serve.ts'
import { type Auth, bearer, cookies } from './auth.ts'
import { AuthError } from './errors.ts'

async function headersOf(auth: Auth, headers: Record<string, string> = {}): Promise<Record<string, string>> {
  await auth.authorize({ headers })
  return headers
}

describe('bearer', () => {
  it('sends a fixed token', async () => {
    expect(await headersOf(bearer('abc.def'))).toEqual({ authorization: 'Bearer abc.def' })
  })

  it('asks a provider once for requests that start together, and again for a later one', async () => {
    let asked = 0
    const auth = bearer(async () => `token-${++asked}`)
    const together = await Promise.all(Array.from({ length: 50 }, () => headersOf(auth)))
    expect(new Set(together.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token-1']))
    expect(await headersOf(auth)).toEqual({ authorization: 'Bearer token-2' })
  })

  it('leaves the authorization header of a caller as it is, and does not ask the provider', async () => {
    const auth = bearer(() => {
      throw new Error('asked')
    })
    expect(await headersOf(auth, { authorization: 'Basic x' })).toEqual({ authorization: 'Basic x' })
  })

  it.each(['', 'two words', 'line\nbreak', 'é'])('refuses the token %j and does not repeat it', (token) => {
    expect(() => bearer(token)).toThrow(new TypeError('Failed to call "bearer()": the token is empty or holds characters that no token has.'))
  })

  it('rejects with an AuthError when the provider fails, and asks it again the next time', async () => {
    const cause = new Error('signed out')
    let failing = true
    const auth = bearer(() => (failing ? Promise.reject(cause) : 'fresh'))
    const error = await rejection(headersOf(auth))
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({ message: 'The token provider failed, so nothing was sent.', cause })
    failing = false
    expect(await headersOf(auth)).toEqual({ authorization: 'Bearer fresh' })
  })

  it.each(['', 'secret token\n'])('rejects with an AuthError that does not repeat it when the provider gives %j', async (token) => {
    const error = await rejection(headersOf(bearer(async () => token)))
    expect(error).toMatchObject({ name: 'AuthError', message: 'The token provider gave no token, so nothing was sent.' })
  })
})

describe('cookies', () => {
  it('includes credentials and adds no header', () => {
    const target: { headers: Record<string, string>; credentials?: RequestInit['credentials'] } = { headers: {} }
    cookies().authorize(target)
    expect(target).toEqual({ headers: {}, credentials: 'include' })
  })
})
