import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMock } from '../../../mock/createMock.ts'

const now = '2026-01-15T09:30:00.000Z'

afterEach(() => vi.restoreAllMocks())

async function start() {
  const faults: unknown[] = []
  const mock = createMock({ now, signing: 'ES256', onError: (cause) => faults.push(cause) })
  await mock.create.provider({ provider: 'google' })
  await mock.idp.google?.addUser({ email: 'zoe@example.com', displayName: 'Zoë', profile: { given_name: 'Zoë' } })
  // A key is imported with its first signature.
  await mock.signIn(await mock.create.user({ email: 'first@example.com' }))
  const { id, token } = mock.defaults.environments.sandbox
  const base = `${mock.baseUrl}/api/v0/sdk/${id}`
  const post = (path: string, body: object) =>
    mock.fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const list = async (what: string) =>
    (await (
      await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/${what}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).json()) as { count: number } & { length: number }
  const state = 'state-of-the-round-trip'
  await post('/providers/google/initAuth', { state, redirectUrl: 'https://app.example.com/signed-in' })
  const { url } = (await (await mock.fetch(`${base}/providers/google/loginUrl?state=${state}`)).json()) as {
    url: string
  }
  const answer = await mock.fetch(`${url}&prompt=none&login_hint=zoe@example.com`, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  await mock.fetch(back)
  const signIn = () => post('/providers/google/signIn', { state, code: back.searchParams.get('code') })
  return {
    mock,
    faults,
    signIn,
    base,
    counts: async () => ({ users: (await list('users')).count, events: (await list('events')).length }),
  }
}

type Reply = { readonly jwt: string; readonly minifiedJwt: string; readonly user: { readonly sessionId: string } }
const readReply = async (response: Response): Promise<Reply> => JSON.parse(await response.text())

describe('a sign-in', () => {
  it('is answered with two valid tokens of the session in the reply', async () => {
    const { signIn, base, mock } = await start()
    const { jwt, minifiedJwt, user } = await readReply(await signIn())
    const keys = createLocalJWKSet(await (await mock.fetch(`${base}/.well-known/jwks`)).json())
    for (const token of [jwt, minifiedJwt]) {
      const { payload } = await jwtVerify(token, keys, { currentDate: new Date(now) })
      expect(payload.sid).toBe(user.sessionId)
    }
    expect((await jwtVerify(jwt, keys, { currentDate: new Date(now) })).payload.given_name).toBe('Zoë')
    expect(jwt).not.toBe(minifiedJwt)
  })

  it('keeps nothing when a signature fails: the same proof signs in afterwards', async () => {
    const { faults, signIn, counts } = await start()
    const before = await counts()
    const sign = vi
      .spyOn(crypto.subtle, 'sign')
      .mockRejectedValueOnce(new DOMException('The key is gone.', 'OperationError'))
    expect((await signIn()).status).toBe(500)
    expect(faults).toEqual([expect.objectContaining({ message: 'The key is gone.' })])
    expect(await counts()).toEqual(before)
    sign.mockRestore()
    expect((await signIn()).status).toBe(200)
    const after = await counts()
    expect(after.users).toBe(before.users + 1)
    expect(after.events).toBeGreaterThan(before.events)
    expect((await signIn()).status).toBe(422)
  })

  it('is passed to an override with its complete reply', async () => {
    const { mock, signIn } = await start()
    let seen: unknown
    mock.override('oauth.signIn', async (_, next) => {
      const reply = await next()
      seen = reply.body
      return reply
    })
    expect(await readReply(await signIn())).toEqual(seen)
    expect(seen).toMatchObject({ jwt: expect.stringMatching(/^ey/), minifiedJwt: expect.stringMatching(/^ey/) })
  })
})
