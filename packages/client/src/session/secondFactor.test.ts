import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { listRecoveryCodes } from '../generated/operations/mfa.ts'
import { get as getProfile, update as updateProfile } from '../generated/operations/profile.ts'
import { linkEmail, sendEmailCode } from './emailCode.ts'
import { addPasskey } from './passkey.ts'
import { listSecondFactors, proveEmail, provePasskey, proveRecoveryCode, proveTotp } from './secondFactor.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { asker, maker } from './test/signIn.ts'
import { signInWithWallet } from './wallet.ts'

const ada = 'ada@example.com'

describe('the second factor', () => {
  async function firstStep() {
    const world = await createSessionWorld()
    const user = await world.mock.create.user({ email: ada })
    await world.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { secret } = await world.mock.create.totp(user.id)
    const session = world.open()
    await world.signIn(session)
    return { world, session, secret, userId: user.id }
  }

  it('is pending after the first step, and proved by an app', async () => {
    const { world, session, secret } = await firstStep()
    expect(session.state).toBe('needsSecondFactor')
    expect((await getProfile(world.as(session))).email).toBe(ada)
    expect((await listSecondFactors(session)).userHasVerifiedMfaMethods).toBe(true)
    expect(await rejection(proveTotp(session, { code: 'wrong!' }))).toMatchObject({ code: 'mfa_invalid_code' })
    expect(session.state).toBe('needsSecondFactor')
    const { state, mfaToken } = await proveTotp(session, {
      code: world.mock.totpCode(secret),
      createMfaToken: { singleUse: true },
    })
    expect([state, session.state, mfaToken]).toEqual(['signedIn', 'signedIn', expect.any(String)])
    await session.refresh()
    expect(session.state).toBe('signedIn')
  })

  it('is still pending after a refresh and a reload', async () => {
    const { session } = await firstStep()
    await session.refresh()
    expect(session.state).toBe('needsSecondFactor')
    await session.signOut()
    expect(session.state).toBe('signedOut')
  })

  it('is proved by a recovery code, once', async () => {
    const { world, session, secret } = await firstStep()
    await proveTotp(session, { code: world.mock.totpCode(secret) })
    const [code = ''] = (await listRecoveryCodes(world.as(session))).recoveryCodes ?? []
    await session.signOut()
    await world.signIn(session)
    expect(await proveRecoveryCode(session, { code })).toMatchObject({ state: 'signedIn' })
    expect(await rejection(proveRecoveryCode(session, { code }))).toMatchObject({ code: 'mfa_invalid_code' })
  })

  it('is proved by a passkey', async () => {
    const { world, session, secret } = await firstStep()
    await world.mock.create.provider({ provider: 'passkey' })
    const device = world.mock.authenticator()
    await proveTotp(session, { code: world.mock.totpCode(secret) })
    await addPasskey(session, { make: maker(device) })
    await session.signOut()
    await world.signIn(session)
    expect(session.state).toBe('needsSecondFactor')
    expect(await provePasskey(session, { ask: asker(device) })).toMatchObject({ state: 'signedIn' })
  })

  it('is proved by a code to another address', async () => {
    const world = await createSessionWorld()
    await world.mock.settings.patch({
      security: { mfa: { enabled: true, required: false, availableMethods: ['email'] } },
    })
    const session = world.open()
    const wallet = await world.mock.wallets.evm()
    const options = {
      address: wallet.address,
      domain: 'app.example.com',
      sign: (message: string) => wallet.sign(message),
    }
    await signInWithWallet(session, options)
    const { emailVerification } = await updateProfile(world.as(session), { body: { email: ada } })
    await linkEmail(session, {
      verificationUUID: emailVerification?.verificationUUID ?? '',
      verificationToken: world.codeFor(ada),
    })
    await session.signOut()
    await world.mock.settings.patch({ security: { mfa: { required: true } } })
    await signInWithWallet(session, options)
    expect(session.state).toBe('needsSecondFactor')
    const { verificationUUID } = await sendEmailCode(session, { email: ada })
    expect(await proveEmail(session, { verificationUUID, verificationToken: world.codeFor(ada) })).toMatchObject({
      state: 'signedIn',
    })
  })
})
