import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { requestEmailCode } from '../../../test/oneTimeCodes.ts'

const host = createHost()

/** Lets an environment keep sessions in cookies, and gives what a sign-in by e-mail answers there. */
async function signInWithCookies(environmentId: string) {
  await host.mock.create.provider({ provider: 'emailOnly' }, { environmentId })
  await host.mock.settings.patch({ security: { auth: { storage: ['cookie'] } } }, { environmentId })
  await host.mock.dns.publish(
    await host.mock.create.customHostname({ hostname: `auth.${environmentId}.example.com` }, { environmentId }),
  )
  await host.mock.clock.advance({ minutes: 2 })
  const proof = await requestEmailCode(host, 'ada@example.com', { environmentId })
  return host.call('emailSignIn.signIn', { params: { environmentId }, body: proof })
}

describe('a sign-in by e-mail in an environment with session cookies', () => {
  it('sets the cookie, and in a sandbox returns the tokens as well', async () => {
    const { body, headers } = await signInWithCookies(host.mock.defaults.environments.sandbox.id)
    expect(headers.get('set-cookie')).toContain(`LATCHKEY_AUTH=${body.minifiedJwt}; Path=/w/tests/;`)
  })

  it('leaves the tokens out of the body in a live environment', async () => {
    const { body, headers } = await signInWithCookies(host.mock.defaults.environments.live.id)
    expect(headers.get('set-cookie')).toMatch(/^LATCHKEY_AUTH=[\w-]+\.[\w-]+\.[\w-]+; /)
    expect(body).not.toHaveProperty('jwt')
    expect(body.user).toMatchObject({ email: 'ada@example.com', newUser: true })
  })
})
