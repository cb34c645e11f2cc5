import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../people/oauthRoundTrip.ts'
import { createAppUser, enableMfa } from '../people/secondFactor.ts'

const host = createHost()

/** The address in the QR code of a new authenticator app. */
async function newAppUri(displayName: string, user = {}): Promise<URL> {
  await enableMfa(host)
  await host.mock.settings.patch({ general: { displayName } })
  const { id } = await host.mock.create.user({ email: 'ada@example.com', ...user })
  const { body } = await host.call('mfaDevices.createTotp', { token: (await host.mock.signIn(id)).token })
  return new URL(body.uri)
}

describe('the QR code of an authenticator app', () => {
  // https://github.com/keycloak/keycloak/issues/32833
  it('has no further colon where the name of the app has one', async () => {
    const { pathname, searchParams } = await newAppUri('Star Trek: Website')
    const [issuer, account, ...others] = decodeURIComponent(pathname.slice(1)).split(':')
    expect({ issuer, account, others }).toEqual({ issuer: 'Star Trek Website', account: 'ada@example.com', others: [] })
    expect(searchParams.get('issuer')).toBe(issuer)
  })

  // https://github.com/freeotp/freeotp-ios/issues/379
  it('names the project where the settings have no name of the app', async () => {
    const { pathname, searchParams } = await newAppUri('')
    const issuer = searchParams.get('issuer')
    expect(issuer).toMatch(/^[A-Z]/)
    expect(decodeURIComponent(pathname)).toBe(`/${issuer}:ada@example.com`)
  })
})

// https://github.com/forgekeep/nebula-mesh/pull/237
it('one code that two sessions send at once completes one of them', async () => {
  const { userId, app, token } = await createAppUser(host)
  const other = (await host.mock.signIn(userId)).token
  const body = { code: app.code() }
  const replies = await Promise.all(
    [token, other].map((jwt) =>
      host.fetch(`${host.mock.baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/users/mfa/auth/totp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
})

// https://github.com/Paymenter/Paymenter/pull/1151
it('a sign-in at a provider waits for the second factor as any other does', async () => {
  const { app } = await createAppUser(host)
  await host.mock.create.provider({ provider: 'google' })
  await host.mock.idp.google.addUser({ email: 'ada@example.com' })
  const { body } = await signInByOAuth(host, { email: 'ada@example.com' })
  expect(body.user.scope ?? '').not.toContain('user:basic')
  expect((await host.refuse('profile.update', { token: body.jwt, body: { firstName: 'Ada' } })).status).toBe(403)
  await host.mock.clock.advance({ seconds: 30 })
  const proved = await host.call('mfa.authenticateTotp', { token: body.jwt, body: { code: app.code() } })
  await host.call('profile.update', { token: proved.body.jwt, body: { firstName: 'Ada' } })
})
