import { basePathOf } from '@latchkey/base/baseUrl'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const email = 'ada@example.com'
const unknownEnvironment = { environmentId: '00000000-0000-7000-8000-00000000dead' }
const live = () => host.mock.defaults.environments.live.id

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
})

describe('emailSignIn.getProvider', () => {
  const ask = (to = email, environmentId?: string) => ({
    query: { email: to },
    ...(environmentId && { params: { environmentId } }),
  })

  it('returns the enabled way of sign-in, the same for known and unknown addresses', async () => {
    await host.mock.create.user({ email })
    for (const to of [email, 'stranger@example.com'])
      expect((await host.call('emailSignIn.getProvider', ask(to))).body).toEqual({ emailProvider: 'emailOnly' })
  })

  it('prefers the way in the settings', async () => {
    await host.mock.create.provider({ provider: 'magicLink' })
    expect((await host.call('emailSignIn.getProvider', ask())).body).toEqual({ emailProvider: 'emailOnly' })
    await host.mock.settings.patch({ sdk: { emailSignIn: { signInProvider: 'magicLink' } } })
    expect((await host.call('emailSignIn.getProvider', ask())).body).toEqual({ emailProvider: 'magicLink' })
  })

  it('sends no code where only a provider with links of its own is enabled, and says so', async () => {
    const params = { environmentId: live() }
    await host.mock.create.provider({ provider: 'magicLink' }, params)
    expect((await host.call('emailSignIn.getProvider', ask(email, live()))).body).toEqual({
      emailProvider: 'magicLink',
    })
    expect(await host.refuse('emailSignIn.create', { params, body: { email } })).toMatchObject({
      status: 422,
      body: {
        code: 'no_enabled_email_provider',
        error: expect.stringMatching(/^The provider magicLink sends links of its own .*provider: 'emailOnly'/),
      },
    })
    await host.mock.create.provider({ provider: 'emailOnly' }, params)
    expect((await host.call('emailSignIn.create', { params, body: { email } })).status).toBe(201)
  })

  it('refuses disabled providers, blocked plus parts, malformed addresses and unknown environments', async () => {
    expect(await host.refuse('emailSignIn.getProvider', ask(email, live()))).toMatchObject({
      status: 422,
      code: 'no_enabled_email_provider',
    })
    await host.mock.settings.patch({ sdk: { blockEmailSubaddresses: true } })
    expect(await host.refuse('emailSignIn.getProvider', ask('ada+1@example.com'))).toMatchObject({
      status: 422,
      code: 'invalid_email_address',
    })
    expect(await host.refuse('emailSignIn.getProvider', ask('ada'))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await host.refuse('emailSignIn.getProvider', {})).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await host.refuse('emailSignIn.getProvider', ask(email, unknownEnvironment.environmentId))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })
})

describe('emailSignIn.checkSso', () => {
  it('sends addresses of the domain to its provider, and all others to a code', async () => {
    const { id } = await host.mock.create.provider({ provider: 'okta', domain: 'Example.com' })
    const { body } = await host.call('emailSignIn.checkSso', { body: { email: 'ada@EXAMPLE.com' } })
    expect(body).toMatchObject({ type: 'sso', provider: 'okta', id })
    const url = new URL(String(body.ssoAuthUrl))
    expect([url.pathname, url.searchParams.get('login_hint')]).toEqual([
      `${basePathOf(host.mock.baseUrl)}/__mock/idp/okta/authorize`,
      'ada@EXAMPLE.com',
    ])
    for (const other of ['ada@sub.example.com', 'ada@badexample.com', 'ada@example.org']) {
      expect((await host.call('emailSignIn.checkSso', { body: { email: other } })).body).toEqual({ type: 'otp' })
    }
  })

  it('ignores a provider that is not enabled, or of another environment', async () => {
    await host.mock.create.provider({ provider: 'okta', domain: 'example.com', enabled: false })
    await host.mock.create.provider({ provider: 'okta', domain: 'example.com' }, { environmentId: live() })
    expect((await host.call('emailSignIn.checkSso', { body: { email } })).body).toEqual({ type: 'otp' })
  })

  it('refuses a missing address and unknown environments', async () => {
    for (const body of [{}, { email: 'ada' }])
      expect(await host.refuse('emailSignIn.checkSso', { body })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    expect(await host.refuse('emailSignIn.checkSso', { params: unknownEnvironment, body: { email } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(
      (await host.refuse('emailSignIn.checkSso', { body: '{}', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415)
  })
})
