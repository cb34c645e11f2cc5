import { beforeEach, expect, it } from 'vitest'
import { createHost } from '#host'
import { phones, requestEmailCode, requestSmsCode, wrongCode } from '../people/oneTimeCodes.ts'

const host = createHost()
const ada = 'ada@example.com'

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
})

// https://github.com/better-auth/better-auth/issues/9690
it('the link of a mail leads to the app with the code in its fragment, so that opening it uses nothing up', async () => {
  const origin = 'https://app.example.com'
  await host.mock.create.origin(origin)
  const { body } = await host.call('emailSignIn.create', { body: { email: ada }, headers: { origin } })
  const link = new URL(host.mock.outbox.email.last(ada)?.link ?? '')
  const code = host.mock.outbox.email.last(ada)?.code ?? ''
  // Browsers and scanners send no fragment to any server.
  expect([link.origin, link.pathname, link.search]).toEqual([origin, '/', ''])
  expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toMatchObject({
    verificationUUID: body.verificationUUID,
    verificationToken: code,
  })
  const signedIn = await host.call('emailSignIn.signIn', {
    body: { verificationUUID: body.verificationUUID, verificationToken: code },
  })
  expect(signedIn.body.user.email).toBe(ada)
})

// https://github.com/shesha-io/shesha-framework/issues/4772
it('wrong codes that are sent at once are all counted', async () => {
  const proof = await requestEmailCode(host, ada)
  const guess = { ...proof, verificationToken: wrongCode(proof.verificationToken) }
  const refusals = await Promise.all(
    Array.from({ length: 100 }, () => host.refuse('emailSignIn.signIn', { body: guess })),
  )
  const codes = refusals.map(({ body }) => (body as { code: string }).code)
  expect(codes.filter((code) => code === 'wrong_email_verification_token').length).toBe(5)
  expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject({
    body: { code: 'too_many_email_verification_attempts' },
  })
})

// https://github.com/rohit-chouhan/email_otp/issues/37
it('a code that has expired does not spoil the next one', async () => {
  const first = await requestEmailCode(host, ada)
  await host.mock.clock.advance({ minutes: 11 })
  expect(await host.refuse('emailSignIn.signIn', { body: first })).toMatchObject({
    body: { code: 'invalid_email_verification' },
  })
  const second = await requestEmailCode(host, ada)
  expect((await host.call('emailSignIn.signIn', { body: second })).body.user.email).toBe(ada)
})

// https://github.com/YosemiteCrew/Yosemite-Crew/issues/713
it('a code can be sent again to the same address in capitals, and signs its user in', async () => {
  const { id } = await host.mock.create.user({ email: ada })
  const { verificationUUID } = await requestEmailCode(host, ada)
  await host.call('emailSignIn.retry', { body: { verificationUUID, email: ada.toUpperCase() } })
  const verificationToken = host.mock.outbox.email.last()?.code ?? ''
  const { body } = await host.call('emailSignIn.signIn', { body: { verificationUUID, verificationToken } })
  expect(body.user).toMatchObject({ id, email: ada })
})

// https://github.com/opengovsg/FormSG/pull/9471
it('a text message begins with nothing but its code, so that phones offer to fill in nothing else', async () => {
  await host.mock.create.provider({ provider: 'sms' })
  const { verificationToken } = await requestSmsCode(host, phones.us)
  const text = host.mock.outbox.sms.last(phones.us.e164)?.text ?? ''
  expect(text).toMatch(new RegExp(`^${verificationToken} `))
  expect(text.match(/\d{4,}/g)).toEqual([verificationToken])
})
