import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import { phones, requestEmailCode, requestSmsCode, sentCode, wrongCode } from '../../../test/people/oneTimeCodes.ts'
import { walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { person } = walletPeople(host)

const email = 'ada@example.com'
const wrong = { status: 422, code: 'wrong_email_verification_token' }
const count = async () => (await host.call('users.list')).body.count
const remove = (userId: string) => host.call('users.delete', { params: { userId } })

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
})

describe('a code that was sent to an address of a user who was then deleted', () => {
  it.each(['verified', 'given'])('signs nobody in (%s address)', async (kind) => {
    const { body } = await host.call('users.create', {
      body: { email, ...(kind === 'verified' && { emailVerifiedAt: '2026-01-14T09:00:00Z' }) },
    })
    const proof = await requestEmailCode(host, email)
    await remove(body.user?.id as string)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(wrong)
    expect(await count()).toBe(0)
  })

  it('signs nobody in if an account had proved the address', async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email })
    const { user } = (await signInByOAuth(host, { email })).body
    const proof = await requestEmailCode(host, email)
    await remove(user.id)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(wrong)
  })

  it('signs nobody in by text message either', async () => {
    await host.mock.create.provider({ provider: 'dynamic' })
    const { body } = await host.call('embeddedWallets.create', {
      body: { type: 'phoneNumber', identifier: phones.de.e164 },
    })
    const proof = await requestSmsCode(host, phones.de)
    await remove(body.user?.id as string)
    expect(await host.refuse('smsSignIn.signIn', { body: proof })).toMatchObject({
      status: 422,
      code: 'wrong_sms_verification_token',
    })
    expect(await count()).toBe(0)
  })

  it('does not add the address to a user who has asked for it in a session', async () => {
    const { id } = await host.mock.create.user({ email })
    const { token } = await person(await host.mock.wallets.evm())
    const { body } = await host.call('profile.update', { token, body: { email } })
    const proof = {
      verificationUUID: body.emailVerification?.verificationUUID ?? '',
      verificationToken: sentCode(host, 'email', email),
    }
    await remove(id)
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject(wrong)
    expect((await host.call('profile.get', { token })).body.email).toBeNull()
  })

  it("is also invalid if the user deletes the profile, and so is a code of the user's session", async () => {
    const { token } = await host.mock.signIn(await host.mock.create.user({ email }))
    const { body } = await host.call('profile.update', { token, body: { email: 'next@example.com' } })
    const ownProof = {
      verificationUUID: body.emailVerification?.verificationUUID ?? '',
      verificationToken: sentCode(host, 'email', 'next@example.com'),
    }
    const proof = await requestEmailCode(host, email)
    await host.call('profile.delete', { token })
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(wrong)
    expect(await host.refuse('emailSignIn.signIn', { body: ownProof })).toMatchObject({
      status: 422,
      code: 'invalid_email_verification',
    })
  })

  it('is answered like the code of an address without a user', async () => {
    const { id } = await host.mock.create.user({ email })
    const [proof, other] = [await requestEmailCode(host, email), await requestEmailCode(host, 'nobody@example.com')]
    await remove(id)
    for (let i = 0; i < 6; i++) {
      const answers = []
      for (const { verificationUUID, verificationToken } of [proof, other]) {
        const { status, code, body } = await host.refuse('emailSignIn.signIn', {
          body: { verificationUUID, verificationToken: wrongCode(verificationToken) },
        })
        answers.push({ status, code, body })
      }
      expect(answers[0]).toEqual(answers[1])
    }
  })

  it('is replaced by a new code, which signs in a new user', async () => {
    const { id } = await host.mock.create.user({ email })
    const { verificationUUID } = await requestEmailCode(host, email)
    await remove(id)
    await host.call('emailSignIn.retry', { body: { verificationUUID, email } })
    const { user } = (
      await host.call('emailSignIn.signIn', {
        body: { verificationUUID, verificationToken: sentCode(host, 'email', email) },
      })
    ).body
    expect([user.newUser, user.id === id]).toEqual([true, false])
  })

  it('does not affect the codes of other addresses', async () => {
    const { id } = await host.mock.create.user({ email })
    const proof = await requestEmailCode(host, 'bob@example.com')
    await remove(id)
    expect((await host.call('emailSignIn.signIn', { body: proof })).body.user.email).toBe('bob@example.com')
  })
})
