import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import { enableMfa, wrongCode } from '../../../test/people/secondFactor.ts'

const host = createHost()
const email = 'ada@example.com'
const workEmail = 'ada@work.example.com'
let token = ''

/** A user with a verified address, who has signed in by another account of theirs and waits for the second step. */
beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
  await host.mock.create.provider({ provider: 'google' })
  for (const address of [email, workEmail]) await host.mock.idp.google?.addUser({ email: address })
  const { token: first } = await host.mock.signIn(await host.mock.create.user({ email }))
  await signInByOAuth(host, { email: workEmail, token: first })
  await enableMfa(host, { required: true, availableMethods: ['totp', 'email'] })
  token = (await signInByOAuth(host, { email: workEmail })).body.jwt ?? ''
})

const invalidRequest = { status: 422, code: 'mfa_invalid_request' }

/** Has a code sent to an address, and gives what proves that it was read. */
async function readCode(to = email, environmentId?: string) {
  const params = environmentId === undefined ? {} : { environmentId }
  const { body } = await host.call('emailSignIn.create', { params, body: { email: to } })
  return { verificationUUID: body.verificationUUID, verificationToken: host.mock.outbox.email.last(to)?.code ?? '' }
}

describe('mfa.authenticateEmail', () => {
  it('completes the sign-in by a code to an address of the user', async () => {
    const proof = await readCode()
    const { body } = await host.call('mfa.authenticateEmail', {
      token,
      body: { ...proof, createMfaToken: { singleUse: true } },
    })
    expect(body.user.scope).toBe('user:basic')
    expect(body.mfaToken).toMatch(/^\w{43}$/)
    expect((await host.call('mfa.listRecoveryCodes', { token: body.jwt })).body.count).toBe(0)
    expect(await host.refuse('profile.get', { token })).toMatchObject({ status: 401, code: 'token_revoked' })
  })

  it('refuses a person who was put on a blocking list after the first step', async () => {
    const body = await readCode()
    const list = await host.mock.create.allowlist({ outcome: 'block' })
    await host.mock.create.allowlistEntry(list.id ?? '', { email: 'ada@example.com' })
    expect(await host.refuse('mfa.authenticateEmail', { token, body })).toMatchObject({
      status: 403,
      code: 'allowlist_blocked',
    })
  })

  it('accepts a code once, for a second step or a sign-in', async () => {
    const proof = await readCode()
    const { body } = await host.call('mfa.authenticateEmail', { token, body: proof })
    expect(await host.refuse('mfa.authenticateEmail', { token: body.jwt, body: proof })).toMatchObject({
      status: 422,
      code: 'invalid_email_verification',
    })
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject({
      status: 422,
      code: 'invalid_email_verification',
    })
  })

  it("refuses the address of the session's first step, which would be one factor twice", async () => {
    const { body } = await host.call('emailSignIn.signIn', { body: await readCode() })
    expect(body.user.scope).toBe('requiresAdditionalAuth')
    expect(await host.refuse('mfa.authenticateEmail', { token: body.jwt, body: await readCode() })).toMatchObject(
      invalidRequest,
    )
  })

  it('refuses the address of the account of the first step, which is the same mailbox', async () => {
    const { body } = await signInByOAuth(host, { email })
    expect(body.user.scope).toBe('requiresAdditionalAuth')
    expect(await host.refuse('mfa.authenticateEmail', { token: body.jwt, body: await readCode() })).toMatchObject(
      invalidRequest,
    )
  })

  it("refuses an address that is not the user's, and leaves its code unused", async () => {
    await host.mock.create.user({ email: 'grace@example.com' })
    for (const to of ['grace@example.com', 'nobody@example.com']) {
      const proof = await readCode(to)
      expect(await host.refuse('mfa.authenticateEmail', { token, body: proof }), to).toMatchObject(invalidRequest)
      expect((await host.call('emailSignIn.signIn', { body: proof })).status).toBe(200)
    }
  })

  it('refuses and counts wrong codes, and refuses expired codes and unknown or foreign verifications', async () => {
    const proof = await readCode()
    const wrong = { ...proof, verificationToken: wrongCode(proof.verificationToken) }
    for (let tried = 0; tried < 5; tried++) {
      expect(await host.refuse('mfa.authenticateEmail', { token, body: wrong })).toMatchObject({
        status: 422,
        code: 'wrong_email_verification_token',
      })
    }
    expect(await host.refuse('mfa.authenticateEmail', { token, body: proof })).toMatchObject({
      status: 422,
      code: 'too_many_email_verification_attempts',
    })
    await host.mock.clock.advance({ minutes: 10 })
    const expired = await readCode()
    await host.mock.clock.advance({ minutes: 10 })
    const { live } = host.mock.defaults.environments
    await host.mock.create.provider({ provider: 'emailOnly' }, { environmentId: live.id })
    const foreign = await readCode(email, live.id)
    for (const body of [expired, foreign, { ...proof, verificationUUID: '00000000-0000-7000-8000-00000000dead' }]) {
      expect(await host.refuse('mfa.authenticateEmail', { token, body })).toMatchObject({
        status: 422,
        code: 'invalid_email_verification',
      })
    }
  })

  it('refuses if codes by e-mail are not a second factor, as by default', async () => {
    await enableMfa(host, { availableMethods: ['totp', 'passkey'] })
    expect(await host.refuse('mfa.authenticateEmail', { token, body: await readCode() })).toMatchObject(invalidRequest)
  })

  it('refuses a call without a session, and a malformed body', async () => {
    const proof = await readCode()
    expect(await host.refuse('mfa.authenticateEmail', { token: null, body: proof })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    for (const body of [{}, { ...proof, verificationToken: '12345' }, { ...proof, verificationUUID: 'no-uuid' }]) {
      expect(await host.refuse('mfa.authenticateEmail', { token, body })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })

  it('refuses to register another factor for a user who can prove one by e-mail', async () => {
    expect(await host.refuse('mfaDevices.createTotp', { token })).toMatchObject({ status: 403, code: 'mfa_required' })
    const { body } = await host.call('emailSignIn.signIn', { body: await readCode() })
    expect((await host.call('mfaDevices.createTotp', { token: body.jwt })).body.type).toBe('totp')
  })
})

describe('an e-mail address, where codes sent there are a second factor', () => {
  const added = 'new@example.com'
  const mfaRequired = { status: 403, code: 'mfa_required' }

  /** A session whose second factor was proved at this moment. */
  async function provedSession() {
    const { body } = await host.call('mfa.authenticateEmail', {
      token,
      body: { ...(await readCode()), createMfaToken: { singleUse: false } },
    })
    return { token: body.jwt, headers: { 'x-mfa-auth-token': body.mfaToken ?? '' } }
  }

  it('is added, unlinked or emptied in a session that proved a factor in the last ten minutes', async () => {
    const { token: session } = await provedSession()
    await host.mock.clock.advance({ minutes: 10 })
    expect(
      (await host.call('emailSignIn.verify', { token: session, body: await readCode(added) })).body.user
        .verifiedCredentials,
    ).toHaveLength(3)
    await host.mock.clock.advance({ milliseconds: 1 })
    expect(
      (await host.send('emailSignIn.verify', { token: session, body: await readCode('other@example.com') })).status,
    ).toBe(403)
    expect((await host.send('profile.update', { token: session, body: { email: '' } })).status).toBe(403)
    const { verifiedCredentials } = (await host.call('profile.get', { token: session })).body
    const verifiedCredentialId = verifiedCredentials.find((held) => held.email === added)?.id
    expect(await host.refuse('walletSignIn.unlink', { token: session, body: { verifiedCredentialId } })).toMatchObject(
      mfaRequired,
    )
    expect(verifiedCredentials).toHaveLength(3)
  })

  it('is added and unlinked later with a proof', async () => {
    const { token: session, headers } = await provedSession()
    await host.mock.clock.advance({ minutes: 9 })
    const { body } = await host.call('emailSignIn.verify', { token: session, body: await readCode(added), headers })
    const verifiedCredentialId = body.user.verifiedCredentials.find((held) => held.email === added)?.id
    expect(
      (await host.call('walletSignIn.unlink', { token: session, body: { verifiedCredentialId }, headers })).body.user
        ?.verifiedCredentials,
    ).toHaveLength(2)
  })
})
