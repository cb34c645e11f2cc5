import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import {
  type CodeProof,
  phones,
  requestEmailCode,
  requestSmsCode,
  signInByEmail,
  signInBySms,
  wrongCode,
} from '../../../test/people/oneTimeCodes.ts'

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

describe('a user who begins a change to an address of another user', () => {
  it.each(Object.keys(endings))('and then %s gets no more guesses at a code', async (ending) => {
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

  it('does not get further messages to that address', async () => {
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

  it('does not get further guesses at a code by text message either', async () => {
    expect(await guess('smsSignIn.signIn', await requestSmsCode(host, phones.de), 4)).toBe(4)
    const { token } = await sessionOf('mallory@example.com')
    await host.call('profile.update', { token, body: { phoneNumber: phones.de.e164 } })
    await host.call('profile.delete', { token })
    expect(await guess('smsSignIn.signIn', await requestSmsCode(host, phones.de), 5)).toBe(1)
  })

  it('has a code that is invalid after the user was deleted, without a trace of the user', async () => {
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
  it('stay counted when the owner proves it by an account, which ends changes of other users', async () => {
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

  it('are reset when the owner enters the right code', async () => {
    expect(await guess('emailSignIn.signIn', await requestEmailCode(host, victim), 4)).toBe(4)
    await signInByEmail(host, victim)
    expect(await guess('emailSignIn.signIn', await requestEmailCode(host, victim), 4)).toBe(4)
    expect((await signInBySms(host, phones.us)).status).toBe(200)
  })
})

describe('the wrong codes of an address within 24 hours', () => {
  const entrances = {
    email: {
      signIn: 'emailSignIn.signIn',
      create: () => host.refuse('emailSignIn.create', { body: { email: victim } }),
      request: () => requestEmailCode(host, victim),
      tooMany: 'too_many_email_verification_attempts',
    },
    sms: {
      signIn: 'smsSignIn.signIn',
      create: () => {
        const { e164: _, ...phone } = phones.de
        return host.refuse('smsSignIn.create', { body: phone })
      },
      request: () => requestSmsCode(host, phones.de),
      tooMany: 'too_many_sms_verification_attempts',
    },
  } as const
  type Entrance = keyof typeof entrances

  /** Enters wrong codes, five for each code and four codes an hour. @returns When the first one was entered. */
  async function guessOverHours(
    entrance: Entrance,
    times: number,
    request: () => Promise<CodeProof> = entrances[entrance].request,
  ): Promise<number> {
    const { signIn } = entrances[entrance]
    const begun = host.mock.clock.now()
    for (let left = times; left > 0; left -= 5) {
      expect(await guess(signIn, await request(), Math.min(left, 5))).toBe(Math.min(left, 5))
      await host.mock.clock.advance({ minutes: 15 })
    }
    return begun
  }

  it.each(['email', 'sms'] as const)('(%s) leave the 99th try, which may be right', async (entrance) => {
    const { request, signIn } = entrances[entrance]
    await guessOverHours(entrance, 98)
    expect((await host.call(signIn, { body: await request() })).body.user.newUser).toBe(true)
  })

  it.each(['email', 'sms'] as const)(
    '(%s) end after 99, the right code included, until a day has passed',
    async (entrance) => {
      const { create, request, signIn, tooMany } = entrances[entrance]
      const begun = await guessOverHours(entrance, 98)
      const proof = await request()
      expect(await guess(signIn, proof, 1)).toBe(1)
      const refused = { status: 422, code: tooMany }
      expect(await host.refuse(signIn, { body: proof })).toMatchObject(refused)
      await host.mock.clock.advance({ minutes: 15 })
      expect(await create()).toMatchObject(refused)
      await host.mock.clock.set(begun + 86_400_000 - 1)
      expect(await create()).toMatchObject(refused)
      await host.mock.clock.set(begun + 86_400_000)
      expect((await host.call(signIn, { body: await request() })).status).toBe(200)
    },
  )

  it('stay counted after a sign-in: a day allows 99 wrong codes in all', async () => {
    await guessOverHours('email', 95)
    await signInByEmail(host, victim)
    const proof = await requestEmailCode(host, victim)
    expect(await guess('emailSignIn.signIn', proof, 4)).toBe(4)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject({ code: entrances.email.tooMany })
  })

  it('count in every operation: for a sign-in, for a link, and for a code that was sent again', async () => {
    await guessOverHours('email', 95)
    const { token } = await sessionOf('mallory@example.com')
    const proof = await requestEmailCode(host, victim)
    const wrong = { ...proof, verificationToken: wrongCode(proof.verificationToken) }
    for (let i = 0; i < 3; i++)
      expect(await host.refuse('emailSignIn.verify', { token, body: wrong })).toMatchObject({
        code: 'wrong_email_verification_token',
      })
    expect(await guess('emailSignIn.signIn', proof, 1)).toBe(1)
    const { verificationUUID } = proof
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject({
      code: entrances.email.tooMany,
    })
    expect(await host.refuse('emailSignIn.retry', { body: { verificationUUID, email: victim } })).toMatchObject({
      code: entrances.email.tooMany,
    })
  })

  it('do not block other addresses, other environments and other ways to sign in', async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ accountId: 'g-1', email: victim, emailVerified: true })
    const { id } = await sessionOf(victim)
    await guessOverHours('email', 99)
    expect(await entrances.email.create()).toMatchObject({ code: entrances.email.tooMany })
    expect((await signInByOAuth(host, { email: victim })).body.user.id).toBe(id)
    expect((await signInByEmail(host, 'other@example.com')).status).toBe(200)
    expect((await signInBySms(host, phones.de)).status).toBe(200)
    const { live } = host.mock.defaults.environments
    await host.mock.create.provider({ provider: 'emailOnly' }, { environmentId: live.id })
    expect((await signInByEmail(host, victim, { environmentId: live.id })).status).toBe(200)
  })

  it('are refused in the same way whether or not the address has a user', async () => {
    await sessionOf(victim)
    const refusals = []
    for (const email of [victim, 'stranger@example.com']) {
      await guessOverHours('email', 99, () => requestEmailCode(host, email))
      const { status, body } = await host.refuse('emailSignIn.create', { body: { email } })
      refusals.push({ status, body })
    }
    expect(refusals[0]).toMatchObject({ status: 422, body: { code: entrances.email.tooMany } })
    expect(refusals[1]).toEqual(refusals[0])
  })

  it('are forgotten a day after the latest one', async () => {
    await guessOverHours('email', 5)
    await host.mock.clock.advance({ hours: 24 })
    expect(await guess('smsSignIn.signIn', await requestSmsCode(host, phones.us), 1)).toBe(1)
    expect(host.mock.export().tables.wrongCodes).toMatchObject([{ channel: 'sms' }])
  })
})
