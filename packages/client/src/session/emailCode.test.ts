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

  it('signs in once by the link, however often effects of React read it at the same time', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const { verificationUUID } = await sendEmailCode(session, { email: ada })
    const proof = { verificationUUID, verificationToken: world.codeFor(ada) }
    const unmounted = new AbortController()
    const first = rejection(signInWithEmailCode(session, proof, { signal: unmounted.signal }))
    unmounted.abort('unmounted')
    const others = [signInWithEmailCode(session, proof), signInWithEmailCode(session, { ...proof })]
    expect(await Promise.all(others)).toMatchObject([{ state: 'signedIn' }, { state: 'signedIn' }])
    expect([await first, world.sent.filter((path) => path.endsWith('/signin')).length]).toEqual(['unmounted', 1])
    expect(await rejection(signInWithEmailCode(session, proof))).toMatchObject({ status: 422 })
    expect(session.state).toBe('signedIn')
  })

  it.each(['#', '#/', '#!/', '#/sign-in?', '#/sign-in?next=%2F&'])(
    'has a link that routers have put behind %s',
    (start) => {
      const link = `${appOrigin}/${start}verificationUUID=1&verificationToken=123456`
      expect(readEmailLink(link)).toEqual({ verificationUUID: '1', verificationToken: '123456' })
    },
  )

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

  it('says that a client is no session', async () => {
    const { api } = await createSessionWorld()
    const proof = { verificationUUID: '1', verificationToken: '123456' }
    expect(() => sendEmailCode(api as never, { email: ada })).toThrow(
      'Failed to send a code: "session" is not a session. Pass the result of createSession().',
    )
    expect(() => signInWithEmailCode(api as never, proof)).toThrow('Pass the result of createSession().')
  })

  it('is aborted by a signal', async () => {
    const world = await createSessionWorld()
    const signal = AbortSignal.abort(new Error('gone'))
    expect(await rejection(sendEmailCode(world.open(), { email: ada }, { signal }))).toMatchObject({ message: 'gone' })
    expect(world.sent).toEqual([])
  })
})
