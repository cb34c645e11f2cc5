import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { newState, signInByOAuth, startRoundTrip, walkRoundTrip } from '../../../test/people/oauthRoundTrip.ts'
import { requestEmailCode } from '../../../test/people/oneTimeCodes.ts'

const host = createHost()
const email = 'ada@example.com'
const create = async (provider: 'google' | 'emailOnly' | 'dynamic' | 'turnkey') =>
  String((await host.mock.create.provider({ provider })).id)
const remove = (providerId: string) => host.send('providers.delete', { params: { providerId } })

describeEnvironmentRefusals(host, {
  'providers.delete': { params: async () => ({ providerId: await create('google') }) },
})

describe('providers.delete', () => {
  it('deletes the provider, in the settings, too, and allows it to be created again', async () => {
    const providerId = await create('google')
    const { live } = host.mock.defaults.environments
    await host.mock.create.provider({ provider: 'google' }, { environmentId: live.id })
    await host.mock.clock.advance(1000)
    expect(await remove(providerId)).toMatchObject({ status: 204, body: undefined })
    expect((await host.call('providers.list')).body.providers).toMatchObject([{ provider: 'emailOnly' }])
    expect(await host.refuse('providers.get', { params: { providerId } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect((await host.call('environments.get')).body).toMatchObject({
      updatedAt: '2026-01-15T09:30:01.000Z',
      settings: { providers: [{ provider: 'emailOnly' }], sdk: { socialSignIn: { providers: [] } } },
    })
    expect(
      (await host.call('providers.list', { params: { environmentId: live.id }, token: live.token })).body.providers,
    ).toHaveLength(1)
    expect((await remove(providerId)).status).toBe(404)
    expect(await create('google')).not.toBe(providerId)
  })

  it('ends its sign-ins at once, including those in progress, even if it is created again', async () => {
    const providerId = await create('google')
    await host.mock.idp.google?.addUser({ email, accountId: 'g-1' })
    const params = { providerType: 'google' } as const
    const proof = await walkRoundTrip(host, { email })
    const { state } = await startRoundTrip(host, { email })
    await remove(providerId)
    const closed = { status: 422, code: 'provider_not_available' }
    expect(await host.refuse('oauth.initialize', { params, body: { state: newState() } })).toMatchObject(closed)
    expect(await host.refuse('oauth.verify', { params, body: proof })).toMatchObject(closed)
    await create('google')
    expect(await host.refuse('oauth.verify', { params, body: proof })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
    expect(await host.refuse('oauth.redirect', { params, query: { state, code: proof.code } })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('keeps users, accounts and sessions, which work again when it is created again', async () => {
    const providerId = await create('google')
    await host.mock.idp.google?.addUser({ email, accountId: 'g-1' })
    const { body } = await signInByOAuth(host, { email })
    await remove(providerId)
    expect((await host.call('users.get', { params: { userId: body.user.id } })).body.user?.oauthAccounts).toMatchObject(
      [{ provider: 'google', accountUsername: email }],
    )
    expect((await host.call('profile.get', { token: String(body.jwt) })).body.id).toBe(body.user.id)
    await create('google')
    expect((await signInByOAuth(host, { email })).body.user).toMatchObject({ id: body.user.id, newUser: false })
  })

  it('ends sign-in by e-mail, even with codes that were sent before', async () => {
    const providerId = await create('emailOnly')
    const proof = await requestEmailCode(host, email)
    await remove(providerId)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject({
      status: 422,
      code: 'no_enabled_email_provider',
    })
    expect(await host.refuse('emailSignIn.create', { body: { email } })).toMatchObject({
      status: 422,
      code: 'no_enabled_email_provider',
    })
  })

  it('makes room for another provider of embedded wallets', async () => {
    const providerId = await create('dynamic')
    expect((await host.call('providers.create', { body: { provider: 'turnkey' } })).body.enabledAt).toBeNull()
    await remove(providerId)
    const [turnkey] = (await host.call('providers.list')).body.providers ?? []
    expect(
      (await host.call('providers.enable', { params: { providerId: String(turnkey?.id) } })).body.enabledAt,
    ).not.toBeNull()
  })
})
