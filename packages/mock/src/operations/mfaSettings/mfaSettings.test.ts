import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'

const host = createHost()
const set = (id: 'mfaSettings.enable' | 'mfaSettings.disable', mfaDeviceType: string) =>
  host.call(id, { params: { mfaDeviceType } })
const settings = async () => (await host.call('mfaSettings.get')).body.mfaSettings

describe('mfaSettings', () => {
  it('begin with every kind turned off', async () => {
    expect(await settings()).toEqual([
      { mfaDeviceType: 'totp', enabledAt: null },
      { mfaDeviceType: 'passkey', enabledAt: null },
      { mfaDeviceType: 'email', enabledAt: null },
    ])
  })

  it('turn one kind on and leave the others', async () => {
    const { body } = await set('mfaSettings.enable', 'passkey')
    expect(body).toEqual({ mfaDeviceType: 'passkey', enabledAt: '2026-01-15T09:30:00.000Z' })
    expect(await settings()).toEqual([
      { mfaDeviceType: 'totp', enabledAt: null },
      body,
      { mfaDeviceType: 'email', enabledAt: null },
    ])
  })

  it('keep the instant at which a kind was first turned on', async () => {
    const { body: first } = await set('mfaSettings.enable', 'totp')
    await host.mock.clock.advance({ minutes: 1 })
    expect((await set('mfaSettings.enable', 'totp')).body).toEqual(first)
  })

  it('turn a kind off any number of times, and on again at another instant', async () => {
    const { body: first } = await set('mfaSettings.enable', 'totp')
    for (let time = 0; time < 2; time++)
      expect((await set('mfaSettings.disable', 'totp')).body).toEqual({ mfaDeviceType: 'totp', enabledAt: null })
    expect((await settings())?.[0]).toEqual({ mfaDeviceType: 'totp', enabledAt: null })
    await host.mock.clock.advance({ minutes: 1 })
    expect((await set('mfaSettings.enable', 'totp')).body.enabledAt).not.toBe(first.enabledAt)
  })

  it('are those of one organization, and not those of its users', async () => {
    await set('mfaSettings.enable', 'email')
    const { id: owner, token } = await host.mock.create.admin({ role: null })
    const { id: organizationId } = await host.mock.create.organization({ owner })
    expect(
      (await host.call('mfaSettings.get', { params: { organizationId }, token })).body.mfaSettings?.every(
        ({ enabledAt }) => enabledAt === null,
      ),
    ).toBe(true)
    expect(host.mock.settings.get().security.mfa?.availableMethods).toEqual(['totp', 'passkey'])
  })

  it('can be read by a viewer', async () => {
    const { token } = await host.mock.create.admin({ role: 'viewer' })
    expect((await host.call('mfaSettings.get', { token })).body.mfaSettings).toHaveLength(3)
  })

  it('have only the kinds of the interface', async () => {
    for (const id of ['mfaSettings.enable', 'mfaSettings.disable'] as const) {
      expect(await host.refuse(id, { params: { mfaDeviceType: 'sms' } })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })
})

const organization = async () => ({ organizationId: host.mock.defaults.organizationId })

describeMemberRefusals(host, { 'mfaSettings.get': { params: organization } })

describe.each(['mfaSettings.enable', 'mfaSettings.disable'] as const)('%s', (id) => {
  const params = { mfaDeviceType: 'totp' }

  it('refuses a missing token, an unknown one, and one of an environment', async () => {
    for (const token of [null, 'lk_member_unknown'])
      expect(await host.refuse(id, { params, token })).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await host.refuse(id, { params, token: host.mock.defaults.environments.sandbox.token })).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  it('refuses a developer, and hides the organization from a person who is not a member', async () => {
    const { token } = await host.mock.create.admin({ role: 'developer' })
    expect(await host.refuse(id, { params, token })).toMatchObject({ status: 403, code: 'insufficient_role' })
    const { token: stranger } = await host.mock.create.admin({ role: null })
    expect(await host.refuse(id, { params, token: stranger })).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('does not find an unknown organization', async () => {
    expect(
      await host.refuse(id, { params: { ...params, organizationId: '00000000-0000-7000-8000-00000000dead' } }),
    ).toMatchObject({ status: 404, code: 'not_found' })
  })
})
