import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  appUrl,
  bringBack,
  hop,
  newState,
  postConsent,
  readAnswer,
  signInByOAuth,
  startRoundTrip,
  walkRoundTrip,
} from '../../../test/people/oauthRoundTrip.ts'
import { oauthProviders } from '../../domain/providers/providerCatalogue.ts'

const host = createHost()
const email = 'ada@example.com'
const refused = { status: 422, code: 'invalid_verification' }

describe.each(oauthProviders)('%s', (provider) => {
  const params = { providerType: provider }
  const idp = () => host.mock.idp[provider] ?? expect.unreachable()
  const consent = (url: string, fields: Record<string, string>) => postConsent(host, url, fields)

  beforeEach(async () => {
    await host.mock.create.provider({
      provider,
      domain: 'example.okta.com',
      platformKeyId: 'key',
      platformTeamId: 'team',
      platformStore: 'store',
    })
    await idp().addUser({
      email,
      accountId: 'account-1',
      displayName: 'Ada Byron',
      profile: { given_name: 'Ada', family_name: 'Byron' },
    })
  })

  it('signs in with the account chosen on its page, and finds the user again', async () => {
    const { url, state } = await startRoundTrip(host, { provider })
    expect((await hop(host, url)).text).toContain('value="account:account-1">Ada Byron')
    const answer = readAnswer(await consent(url, { mock_choice: 'account:account-1' }))
    expect(answer.url).toBe(new URL(url).searchParams.get('redirect_uri'))
    expect((await host.call('oauth.getResult', { params, body: { state } })).body).toEqual({ status: 'pending' })
    const { code = '' } = answer.fields
    expect(await bringBack(host, answer)).toMatchObject({
      status: 302,
      location: `${appUrl}?code=${code}&state=${state}`,
    })
    expect((await host.call('oauth.getResult', { params, body: { state } })).body).toEqual({ status: 'completed' })
    const { body } = await host.call('oauth.signIn', {
      params,
      body: { state, code, codeVerifier: '7c4E3Ui6yOBglUKAxqsLhNUX5NsZViSFiE0xyc0cPtM' },
    })
    expect(body.user).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
      newUser: true,
      verifiedCredentials: [{ oauth_provider: provider, oauth_account_id: 'account-1' }],
    })
    const again = await signInByOAuth(host, { provider, email })
    expect(again.body.user).toMatchObject({ id: body.user.id, newUser: false })
  })

  it('signs in by a login URL that was asked for without a query, to which the application adds its state', async () => {
    const state = newState()
    await host.call('oauth.initialize', { params, body: { state, redirectUrl: appUrl } })
    const url = `${(await host.call('oauth.getLoginUrl', { params })).body.url}&state=${state}`
    const answer = readAnswer(await consent(url, { mock_choice: 'account:account-1' }))
    const { code = '' } = answer.fields
    expect(await bringBack(host, answer)).toMatchObject({ location: `${appUrl}?code=${code}&state=${state}` })
    const { body } = await host.call('oauth.verify', { params, body: { state, code } })
    expect(body.user.verifiedCredentials).toMatchObject([{ oauth_provider: provider, oauth_account_id: 'account-1' }])
  })

  it('signs in a person who enters a new account on its page', async () => {
    const { url, state } = await startRoundTrip(host, { provider, verifier: null })
    const answer = readAnswer(
      await consent(url, { mock_choice: 'new', mock_email: 'bob@example.com', mock_email_verified: 'true' }),
    )
    await bringBack(host, answer)
    const { body } = await host.call('oauth.verify', { params, body: { state, code: answer.fields.code } })
    expect(body.user.verifiedCredentials).toMatchObject([
      { oauth_provider: provider, oauth_emails: ['bob@example.com'] },
    ])
  })

  it('reports a refusal and a failure to the application', async () => {
    const denied = await startRoundTrip(host, { provider })
    const answer = readAnswer(await consent(denied.url, { mock_choice: 'deny' }))
    expect((await bringBack(host, answer)).location).toBe(`${appUrl}?error=access_denied&state=${denied.state}`)
    await idp().fail('server_error')
    const failed = await startRoundTrip(host, { provider, redirectUrl: null })
    expect((await bringBack(host, readAnswer(await hop(host, failed.url)))).text).toContain('<code>server_error</code>')
    expect((await host.call('oauth.getResult', { params, body: { state: failed.state } })).body).toEqual({
      status: 'completed',
      error: 'server_error',
    })
    expect(
      await host.refuse('oauth.signIn', { params, body: { state: failed.state, code: 'whatever' } }),
    ).toMatchObject(refused)
  })

  it('refuses a wrong verifier, a replay, and the state of another visitor', async () => {
    const [mine, other] = [
      await walkRoundTrip(host, { provider, email }),
      await walkRoundTrip(host, { provider, email }),
    ]
    expect(
      await host.refuse('oauth.signIn', { params, body: { ...mine, codeVerifier: 'x'.repeat(43) } }),
    ).toMatchObject(refused)
    expect(await host.refuse('oauth.signIn', { params, body: { ...mine, codeVerifier: undefined } })).toMatchObject(
      refused,
    )
    expect(await host.refuse('oauth.signIn', { params, body: { ...mine, state: other.state } })).toMatchObject(refused)
    expect((await host.call('oauth.signIn', { params, body: mine })).body.user.newUser).toBe(true)
    expect(await host.refuse('oauth.signIn', { params, body: mine })).toMatchObject(refused)
    expect(await host.refuse('oauth.verify', { params, body: mine })).toMatchObject(refused)
  })

  it('is refused in an environment that has not enabled it, with states of that environment, too', async () => {
    const environmentId = host.mock.defaults.environments.live.id
    for (const [id, body] of [
      ['oauth.initialize', { state: newState() }],
      ['oauth.signIn', { state: 'x', code: 'abcdef' }],
    ] as const) {
      expect(await host.refuse(id, { params: { ...params, environmentId }, body })).toMatchObject({
        status: 422,
        code: 'provider_not_available',
      })
    }
    await host.mock.create.provider(
      { provider, domain: 'example.okta.com', platformKeyId: 'key', platformTeamId: 'team', platformStore: 'store' },
      { environmentId },
    )
    const proof = await walkRoundTrip(host, { provider, email })
    expect(await host.refuse('oauth.signIn', { params: { ...params, environmentId }, body: proof })).toMatchObject(
      refused,
    )
  })
})

