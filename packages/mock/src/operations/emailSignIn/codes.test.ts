import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { requestEmailCode, sentCode, signInByEmail, wrongCode } from '../../../test/people/oneTimeCodes.ts'
import { createMock } from '../../mock/createMock.ts'

const host = createHost()
const email = 'ada@example.com'
const invalid = { status: 422, code: 'invalid_email_verification' }
const wrong = { status: 422, code: 'wrong_email_verification_token' }
const tooMany = { status: 422, code: 'too_many_email_verification_attempts' }
const unknownEnvironment = { environmentId: '00000000-0000-7000-8000-00000000dead' }
const live = () => host.mock.defaults.environments.live.id

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
})

describe('emailSignIn.create', () => {
  it('answers the same for known and unknown addresses, and sends to both', async () => {
    await host.mock.create.user({ email })
    const replyToUser = await host.call('emailSignIn.create', { body: { email } })
    const unknown = await host.call('emailSignIn.create', { body: { email: 'new@example.com' } })
    expect([replyToUser.status, unknown.status]).toEqual([201, 201])
    expect(replyToUser.body).toEqual({ verificationUUID: expect.any(String), email })
    expect(unknown.body).toEqual({ verificationUUID: expect.any(String), email: 'new@example.com' })
    const plain = (to: string) => {
      const { subject, text, code } = host.mock.outbox.email.last(to) ?? {}
      return { subject, text: text?.replace(String(code), 'CODE') }
    }
    expect(plain(email)).toEqual(plain('new@example.com'))
    expect(plain(email)).toEqual({
      subject: 'Sign in to My app, sandbox',
      text: expect.stringContaining('Your code for My app, sandbox is CODE.'),
    })
  })

  it('leaves one valid code per address: the latest', async () => {
    const first = await requestEmailCode(host, email)
    const second = await requestEmailCode(host, 'ADA@example.com')
    expect(second.verificationUUID).not.toBe(first.verificationUUID)
    expect(await host.refuse('emailSignIn.signIn', { body: first })).toMatchObject(invalid)
    expect((await host.call('emailSignIn.signIn', { body: second })).status).toBe(200)
  })

  it('keeps counting wrong codes, and sends no code after the fifth until the code would have expired', async () => {
    const first = await requestEmailCode(host, email)
    for (let i = 0; i < 3; i++)
      await host.refuse('emailSignIn.signIn', {
        body: { ...first, verificationToken: wrongCode(first.verificationToken) },
      })
    const second = await requestEmailCode(host, email)
    for (let i = 0; i < 2; i++)
      await host.refuse('emailSignIn.signIn', {
        body: { ...second, verificationToken: wrongCode(second.verificationToken) },
      })
    expect(await host.refuse('emailSignIn.signIn', { body: second })).toMatchObject(tooMany)
    expect(await host.refuse('emailSignIn.create', { body: { email } })).toMatchObject(tooMany)
    expect(
      await host.refuse('emailSignIn.retry', { body: { verificationUUID: second.verificationUUID, email } }),
    ).toMatchObject(tooMany)
    await host.mock.clock.advance({ minutes: 10 })
    expect((await signInByEmail(host, email)).status).toBe(200)
  })

  it('sends at most five messages to an address within an hour, even if their codes have expired', async () => {
    for (let i = 0; i < 5; i++) {
      await requestEmailCode(host, email)
      await host.mock.clock.advance({ minutes: 11 })
    }
    expect(await host.refuse('emailSignIn.create', { body: { email } })).toMatchObject(tooMany)
    expect((await host.call('emailSignIn.create', { body: { email: 'bob@example.com' } })).status).toBe(201)
    await host.mock.clock.advance({ minutes: 5 })
    expect((await signInByEmail(host, email)).status).toBe(200)
    expect(host.mock.outbox.email.list(email)).toHaveLength(6)
  })

  it('refuses a malformed address, an unknown environment and a disabled provider, and sends nothing', async () => {
    for (const body of [{}, { email: 'ada' }, { email: `${'a'.repeat(250)}@example.com` }, { email, admin: true }]) {
      expect(await host.refuse('emailSignIn.create', { body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    expect(await host.refuse('emailSignIn.create', { params: unknownEnvironment, body: { email } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(
      await host.refuse('emailSignIn.create', { params: { environmentId: live() }, body: { email } }),
    ).toMatchObject({ status: 422, code: 'no_enabled_email_provider' })
    expect(host.mock.outbox.email.list()).toEqual([])
  })

  it('refuses addresses with a plus part if the environment blocks them', async () => {
    expect((await host.call('emailSignIn.create', { body: { email: 'ada+test@example.com' } })).status).toBe(201)
    await host.mock.settings.patch({ sdk: { blockEmailSubaddresses: true } })
    expect(await host.refuse('emailSignIn.create', { body: { email: 'ada+other@example.com' } })).toMatchObject({
      status: 422,
      code: 'invalid_email_address',
    })
    expect((await host.call('emailSignIn.create', { body: { email } })).status).toBe(201)
  })

  it('requires a solved CAPTCHA if the environment asks for one, and so do the other steps', async () => {
    const proof = await requestEmailCode(host, email)
    const token = String((await signInByEmail(host, 'bob@example.com')).body.jwt)
    await host.mock.settings.patch({ security: { captcha: { enabled: true } } })
    const unsolved = { status: 422, code: 'invalid_verification' }
    expect(await host.refuse('emailSignIn.create', { body: { email } })).toMatchObject(unsolved)
    expect(await host.refuse('emailSignIn.create', { body: { email, captchaToken: '' } })).toMatchObject(unsolved)
    expect(
      await host.refuse('emailSignIn.retry', { body: { email, verificationUUID: proof.verificationUUID } }),
    ).toMatchObject(unsolved)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(unsolved)
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject(unsolved)
    expect((await host.call('emailSignIn.signIn', { body: { ...proof, captchaToken: 'solved' } })).status).toBe(200)
  })

  it('is limited to three calls a minute from one IP address, together with retries', async () => {
    const mock = createMock({ now: '2026-01-15T09:30:00.000Z', rateLimits: true })
    await mock.create.provider({ provider: 'emailOnly' })
    const create = (to: string) =>
      mock.fetch(`${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/emailVerifications/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: to }),
      })
    for (let i = 0; i < 3; i++) expect((await create(`user${i}@example.com`)).status).toBe(201)
    const refused = await create('late@example.com')
    expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).code]).toEqual([
      429,
      '60',
      'too_many_requests',
    ])
    expect(mock.outbox.email.list('late@example.com')).toEqual([])
    await mock.clock.advance({ minutes: 1 })
    expect((await create('late@example.com')).status).toBe(201)
  })

  it('shows codes in the outbox only, not in stored verifications or in the journal', async () => {
    const proof = await requestEmailCode(host, email)
    await host.refuse('emailSignIn.signIn', {
      body: { ...proof, verificationToken: wrongCode(proof.verificationToken) },
    })
    expect(JSON.stringify(host.mock.export().tables.verifications)).not.toContain(proof.verificationToken)
    expect(host.mock.journal.list('emailSignIn.signIn')[0]?.body).toEqual({
      verificationUUID: proof.verificationUUID,
      verificationToken: '[redacted]',
    })
  })
})

describe('emailSignIn.retry', () => {
  it('sends another code for the same verification, and the former one is invalid', async () => {
    const first = await requestEmailCode(host, email)
    await host.mock.clock.advance({ minutes: 9 })
    const { status, body } = await host.call('emailSignIn.retry', {
      body: { verificationUUID: first.verificationUUID, email: 'ADA@example.com' },
    })
    expect([status, body]).toEqual([201, { verificationUUID: first.verificationUUID, email }])
    const verificationToken = sentCode(host, 'email', email)
    expect(verificationToken).not.toBe(first.verificationToken)
    expect(await host.refuse('emailSignIn.signIn', { body: first })).toMatchObject(wrong)
    await host.mock.clock.advance({ minutes: 9 })
    expect((await host.call('emailSignIn.signIn', { body: { ...first, verificationToken } })).status).toBe(200)
  })

  it('keeps the counter of wrong codes', async () => {
    const { verificationUUID, verificationToken } = await requestEmailCode(host, email)
    for (let i = 0; i < 4; i++)
      await host.refuse('emailSignIn.signIn', {
        body: { verificationUUID, verificationToken: wrongCode(verificationToken) },
      })
    await host.call('emailSignIn.retry', { body: { verificationUUID, email } })
    const latest = sentCode(host, 'email', email)
    expect(
      await host.refuse('emailSignIn.signIn', { body: { verificationUUID, verificationToken: wrongCode(latest) } }),
    ).toMatchObject(wrong)
    expect(
      await host.refuse('emailSignIn.signIn', { body: { verificationUUID, verificationToken: latest } }),
    ).toMatchObject(tooMany)
  })

  it('refuses another address, another environment, and an unknown, used or expired verification', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' }, { environmentId: live() })
    const { verificationUUID } = await requestEmailCode(host, email)
    expect(
      await host.refuse('emailSignIn.retry', { body: { verificationUUID, email: 'eve@example.com' } }),
    ).toMatchObject(invalid)
    expect(
      await host.refuse('emailSignIn.retry', { params: { environmentId: live() }, body: { verificationUUID, email } }),
    ).toMatchObject(invalid)
    expect(
      await host.refuse('emailSignIn.retry', { body: { verificationUUID: unknownEnvironment.environmentId, email } }),
    ).toMatchObject(invalid)
    expect(
      await host.refuse('emailSignIn.retry', { params: unknownEnvironment, body: { verificationUUID, email } }),
    ).toMatchObject({ status: 404 })
    expect(await host.refuse('emailSignIn.retry', { body: { email } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(host.mock.outbox.email.list()).toHaveLength(1)
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('emailSignIn.retry', { body: { verificationUUID, email } })).toMatchObject(invalid)
  })

  it('sends no more than five messages within an hour', async () => {
    const { verificationUUID } = await requestEmailCode(host, email)
    for (let i = 0; i < 4; i++) await host.call('emailSignIn.retry', { body: { verificationUUID, email } })
    expect(await host.refuse('emailSignIn.retry', { body: { verificationUUID, email } })).toMatchObject(tooMany)
    expect(
      (
        await host.call('emailSignIn.signIn', {
          body: { verificationUUID, verificationToken: sentCode(host, 'email', email) },
        })
      ).status,
    ).toBe(200)
  })
})
