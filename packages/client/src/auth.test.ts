import { describe, expect, it } from 'vitest'
import { rejection } from '../test/serve.ts'
import { type Auth, bearer, cookies } from './auth.ts'
import { createTransport } from './createTransport.ts'
import { gates } from './generated/operations/index.ts'

const cause = new Error('signed out')
const ids = { environmentId: 'e', gateId: 'g' }

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

  it.each([
    ['throws', () => { throw cause }],
    ['rejects', () => Promise.reject(cause)],
  ])('makes each call that shares it an AuthError of its own operation when the provider %s, and asks again the next time', async (_, failing) => {
    let provider: () => string | Promise<string> = failing
    let sent = 0
    const api = createTransport({ baseUrl: 'https://api.test', auth: bearer(() => provider()), fetch: async () => (sent++, Response.json({ gates: [] })) })
    const [one, two] = await Promise.all([rejection(gates.get(api, ids)), rejection(gates.list(api, ids))])
    expect(one).toMatchObject({ name: 'AuthError', operation: 'gates.get', message: 'gates.get was not sent, for no credential could be had.', cause })
    expect(two).toMatchObject({ name: 'AuthError', operation: 'gates.list', cause })
    expect(sent).toBe(0)
    provider = () => 'fresh'
    await gates.get(api, ids)
    expect(sent).toBe(1)
  })

  it.each(['', 'secret token\n'])('makes an AuthError that does not repeat it when the provider gives %j', async (token) => {
    const api = createTransport({ baseUrl: 'https://api.test', auth: bearer(async () => token), fetch: async () => Response.json({}) })
    expect(await rejection(gates.get(api, ids))).toMatchObject({ name: 'AuthError', cause: new TypeError('The token provider gave no token.') })
  })
})

describe('an Auth of one\'s own', () => {
  it('makes an AuthError of whatever it throws', async () => {
    const api = createTransport({ baseUrl: 'https://api.test', auth: { authorize: () => { throw cause } }, fetch: async () => Response.json({}) })
    expect(await rejection(gates.get(api, ids))).toMatchObject({ name: 'AuthError', operation: 'gates.get', cause })
  })
})

describe('cookies', () => {
  it('includes credentials and adds no header', () => {
    const target: { headers: Record<string, string>; credentials?: RequestInit['credentials'] } = { headers: {} }
    cookies().authorize(target)
    expect(target).toEqual({ headers: {}, credentials: 'include' })
  })
})
