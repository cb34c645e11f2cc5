import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMergingUsers } from '../../../test/people/mergingUsers.ts'
import { requestEmailCode } from '../../../test/people/oneTimeCodes.ts'
import { createPasskeyUser, registerPasskey } from '../../../test/people/passkeyCeremonies.ts'

const host = createHost()
const email = 'ada@example.com'

describe('mock.people', () => {
  it('names the users who were merged into a user, and finds the user by their ids', async () => {
    const { userId, token, otherId } = await createMergingUsers(host, email)
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, email) })
    expect((await host.mock.people.details(userId)).mergedUserIds).toEqual([])
    await host.call('profile.merge', { token })
    expect((await host.mock.people.details(userId)).mergedUserIds).toEqual([otherId])
    expect((await host.mock.people.list({ search: otherId })).users).toMatchObject([{ id: userId }])
    await expect(host.mock.people.details(otherId)).rejects.toThrow(TypeError)
  })

  it('shows passkeys without their keys', async () => {
    const { device, userId, token } = await createPasskeyUser(host)
    await registerPasskey(host, { device, token })
    const { passkeys } = await host.mock.people.details(userId)
    expect(passkeys).toMatchObject([{ origin: 'https://app.example.com', isForWallets: false }])
    expect(passkeys[0]).not.toHaveProperty('publicKey')
  })

  it('shows addresses that are not proved yet, and finds the user by them', async () => {
    const { body } = await host.call('users.create', { body: { email } })
    const userId = body.user?.id ?? ''
    const { user, unverifiedCredentials } = await host.mock.people.details(userId)
    expect(user.verifiedCredentials).toEqual([])
    expect(unverifiedCredentials).toMatchObject([{ format: 'email', email, signInEnabled: false }])
    await host.mock.people.update(userId, { email: 'ada@example.org' })
    expect((await host.mock.people.details(userId)).unverifiedCredentials).toEqual([])
    expect(await host.mock.people.list({ search: email })).toEqual({ count: 0, users: [] })
  })
})