describe('an e-mail address at a provider', () => {
  it('identifies the user who has proved it, at providers that verify addresses and no others', async () => {
    const user = await host.mock.create.user({ email })
    const linking = []
    for (const provider of oauthProviders) {
      await host.mock.create.provider({
        provider,
        domain: 'example.okta.com',
        platformKeyId: 'key',
        platformTeamId: 'team',
        platformStore: 'store',
      })
      await host.mock.idp[provider]?.addUser({ email, accountId: `at-${provider}` })
      const { body } = await signInByOAuth(host, { provider, email })
      if (body.user.id === user.id) linking.push(provider)
      else expect(body.user, provider).toHaveProperty('email', null)
    }
    expect(linking).toEqual([
      'apple',
      'bitbucket',
      'discord',
      'github',
      'gitlab',
      'google',
      'linkedin',
      'okta',
      'twitch',
    ])
  })

  it('does not sign in another user, even if it changes later', async () => {
    const victim = await host.mock.create.user({ email: 'victim@example.com' })
    for (const provider of ['microsoft', 'google'] as const) {
      await host.mock.create.provider({ provider })
      await host.mock.idp[provider]?.addUser({ email: 'eve@example.com', accountId: 'eve' })
      const eve = await signInByOAuth(host, { provider, email: 'eve@example.com' })
      await host.mock.idp[provider]?.updateUser('eve', { email: 'victim@example.com' })
      const later = await signInByOAuth(host, { provider, email: 'victim@example.com' })
      expect(later.body.user.id).toBe(eve.body.user.id)
      expect(later.body.user.id).not.toBe(victim.id)
    }
  })
})
