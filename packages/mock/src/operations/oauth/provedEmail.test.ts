import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import { signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { changeStandardField } from '../../../test/people/profiles.ts'

const host = createHost()
const email = 'ada@example.com'
const fresh = 'ada@new.example'

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'google' })
  await host.mock.create.provider({ provider: 'emailOnly' })
  await host.mock.idp.google?.addUser({ email, accountId: 'g-1' })
})

/** A user who has a wallet, but no address. */
async function walletUser() {
  const wallet = {
    publicWalletAddress: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    chain: 'EVM',
    walletName: 'wallet',
    walletProvider: 'browserExtension',
  } as const
  const { body } = await host.call('users.create', { body: { wallets: [wallet] } })
  return host.mock.signIn(String(body.user?.id))
}
const updates = async () =>
  (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'user.updated').length

describe('the verified address of an account', () => {
  it('replaces the one that the account no longer has, so that the user keeps the scope', async () => {
    const before = await signInByOAuth(host, { email })
    await host.mock.idp.google?.updateUser('g-1', { email: fresh })
    const { body } = await signInByOAuth(host, { email: fresh })
    expect(body.user).toMatchObject({ id: before.body.user.id, email: fresh, scope: 'user:basic', missingFields: [] })
    expect(await updates()).toBe(1)
  })

  it('reaches the profile of a wallet user who links the account', async () => {
    const { token, user } = await walletUser()
    expect(user).toMatchObject({ scope: '', missingFields: [{ name: 'email' }] })
    const { body } = await signInByOAuth(host, { email, token })
    expect(body.user).toMatchObject({ id: user.id, email, scope: 'user:basic', missingFields: [] })
    expect((await host.call('profile.get', { token: String(body.jwt) })).body).toMatchObject({ email })
    expect(await updates()).toBe(1)
  })

  it('reaches a user to whom a server gave the account, at the first sign-in', async () => {
    const { body: created } = await host.call('users.create', {
      body: { oauthAccounts: [{ provider: 'google', accountId: 'g-1' }] },
    })
    const { body } = await signInByOAuth(host, { email })
    expect(body.user).toMatchObject({ id: created.user?.id, email, scope: 'user:basic' })
  })

  it.each([
    ['has proved it', () => signInByEmail(host, email)],
    ['was given it', () => host.call('users.create', { body: { email } })],
  ])('stays away from the profile if another user %s', async (_, give) => {
    await give()
    const { token } = await walletUser()
    const { body } = await signInByOAuth(host, { email, token })
    expect(body.user).toHaveProperty('email', null)
    expect(body.user.scope).toBe('')
  })

  it('stays away from the profile if the provider has not verified it', async () => {
    const { token } = await walletUser()
    await host.mock.idp.google?.updateUser('g-1', { emailVerified: false })
    const { body } = await signInByOAuth(host, { email, token })
    expect(body.user).toHaveProperty('email', null)
  })

  it('leaves another address in the profile', async () => {
    const { body } = await signInByEmail(host, 'other@example.com')
    const linked = await signInByOAuth(host, { email, token: String(body.jwt) })
    expect(linked.body.user.email).toBe('other@example.com')
  })

  it('does not come back at the next sign-in after the user has removed it from the profile', async () => {
    await changeStandardField(host, 'email', { required: false })
    const { token } = await walletUser()
    const { body } = await signInByOAuth(host, { email, token })
    const emptied = await host.call('profile.update', { token: String(body.jwt), body: { email: '' } })
    expect(emptied.body.user).toHaveProperty('email', null)
    expect((await signInByOAuth(host, { email })).body.user).toHaveProperty('email', null)
  })
})
