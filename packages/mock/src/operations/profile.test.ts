import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()

describe('profile.get', () => {
  it('shows the user as the user is now', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com', firstName: 'Ada', metadata: { plan: 'free' } })
    const { token } = await host.mock.signIn(user)
    const { body } = await host.call('profile.get', { token })
    expect(body).toMatchObject({ id: user.id, email: 'ada@example.com', firstName: 'Ada', metadata: { plan: 'free' }, newUser: false, scope: 'user:basic', missingFields: [] })
    expect(body.verifiedCredentials).toMatchObject([{ id: body.lastVerifiedCredentialId, format: 'email', email: 'ada@example.com' }])
    await host.call('users.update', { params: { userId: user.id }, body: { firstName: 'Augusta' } })
    expect((await host.call('profile.get', { token })).body.firstName).toBe('Augusta')
  })

  it('lists the enabled required fields that are empty, standard and custom, and keeps user:basic until they are filled', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { token } = await host.mock.signIn(user)
    const field = await host.mock.create.customField({ name: 'Shoe size', required: true })
    await host.mock.create.customField({ name: 'Hat size', required: true, enabled: false })
    await host.mock.create.customField({ name: 'Shirt size', required: false })
    const kyc = host.mock.settings.get().kyc.map((one) => (one.name === 'country' ? { ...one, enabled: true, required: true } : one))
    await host.mock.settings.patch({ kyc })
    const { body } = await host.call('profile.get', { token })
    expect(body.missingFields).toMatchObject([{ name: 'country', type: 'standard' }, { name: 'Shoe size', type: 'custom', required: true, enabled: true }])
    expect(body.scope).toBe('')
    await host.call('users.update', { params: { userId: user.id }, body: { country: 'GB', metadata: { [String(field.key)]: '38' } } })
    expect((await host.call('profile.get', { token })).body).toMatchObject({ missingFields: [], scope: 'user:basic' })
  })

  it('shows no credential that is not verified', async () => {
    const { body: { user } } = await host.call('users.create', { body: { email: 'ada@example.com', oauthAccounts: [{ provider: 'google', accountId: 'g-1' }] } })
    const { token } = await host.mock.signIn(String(user?.id))
    const { body } = await host.call('profile.get', { token })
    expect(body.verifiedCredentials.map(({ format }) => format)).toEqual(['oauth'])
  })

  it('refuses a call without a session, with an API token, and from another environment', async () => {
    const { live, sandbox } = host.mock.defaults.environments
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
    for (const bad of [null, sandbox.token, 'x.y.z']) expect(await host.refuse('profile.get', { token: bad })).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await host.refuse('profile.get', { token, params: { environmentId: live.id } })).toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
