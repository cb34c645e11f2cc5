import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const unknown = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'

describe('jwks.get', () => {
  it('publishes the signing key, named by its thumbprint and without its private part', async () => {
    const { body } = await host.call('jwks.get')
    expect(body.keys).toHaveLength(1)
    const [key = {}] = body.keys
    expect(key).toMatchObject({ alg: 'RS256', kty: 'RSA', use: 'sig', e: 'AQAB' })
    expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    expect(key.kid).toBe(await calculateJwkThumbprint({ kty: 'RSA', e: String(key.e), n: String(key.n) }))
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
    expect(decodeProtectedHeader(token).kid).toBe(key.kid)
  })

  it('has another key in each environment, and the same one each time', async () => {
    const keyOf = async (environmentId: string) =>
      (await host.call('jwks.get', { params: { environmentId } })).body.keys[0]?.kid
    const { live, sandbox } = host.mock.defaults.environments
    const first = await keyOf(live.id)
    expect(await keyOf(sandbox.id)).not.toBe(first)
    expect(await keyOf(live.id)).toBe(first)
  })

  it('verifies the tokens of its own environment, and refuses those of another one', async () => {
    const { live, sandbox } = host.mock.defaults.environments
    const publish = async (environmentId: string) =>
      createLocalJWKSet((await host.call('jwks.get', { params: { environmentId } })).body as JSONWebKeySet)
    const tokenOf = async (environmentId: string) => {
      const user = await host.mock.create.user({ email: 'ada@example.com' }, { environmentId })
      return (await host.mock.signIn(user)).token
    }
    // Both sets are published before the first token is made.
    const [keysOfSandbox, keysOfLive] = [await publish(sandbox.id), await publish(live.id)]
    const [tokenOfSandbox, tokenOfLive] = [await tokenOf(sandbox.id), await tokenOf(live.id)]
    const now = { currentDate: new Date(host.mock.clock.iso()) }
    const verified = await jwtVerify(tokenOfSandbox, keysOfSandbox, now)
    expect(verified.payload.environment_id).toBe(sandbox.id)
    expect((await jwtVerify(tokenOfLive, keysOfLive, now)).payload.environment_id).toBe(live.id)
    await expect(jwtVerify(tokenOfSandbox, keysOfLive, now)).rejects.toThrow('no applicable key')
    await expect(jwtVerify(tokenOfLive, keysOfSandbox, now)).rejects.toThrow('no applicable key')
  })

  it('has a key for environments beyond the fixed ones', async () => {
    const kids = new Set<string | undefined>()
    for (const name of ['One', 'Two']) {
      const {
        body: { project },
      } = await host.call('projects.create', { body: { name } })
      for (const { id = '' } of project?.projectEnvironments ?? [])
        kids.add((await host.call('jwks.get', { params: { environmentId: id } })).body.keys[0]?.kid)
    }
    expect(kids.size).toBe(4)
  })

  it('answers 404 without a body for an environment that does not exist', async () => {
    expect(await host.refuse('jwks.get', { params: { environmentId: unknown } })).toMatchObject({
      status: 404,
      body: undefined,
    })
    expect(await host.refuse('jwks.getJson', { params: { environmentId: unknown } })).toMatchObject({
      status: 404,
      body: undefined,
    })
  })
})

describe('jwks.getJson', () => {
  it('returns the same set, byte for byte', async () => {
    const { id } = host.mock.defaults.environments.sandbox
    const text = async (name: string) =>
      (await host.fetch(`${host.mock.baseUrl}/api/v0/sdk/${id}/.well-known/${name}`)).text()
    expect(await text('jwks.json')).toBe(await text('jwks'))
  })
})
