import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { requestEmailCode } from '../../../../test/people/oneTimeCodes.ts'

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
  it.each(['sandbox', 'live'] as const)('sets the cookie and has no tokens in the body (%s)', async (name) => {
    const { body, headers } = await signInWithCookies(host.mock.defaults.environments[name].id)
    expect(headers.get('set-cookie')).toMatch(/^LATCHKEY_AUTH=[\w-]+\.[\w-]+\.[\w-]+; Path=\/w\/tests\/;/)
    for (const field of ['jwt', 'minifiedJwt']) expect(body).not.toHaveProperty(field)
    expect(body.user).toMatchObject({ email: 'ada@example.com', newUser: true })
  })
})
