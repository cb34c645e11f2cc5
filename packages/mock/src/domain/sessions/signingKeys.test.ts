import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createMock } from '../../mock/createMock.ts'

const now = '2026-01-15T09:30:00.000Z'

async function jwksOf(
  mock: ReturnType<typeof createMock>,
  environmentId = mock.defaults.environments.sandbox.id,
): Promise<{ keys: (JWK & { kty: string })[] }> {
  return (await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${environmentId}/.well-known/jwks`)).json()
}

describe('signing keys', () => {
  for (const [signing, kty] of [
    ['RS256', 'RSA'],
    ['ES256', 'EC'],
    ['EdDSA', 'OKP'],
  ] as const) {
    it(`sign by ${signing} if the option says so, and the service accepts the tokens`, async () => {
      const mock = createMock({ now, signing })
      const { token, headers } = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
      const keys = await jwksOf(mock)
      expect(keys.keys).toMatchObject([{ alg: signing, kty, use: 'sig' }])
      expect(keys.keys[0]).not.toHaveProperty('d')
      const { protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), { currentDate: new Date(now) })
      expect(protectedHeader.alg).toBe(signing)
      const { id } = mock.defaults.environments.sandbox
      expect((await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${id}/session`, { headers })).status).toBe(204)
    })
  }

  it('are the same in every instance, independent of which environment signs first', async () => {
    const [first, second] = [createMock({ seed: 'a' }), createMock({ seed: 'b' })]
    const { live, sandbox } = first.defaults.environments
    await jwksOf(first, live.id)
    expect(await jwksOf(first, sandbox.id)).toEqual(await jwksOf(second, sandbox.id))
    expect(await jwksOf(second, live.id)).toEqual(await jwksOf(first, live.id))
  })

  it('are the published ones, each always at the same environment', async () => {
    const mock = createMock()
    const { live, sandbox } = mock.defaults.environments
    const kidOf = async (environmentId: string) => (await jwksOf(mock, environmentId)).keys.map(({ kid }) => kid)
    // Tokens that somebody has stored name these keys.
    expect(await kidOf(sandbox.id)).toEqual(['SBaFJ5mVtCtzJCC2mHYnL9oexKmPFUiPDtCuQz1BUfE'])
    expect(await kidOf(live.id)).toEqual(['lJyn-BVIVOEB23R7dDkoWIhkFfYz-0wVp0EbYRYp4fE'])
  })

  it('are random with the randomness of the platform, since everybody has the private parts of the published ones', async () => {
    const kidsOf = async () => {
      const { keys } = await jwksOf(createMock({ randomness: 'platform', signing: 'EdDSA' }))
      return keys.map(({ kid }) => kid)
    }
    const [first, second, published] = [await kidsOf(), await kidsOf(), await jwksOf(createMock({ signing: 'EdDSA' }))]
    expect(first).toHaveLength(1)
    expect(first).not.toEqual(second)
    expect(first).not.toEqual(published.keys.map(({ kid }) => kid))
  })

  it('do not make a token of one instance valid in another', async () => {
    const [first, second] = [createMock({ seed: 'a', now }), createMock({ seed: 'b', now })]
    const { headers } = await first.signIn(await first.create.user({ email: 'ada@example.com' }))
    await jwksOf(second)
    const url = `${second.baseUrl}/api/v0/sdk/${second.defaults.environments.sandbox.id}/session`
    expect((await first.fetch(url, { headers })).status).toBe(204)
    expect((await second.fetch(url, { headers })).status).toBe(401)
  })

  it('do not make a token with another issuer valid, although they have signed it', async () => {
    const [first, second] = [
      createMock({ now, baseUrl: 'https://one.latchkey.test' }),
      createMock({ now, baseUrl: 'https://two.latchkey.test' }),
    ]
    const { headers } = await first.signIn(await first.create.user({ email: 'ada@example.com' }))
    second.import(first.export())
    for (const [mock, status] of [
      [first, 204],
      [second, 401],
    ] as const) {
      expect(
        (await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/session`, { headers }))
          .status,
      ).toBe(status)
    }
  })

  it('do not make a token valid whose issuer is not exactly the host, a slash and the environment', async () => {
    const mock = createMock({ now, baseUrl: 'https://one.latchkey.test:8443' })
    const { live, sandbox } = mock.defaults.environments
    const { token } = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
    const { alg, kid, typ } = decodeProtectedHeader(token) as { alg: string; kid: string; typ: string }
    const { signingKeys } = mock.export().tables as { signingKeys: { kid: string; privateJwk: JWK }[] }
    const key = await importJWK(signingKeys.find((record) => record.kid === kid)?.privateJwk ?? {}, alg)
    const statusWith = async (iss: string) => {
      const raw = await new SignJWT({ ...decodeJwt(token), iss }).setProtectedHeader({ alg, kid, typ }).sign(key)
      const url = `${mock.baseUrl}/api/v0/sdk/${sandbox.id}/session`
      return (await mock.fetch(url, { headers: { authorization: `Bearer ${raw}` } })).status
    }
    const issuer = `one.latchkey.test:8443/${sandbox.id}`
    expect(decodeJwt(token).iss).toBe(issuer)
    expect(await statusWith(issuer)).toBe(204)
    const others = [
      `https://${issuer}`,
      `//${issuer}`,
      `${issuer}/`,
      `one.latchkey.test:8443/${live.id}`,
      `one.latchkey.test/${sandbox.id}`,
      `two.latchkey.test:8443/${sandbox.id}`,
      sandbox.id,
    ]
    for (const iss of others) expect(await statusWith(iss), iss).toBe(401)
  })

  it('produce the same tokens for the same seed and calls', async () => {
    const signIn = async () => {
      const mock = createMock({ seed: 'same', now })
      return (await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))).token
    }
    expect(await signIn()).toBe(await signIn())
  })
})
