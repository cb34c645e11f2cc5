import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  type CodeProof,
  phones,
  requestEmailCode,
  requestSmsCode,
  signInByEmail,
  signInBySms,
  wrongCode,
} from '../../test/oneTimeCodes.ts'
import { signInByOAuth } from '../../test/oauthRoundTrip.ts'

const host = createHost()
const victim = 'victim@example.com'

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
})

/** Enters wrong codes for a sign-in. @returns How many were counted. */
async function guess(
  operation: 'emailSignIn.signIn' | 'smsSignIn.signIn',
  { verificationUUID, verificationToken }: CodeProof,
  times: number,
): Promise<number> {
  let counted = 0
  for (let i = 0; i < times; i++) {
    const { code } = await host.refuse(operation, {
      body: { verificationUUID, verificationToken: wrongCode(verificationToken) },
    })
    if (code?.startsWith('wrong_')) counted++
  }
  return counted
}

const sessionOf = async (email: string) => {
  const { body } = await signInByEmail(host, email)
  return { id: body.user.id, token: String(body.jwt) }
}

/** Ways for the user who has begun a change to the victim's address to end, as often as the attacker likes. */
const endings: Record<string, (mallory: { id: string; token: string }) => Promise<unknown>> = {
  'deletes the own user': ({ token }) => host.call('profile.delete', { token }),
  'has a server delete the user': ({ id }) => host.call('users.delete', { params: { userId: id } }),
  'moves the address of that user to another one': async () =>
    host.call('emailSignIn.verify', {
      token: (await sessionOf('keeper@example.com')).token,
      body: await requestEmailCode(host, 'mallory@example.com'),
    }),
  async 'merges the user into another one'({ id }) {
    await host.mock.create.wallet(id, {})
    const { token } = await sessionOf('keeper@example.com')
    expect(
      await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, 'mallory@example.com') }),
    ).toMatchObject({ code: 'merge_accounts_confirmation' })
    await host.call('profile.resolveMerge', {
      token,
      body: { mergeUserResolutions: [{ userId: id, fieldKey: 'email', type: 'standard' }] },
    })
  },
}

describe('whoever begins a change to the address of somebody else', () => {
  it.each(Object.keys(endings))('and then %s gets no more guesses at a code by that', async (ending) => {
    const proof = await requestEmailCode(host, victim)
    expect(await guess('emailSignIn.signIn', proof, 4)).toBe(4)
    const mallory = await sessionOf('mallory@example.com')
    await host.call('profile.update', { token: mallory.token, body: { email: victim } })
    await endings[ending]?.(mallory)
    expect(await guess('emailSignIn.signIn', await requestEmailCode(host, victim), 5)).toBe(1)
    expect(await host.refuse('emailSignIn.create', { body: { email: victim } })).toMatchObject({
      status: 422,
      code: 'too_many_email_verification_attempts',
    })
  })

  it('gets no more messages sent by that', async () => {
    for (let sent = 0; sent < 5; sent++) {
      const { token } = await sessionOf(`mallory${sent}@example.com`)
      await host.call('profile.update', { token, body: { email: victim } })
      await host.call('profile.delete', { token })
    }
    expect(host.mock.outbox.email.list(victim)).toHaveLength(5)
    const { token } = await sessionOf('mallory@example.com')
    expect(await host.refuse('profile.update', { token, body: { email: victim } })).toMatchObject({
      code: 'too_many_email_verification_attempts',
    })
    await host.mock.clock.advance({ hours: 1 })
    expect((await signInByEmail(host, victim)).body.user.email).toBe(victim)
  })

  it('gets no more guesses at a code by text message either', async () => {
    expect(await guess('smsSignIn.signIn', await requestSmsCode(host, phones.de), 4)).toBe(4)
    const { token } = await sessionOf('mallory@example.com')
    await host.call('profile.update', { token, body: { phoneNumber: phones.de.e164 } })
    await host.call('profile.delete', { token })
    expect(await guess('smsSignIn.signIn', await requestSmsCode(host, phones.de), 5)).toBe(1)
  })

  it('has a code that is worth nothing once the user is gone, and leaves no trace of the user', async () => {
    const mallory = await sessionOf('mallory@example.com')
    const { body } = await host.call('profile.update', { token: mallory.token, body: { email: victim } })
    const proof = {
      verificationUUID: body.emailVerification?.verificationUUID ?? '',
      verificationToken: host.mock.outbox.email.last(victim)?.code ?? '',
    }
    await host.call('profile.delete', { token: mallory.token })
    const other = await sessionOf('other@example.com')
    const invalid = { status: 422, code: 'invalid_email_verification' }
    expect(await host.refuse('emailSignIn.verify', { token: other.token, body: proof })).toMatchObject(invalid)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(invalid)
    expect(
      await host.refuse('emailSignIn.retry', { body: { verificationUUID: proof.verificationUUID, email: victim } }),
    ).toMatchObject(invalid)
    expect(JSON.stringify(host.mock.export().tables.verifications)).not.toContain(mallory.id)
  })
})

describe('the wrong codes of an address', () => {
  it('count on when its owner claims it by an account, which ends what others have begun', async () => {
    await host.mock.create.provider({ provider: 'google' })
    const mallory = await sessionOf('mallory@example.com')
    const { body } = await host.call('profile.update', { token: mallory.token, body: { email: victim } })
    const verificationUUID = body.emailVerification?.verificationUUID ?? ''
    const code = host.mock.outbox.email.last(victim)?.code ?? ''
    for (let i = 0; i < 3; i++)
      await host.refuse('emailSignIn.verify', {
        token: mallory.token,
        body: { verificationUUID, verificationToken: wrongCode(code) },
      })
    await host.mock.idp.google?.addUser({ accountId: 'g-1', email: victim, emailVerified: true })
    await signInByOAuth(host, { email: victim })
    expect(
      await host.refuse('emailSignIn.verify', {
        token: mallory.token,
        body: { verificationUUID, verificationToken: code },
      }),
    ).toMatchObject({ code: 'invalid_email_verification' })
    expect(await guess('emailSignIn.signIn', await requestEmailCode(host, victim), 5)).toBe(2)
  })

  it("begin anew after a success, which is the owner's", async () => {
    expect(await guess('emailSignIn.signIn', await requestEmailCode(host, victim), 4)).toBe(4)
    await signInByEmail(host, victim)
    expect(await guess('emailSignIn.signIn', await requestEmailCode(host, victim), 4)).toBe(4)
    expect((await signInBySms(host, phones.us)).status).toBe(200)
  })
})
