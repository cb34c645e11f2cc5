import { generateKeyPairSync } from 'node:crypto'
import type { PrivateJwk } from '@latchkey/crypto/ownKey'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { createMock, type Mock, type MockOptions } from './createMock.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signingKey: PrivateJwk = { ...(privateKey.export({ format: 'jwk' }) as JsonWebKey), kid: 'pinned' }
const { d: _, ...publicJwk } = signingKey
const pinned = createLocalJWKSet({ keys: [{ ...publicJwk, alg: 'ES256' }] } as JSONWebKeySet)

let people = 0
const tokenOf = async (mock: Mock, environmentId = mock.defaults.environments.sandbox.id) => {
  const user = await mock.create.user({ email: `ada${people++}@example.com` }, { environmentId })
  return (await mock.signIn(user)).token
}

const keysOf = async ({ fetch, baseUrl, defaults }: Mock) =>
  (await fetch(`${baseUrl}/api/v0/sdk/${defaults.environments.sandbox.id}/.well-known/jwks`)).json()

/** The status with which the service answers a token in an environment. */
const statusOf = async ({ fetch, baseUrl }: Mock, environmentId: string, token: string) =>
  (await fetch(`${baseUrl}/api/v0/sdk/${environmentId}/users`, { headers: { authorization: `Bearer ${token}` } }))
    .status

describe('createMock signingKey', () => {
  it('signs the tokens of all environments, so that a fixed JWK set verifies those of each run', async () => {
    for (const seed of ['first run', 'second run']) {
      const mock = createMock({ seed, signingKey })
      const { sandbox, live } = mock.defaults.environments
      for (const { id } of [sandbox, live]) {
        const token = await tokenOf(mock, id)
        expect((await jwtVerify(token, pinned)).payload.environment_id).toBe(id)
        expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: 'pinned' })
        expect(await statusOf(mock, id, token)).toBe(200)
      }
      expect((await keysOf(mock)).keys).toEqual([expect.objectContaining({ kid: 'pinned', alg: 'ES256', kty: 'EC' })])
    }
  })

  it('never shows its private part', async () => {
    const mock = createMock({ signingKey })
    await tokenOf(mock)
    expect(JSON.stringify(await keysOf(mock))).not.toContain(signingKey.d)
  })

  it('is in no state by its private part, so in no export and no copy', async () => {
    const mock = createMock({ signingKey })
    const token = await tokenOf(mock)
    const states = [mock.export(), mock.fork().export()].map((state) => JSON.stringify(state))
    for (const state of states) {
      expect(state).not.toContain(signingKey.d)
      expect(state).toContain('"kid":"pinned"')
    }
    const next = createMock({ signingKey })
    next.import(mock.export())
    expect(decodeProtectedHeader(await tokenOf(next)).kid).toBe('pinned')
    expect(await statusOf(next, next.defaults.environments.sandbox.id, token)).toBe(200)
    expect((await keysOf(next)).keys).toHaveLength(1)
  })

  it('stands in for itself where its state comes without it, and signs again when it is back', async () => {
    const mock = createMock({ signingKey, seed: 'kept' })
    const token = await tokenOf(mock)
    const without = createMock({ seed: 'kept' })
    without.import(mock.export())
    const { id } = without.defaults.environments.sandbox
    const standIn = await tokenOf(without)
    expect(decodeProtectedHeader(standIn)).toMatchObject({ alg: 'RS256' })
    expect([await statusOf(without, id, token), await statusOf(without, id, standIn)]).toEqual([200, 200])
    const again = createMock({ signingKey, seed: 'kept' })
    again.import(without.export())
    expect(decodeProtectedHeader(await tokenOf(again)).kid).toBe('pinned')
    expect([await statusOf(again, id, token), await statusOf(again, id, standIn)]).toEqual([200, 200])
  })

  it('signs in forks as well', async () => {
    const fork = createMock({ signingKey }).fork()
    expect((await jwtVerify(await tokenOf(fork), pinned)).protectedHeader.kid).toBe('pinned')
  })

  it('replaces the key of a state that comes from elsewhere, whose tokens stay valid', async () => {
    const former = createMock({ seed: 'kept' })
    const formerToken = await tokenOf(former)
    const mock = createMock({ seed: 'kept', signingKey })
    mock.import(former.export())
    expect(decodeProtectedHeader(await tokenOf(mock)).kid).toBe('pinned')
    expect(await statusOf(mock, mock.defaults.environments.sandbox.id, formerToken)).toBe(200)
    expect((await keysOf(mock)).keys).toHaveLength(2)
  })

  it('can be replaced by a new key of the same algorithm', async () => {
    const mock = createMock({ signingKey })
    const before = await tokenOf(mock)
    const { kid } = await mock.keys.rotate()
    const after = await tokenOf(mock)
    expect(decodeProtectedHeader(after)).toMatchObject({ kid, alg: 'ES256' })
    await expect(jwtVerify(after, pinned)).rejects.toThrow('no applicable key')
    expect(await statusOf(mock, mock.defaults.environments.sandbox.id, before)).toBe(200)
  })

  it('opens no other environment, although the key and the issuer are the same', async () => {
    const mock = createMock({ signingKey, issuer: 'https://login.example.com' })
    const { sandbox, live } = mock.defaults.environments
    const token = await tokenOf(mock, live.id)
    expect([await statusOf(mock, live.id, token), await statusOf(mock, sandbox.id, token)]).toEqual([200, 401])
  })

  it.each<[string, MockOptions]>([
    ['a key of another algorithm than `signing`', { signingKey, signing: 'RS256' }],
    ['a public key', { signingKey: publicJwk }],
  ])('refuses %s', (_name, options) => {
    expect(() => createMock(options)).toThrow(/^Failed to call "createMock\(\)": `sign\w+` /)
  })
})

describe('createMock issuer', () => {
  it.each([
    ['https://login.example.com', 'https://login.example.com'],
    ['login.example.com/{environmentId}', 'login.example.com/ID'],
    ['https://login.example.com:8443/t/{environmentId}/', 'https://login.example.com:8443/t/ID/'],
  ])('%s is the iss of tokens, which the service accepts', async (issuer, expected) => {
    const mock = createMock({ issuer })
    const { id } = mock.defaults.environments.sandbox
    const token = await tokenOf(mock)
    expect(decodeJwt(token).iss).toBe(expected.replace('ID', id))
    expect(await statusOf(mock, id, token)).toBe(200)
  })

  it.each(['', 'https://', 'two words', 'https://a:b@example.com', 'https://example.com?x', 'example.com/{id}', 'a#b'])(
    'refuses the issuer "%s"',
    (issuer) => {
      expect(() => createMock({ issuer })).toThrow('`issuer` takes a URL or a host')
    },
  )
})
