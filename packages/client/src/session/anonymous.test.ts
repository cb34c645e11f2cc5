import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { bearer } from '../policies/auth.ts'
import { getEmailProvider, resendEmailCode, sendEmailCode, signInWithEmailCode } from './emailCode.ts'
import { signInWithJwt } from './externalJwt.ts'
import { signInWithFrame } from './frame.ts'
import { signInWithMessenger, signInWithMessengerPopup } from './messenger.ts'
import { getNonce } from './nonce.ts'
import { startOAuth, startSso } from './oauth.ts'
import { signInWithPopup } from './oauthPopup.ts'
import { signInWithPasskey } from './passkey.ts'
import type { Abortable, Session } from './session.ts'
import { resendSmsCode, sendSmsCode, signInWithSmsCode } from './smsCode.ts'
import { memoryStorage } from './storage.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { prefetchWallet, signInWithWallet } from './wallet.ts'

type Step = (session: Session, options: Abortable) => Promise<unknown>

const email = 'ada@example.com'
const verificationUUID = '01900000-0000-7000-8000-000000000000'
const code = { verificationUUID, verificationToken: '123456' }
const phone = { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US' }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const sign = async () => '0x'
const redirect = () => ({ redirectUrl: 'https://app.example.com/', storage: memoryStorage(), navigate: () => {} })
const passkey = { id: 'AQID', response: { clientDataJSON: 'BA', authenticatorData: 'BQ', signature: 'Bg' } }
/** A window that the person closes at once. */
const closed = { popup: { navigate: () => {}, isClosed: true }, graceMs: 0 }

/** The steps for which nobody has to be signed in, and how many calls each makes. */
const steps: [name: string, calls: number, step: Step][] = [
  ['getEmailProvider', 1, (session, options) => getEmailProvider(session, email, options)],
  ['sendEmailCode', 1, (session, options) => sendEmailCode(session, { email }, options)],
  ['resendEmailCode', 1, (session, options) => resendEmailCode(session, { email, verificationUUID }, options)],
  ['signInWithEmailCode', 1, (session, options) => signInWithEmailCode(session, code, options)],
  ['sendSmsCode', 1, (session, options) => sendSmsCode(session, phone, options)],
  ['resendSmsCode', 1, (session, options) => resendSmsCode(session, { ...phone, verificationUUID }, options)],
  ['signInWithSmsCode', 1, (session, options) => signInWithSmsCode(session, code, options)],
  ['signInWithJwt', 1, (session, options) => signInWithJwt(session, { jwt: 'a.b.c' }, options)],
  ['signInWithMessenger', 1, (session, options) => signInWithMessenger(session, { state: 'unknown' }, options)],
  ['signInWithMessengerPopup', 1, (session, options) => signInWithMessengerPopup(session, { ...closed, ...options })],
  ['signInWithPopup', 3, (session, options) => signInWithPopup(session, { provider: 'google', ...closed, ...options })],
  ['startOAuth', 2, (session, options) => startOAuth(session, { provider: 'google', ...redirect(), ...options })],
  ['startSso', 2, (session, options) => startSso(session, { email, ...redirect(), ...options })],
  ['getNonce', 1, (session, options) => getNonce(session, options)],
  [
    'prefetchWallet',
    1,
    (session, options) => prefetchWallet(session, { chain: 'EVM', publicWalletAddress: address }, options),
  ],
  [
    'signInWithWallet',
    2,
    (session, options) => signInWithWallet(session, { address, domain: 'app.example.com', sign, ...options }),
  ],
  [
    'signInWithFrame',
    2,
    (session, options) =>
      signInWithFrame(session, { sign: async () => ({ message: '', signature: '0x', address }), ...options }),
  ],
  ['signInWithPasskey', 2, (session, options) => signInWithPasskey(session, { ask: async () => passkey, ...options })],
]

/** A session whose client has a credential of its own, and the headers `authorization` of its calls. */
async function createWorld(see: (calls: number) => void = () => {}) {
  const world = await createSessionWorld()
  for (const provider of ['sms', 'passkey', 'google', 'farcaster'] as const)
    await world.mock.create.provider({ provider })
  await world.mock.create.provider({ provider: 'okta', domain: 'example.com' })
  await world.mock.create.provider({
    provider: 'telegram',
    clientId: '7000000001',
    clientSecret: '7000000001:bot-token',
  })
  const credentials: (string | null)[] = []
  const api = world.api.with({
    auth: bearer('of-the-client'),
    retry: false,
    fetch(url, init) {
      credentials.push(new Headers(init?.headers).get('authorization'))
      see(credentials.length)
      return world.mock.fetch(url, init)
    },
  })
  return { credentials, session: world.open({ api }) }
}

describe('a step of somebody who is not signed in', () => {
  it.each(steps)('sends no credential of the client: %s', async (_, calls, step) => {
    const world = await createWorld()
    await step(world.session, {}).catch(() => {})
    expect(world.credentials).toEqual(Array.from({ length: calls }, () => null))
  })

  it.each(steps)('ends in each of its calls when its signal is aborted: %s', async (_, calls, step) => {
    for (let last = 1; last <= calls; last++) {
      const controller = new AbortController()
      const world = await createWorld((sent) => {
        if (sent === last) controller.abort('gone')
      })
      const { signal } = controller
      expect(await rejection(step(world.session, { signal }))).toBe('gone')
      expect(world.credentials.length).toBe(last)
    }
  })
})
