import { defined } from '@latchkey/base/defined'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { enableMfa } from '../../../../test/people/secondFactor.ts'
import type { AuthenticatorApp } from '../../../control/objects/create/userFactories.ts'

const host = createHost()
const origin = 'https://app.example.com'
let app: AuthenticatorApp
let cookie = ''

/** A user of an environment that keeps sessions in cookies, who waits for the second step. */
beforeEach(async () => {
  await enableMfa(host)
  await host.mock.settings.patch({ security: { auth: { storage: ['cookie'] } } })
  await host.mock.dns.publish(await host.mock.create.customHostname({ hostname: 'auth.example.com' }))
  await host.mock.clock.advance({ minutes: 2 })
  await host.mock.create.origin(origin)
  const { id } = await host.mock.create.user({ email: 'ada@example.com' })
  app = await host.mock.create.totp(id)
  cookie = `LATCHKEY_AUTH=${(await host.mock.signIn(id)).minifiedToken}`
})

describe('the second step of a session in a cookie', () => {
  it('sets a new cookie, and revokes the token of the former one', async () => {
    const { headers } = await host.call('mfa.authenticateTotp', {
      token: null,
      headers: { cookie, origin },
      body: { code: app.code() },
    })
    const [upgraded = ''] = String(headers.get('set-cookie')).split(';')
    expect(upgraded).toMatch(/^LATCHKEY_AUTH=ey/)
    expect(upgraded).not.toBe(cookie)
    expect(await host.refuse('profile.get', { token: null, headers: { cookie } })).toMatchObject({
      status: 401,
      code: 'token_revoked',
    })
    expect((await host.call('profile.get', { token: null, headers: { cookie: upgraded } })).body.scope).toBe(
      'user:basic',
    )
  })

  it('is accepted from a listed origin only', async () => {
    for (const from of [undefined, 'https://evil.example.net']) {
      const headers = { cookie, ...defined({ origin: from }) }
      expect(
        await host.refuse('mfa.authenticateTotp', { token: null, headers, body: { code: app.code() } }),
      ).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    }
    expect((await host.call('profile.get', { token: null, headers: { cookie } })).body.scope).toBe(
      'requiresAdditionalAuth',
    )
  })
})
