import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { update as updateProfile } from '../generated/operations/profile.ts'
import {
  getEmailProvider,
  linkEmail,
  readEmailLink,
  resendEmailCode,
  sendEmailCode,
  signInWithEmailCode,
} from './emailCode.ts'
import { appOrigin, createSessionWorld } from './test/sessionWorld.ts'
import { formats } from './test/signIn.ts'
import { signInWithWallet } from './wallet.ts'

const ada = 'ada@example.com'

describe('e-mail', () => {
  it('signs in by a code, by the latest of several codes, and by the link in the e-mail', async () => {
    const world = await createSessionWorld()
    await world.mock.create.origin(appOrigin)
    const session = world.open()
    expect((await getEmailProvider(session, ada)).emailProvider).toBe('emailOnly')
    const { verificationUUID } = await sendEmailCode(session, { email: ada })
    const first = world.codeFor(ada)
    await resendEmailCode(session, { verificationUUID, email: ada })
    expect(await rejection(signInWithEmailCode(session, { verificationUUID, verificationToken: first }))).toMatchObject(
      { status: 422 },
    )
    expect(session.state).toBe('signedOut')
    const link = world.mock.outbox.email.last(ada)?.link ?? ''
    const proof = readEmailLink(link)
    expect(proof).toEqual({ verificationUUID, verificationToken: world.codeFor(ada) })
    if (proof)
      expect(await signInWithEmailCode(session, proof)).toMatchObject({ state: 'signedIn', user: { email: ada } })
    for (const fragment of ['', '#verificationUUID=1', '#verificationToken=123456'])
      expect(readEmailLink(appOrigin + fragment)).toBeUndefined()
    expect(world.sent).not.toContain('/refresh')
  })

  it('is added to the signed-in user', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const wallet = await world.mock.wallets.evm()
    await signInWithWallet(session, {
      address: wallet.address,
      chainId: 1,
      domain: 'app.example.com',
      sign: (message) => wallet.sign(message),
    })
    const { emailVerification } = await updateProfile(world.as(session), { body: { email: ada } })
    await linkEmail(session, {
      verificationUUID: emailVerification?.verificationUUID ?? '',
      verificationToken: world.codeFor(ada),
    })
    expect([session.user?.email, formats(session)]).toEqual([ada, ['blockchain', 'email']])
  })

  it('is aborted by a signal', async () => {
    const world = await createSessionWorld()
    const signal = AbortSignal.abort(new Error('gone'))
    expect(await rejection(sendEmailCode(world.open(), { email: ada }, { signal }))).toMatchObject({ message: 'gone' })
    expect(world.sent).toEqual([])
  })
})
