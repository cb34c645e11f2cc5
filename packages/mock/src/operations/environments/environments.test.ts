import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'

const host = createHost()

describeEnvironmentRefusals(host, { 'environments.get': {}, 'environments.getKeys': {} })
describeMemberRefusals(host, { 'environments.listByProject': {} })

describe('environments.get', () => {
  it('shows the settings, with the enabled providers and without their secrets', async () => {
    const { sandbox } = host.mock.defaults.environments
    const { body: provider } = await host.call('providers.create', {
      body: { provider: 'google', clientId: 'client-1', clientSecret: 'hidden-secret' },
    })
    const { body: before } = await host.call('environments.get')
    expect(before).toMatchObject({
      id: sandbox.id,
      createdAt: '2026-01-15T09:30:00.000Z',
      updatedAt: '2026-01-15T09:30:00.000Z',
    })
    expect(before.settings).toMatchObject({
      environmentName: 'sandbox',
      customFields: [],
      providers: [{ provider: 'emailOnly' }],
    })
    await host.mock.clock.advance(1000)
    await host.call('providers.enable', { params: { providerId: provider.id as string } })
    const { body: after } = await host.call('environments.get')
    expect(after.settings?.providers).toMatchObject([
      { provider: 'google', clientId: 'client-1' },
      { provider: 'emailOnly' },
    ])
    expect(after.updatedAt).toBe('2026-01-15T09:30:01.000Z')
    expect(JSON.stringify(after)).not.toContain('hidden-secret')
  })

  it('names the version of the client that called last', async () => {
    expect((await host.call('environments.get')).body).not.toHaveProperty('sdkVersion')
    for (const sdkVersion of ['4.1.0', '4.2.0', 'x'.repeat(51)])
      await host.call('sdkSettings.get', { query: { sdkVersion } })
    await host.call('sdkSettings.get')
    expect((await host.call('environments.get')).body).toMatchObject({
      sdkVersion: '4.2.0',
      updatedAt: '2026-01-15T09:30:00.000Z',
    })
  })

  it('lets every member of the organization read it', async () => {
    const { token } = await host.mock.create.admin({ role: 'viewer' })
    expect((await host.call('environments.get', { token })).body.id).toBe(host.mock.defaults.environments.sandbox.id)
  })
})

describe('environments.listByProject', () => {
  it('shows both environments, which have separate data', async () => {
    await host.call('customFields.create', {
      body: { name: 'Only here', enabled: true, required: false, fieldType: 'text', position: 0 },
    })
    const { environments } = (await host.call('environments.listByProject')).body
    const { sandbox, live } = host.mock.defaults.environments
    expect(environments.sandbox).toEqual((await host.call('environments.get')).body)
    expect(environments.live).toEqual(
      (await host.call('environments.get', { params: { environmentId: live.id }, token: live.token })).body,
    )
    expect([environments.sandbox.id, environments.live.id]).toEqual([sandbox.id, live.id])
    expect([environments.sandbox.settings?.environmentName, environments.live.settings?.environmentName]).toEqual([
      'sandbox',
      'live',
    ])
    expect([
      environments.sandbox.settings?.customFields?.length,
      environments.live.settings?.customFields?.length,
    ]).toEqual([1, 0])
  })
})

describe('environments.getKeys', () => {
  const keyOf = async (environmentId = host.mock.defaults.environments.sandbox.id, token?: string) =>
    (await host.call('environments.getKeys', { params: { environmentId }, token })).body.key
  const verifies = async (publicKey: string | undefined, token: string) =>
    jwtVerify(token, await importSPKI(atob(String(publicKey)), String(decodeProtectedHeader(token).alg)), {
      currentDate: new Date('2026-01-15T09:30:00.000Z'),
    }).then(
      () => true,
      () => false,
    )

  it('returns the key that verifies the tokens of this environment only', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
    const key = await keyOf()
    expect(key).toEqual({ id: expect.any(String), publicKey: expect.any(String) })
    expect(atob(String(key?.publicKey))).toMatch(
      /^-----BEGIN PUBLIC KEY-----\n[\w+/=\n]+\n-----END PUBLIC KEY-----\n?$/,
    )
    expect(await verifies(key?.publicKey, token)).toBe(true)
    expect(await verifies((await keyOf(live.id, live.token))?.publicKey, token)).toBe(false)
    expect(await keyOf(sandbox.id)).toEqual(key)
  })

  it('returns the new key after a rotation', async () => {
    const userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
    const before = await keyOf()
    await host.mock.keys.rotate()
    const after = await keyOf()
    expect(after?.id).not.toBe(before?.id)
    const { token } = await host.mock.signIn(userId)
    expect([await verifies(before?.publicKey, token), await verifies(after?.publicKey, token)]).toEqual([false, true])
  })
})
