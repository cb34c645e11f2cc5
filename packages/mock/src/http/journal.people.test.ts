import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { requestEmailCode } from '../../test/people/oneTimeCodes.ts'

const host = createHost()
const last = () => host.mock.journal.list().at(-1)

describe('the user of an entry of the journal', () => {
  it('is the one whose session made the call, also when it was refused later on', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { token } = await host.mock.signIn(user)
    await host.call('profile.get', { token })
    expect(last()).toMatchObject({ status: 200, userId: user.id })
    await host.refuse('profile.update', { token, body: { email: 'not an address' } as never })
    expect(last()).toMatchObject({ status: 400, userId: user.id })
  })

  it('is the one who signed in', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const { verificationUUID, verificationToken } = await requestEmailCode(host, 'ada@example.com')
    expect(last()).not.toHaveProperty('userId')
    await host.refuse('emailSignIn.signIn', { body: { verificationUUID, verificationToken: '000000' } })
    expect(last()).not.toHaveProperty('userId')
    const { body } = await host.call('emailSignIn.signIn', { body: { verificationUUID, verificationToken } })
    expect(last()).toMatchObject({ status: 200, userId: body.user.id })
    expect(last()?.events?.map(({ eventName }) => eventName)).toContain('user.session.created')
  })

  it('is absent of calls by API tokens, without a credential, and with a session that has ended', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    await host.call('users.get', { params: { userId: user.id } })
    expect(last()).not.toHaveProperty('userId')
    await host.refuse('profile.get', { token: null })
    expect(last()).not.toHaveProperty('userId')
    const { token } = await host.mock.signIn(user)
    await host.mock.clock.advance({ days: 400 })
    await host.refuse('profile.get', { token })
    expect(last()).not.toHaveProperty('userId')
  })
})
