import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { listRecoveryCodes } from '../generated/operations/mfa.ts'
import { getRegistrationOptions } from '../generated/operations/passkeys.ts'
import { get as getProfile, update as updateProfile } from '../generated/operations/profile.ts'
import type { Session } from './session.ts'
import {
  getEmailProvider,
  linkEmail,
  readEmailLink,
  resendEmailCode,
  sendEmailCode,
  signInWithEmailCode,
} from './emailCode.ts'
import { signInWithJwt } from './externalJwt.ts'
import { createFrameMessage, linkFrame, signInWithFrame } from './frame.ts'
import { signInWithMessenger, signInWithMessengerPopup } from './messenger.ts'
import { finishOAuth, startOAuth, startSso, withoutOAuthAnswer } from './oauth.ts'
import { signInWithPopup } from './oauthPopup.ts'
import { addPasskey, signInWithPasskey } from './passkey.ts'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from './passkeyCeremony.ts'
import { listSecondFactors, proveEmail, provePasskey, proveRecoveryCode, proveTotp } from './secondFactor.ts'
import { linkPhone, resendSmsCode, sendSmsCode, signInWithSmsCode } from './smsCode.ts'
import type { SignInError } from './signInError.ts'
import { memoryStorage } from './storage.ts'
import { appOrigin, createSessionWorld, type SessionWorld } from './test/sessionWorld.ts'
import { createSignInMessage, linkWallet, prefetchWallet, signInWithWallet } from './wallet.ts'

const ada = 'ada@example.com'
const formats = (session: Session) => session.user?.verifiedCredentials.map(({ format }) => format).sort()

/** Follows redirects as a browser does, until they lead out of the service. */
async function browse({ mock }: SessionWorld, url: string): Promise<string> {
  for (let at = url; ;) {
    const next = (await mock.fetch(at, { redirect: 'manual' })).headers.get('location')
    if (!next) return at
    at = new URL(next, at).href
    if (at.startsWith(appOrigin)) return at
  }
}

describe('e-mail', () => {
  it('signs in by a code, by the one sent last, and by the link of the letter', async () => {
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
    expect(readEmailLink(appOrigin)).toBeUndefined()
    expect(world.sent).not.toContain('/refresh')
  })

  it('is added to who is signed in', async () => {
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

describe('text messages', () => {
  const phone = { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US' }

  it('sign in by a code, and are added to who is signed in', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'sms' })
    const session = world.open()
    const code = () => world.mock.outbox.sms.last('+12025550123')?.code ?? ''
    const { verificationUUID } = await sendSmsCode(session, phone)
    await resendSmsCode(session, { ...phone, verificationUUID })
    expect(
      await rejection(
        signInWithSmsCode(session, { verificationUUID, verificationToken: code() === '000000' ? '111111' : '000000' }),
      ),
    ).toMatchObject({ status: 422 })
    await signInWithSmsCode(session, { verificationUUID, verificationToken: code() })
    expect([session.state, formats(session)]).toEqual(['signedIn', ['phoneNumber']])
    const other = world.open()
    await world.signIn(other)
    const next = await sendSmsCode(other, { ...phone, phoneNumber: '2025550124' })
    await linkPhone(other, {
      verificationUUID: next.verificationUUID,
      verificationToken: world.mock.outbox.sms.last('+12025550124')?.code ?? '',
    })
    expect(formats(other)).toEqual(['email', 'phoneNumber'])
  })
})

describe('OAuth by redirect', () => {
  async function begin(world: SessionWorld, options: Partial<Parameters<typeof startOAuth>[1]> = {}) {
    await world.mock.create.provider({ provider: 'google' })
    await world.mock.idp.google?.addUser({ email: ada })
    const session = world.open()
    const storage = memoryStorage()
    let left = ''
    const leave = () =>
      startOAuth(session, {
        provider: 'google',
        redirectUrl: `${appOrigin}/signed-in?tab=1`,
        loginHint: ada,
        prompt: 'none',
        storage,
        navigate: (url) => (left = url),
        ...options,
      })
    return { session, storage, leave, back: () => browse(world, left) }
  }

  it('signs in where the browser comes back, by state and S256, once', async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world)
    await leave()
    const url = await back()
    expect(await finishOAuth(session, url, { storage })).toMatchObject({ state: 'signedIn', user: { email: ada } })
    expect(withoutOAuthAnswer(url)).toBe(`${appOrigin}/signed-in?tab=1`)
    expect(await rejection(finishOAuth(session, url, { storage }))).toMatchObject({
      name: 'SignInError',
      reason: 'state_unknown',
    })
    expect(world.sent.filter((path) => path.endsWith('/signIn')).length).toBe(1)
  })

  it('refuses an answer to a question that was not asked in this browser', async () => {
    const world = await createSessionWorld()
    const { session, leave, back } = await begin(world)
    await leave()
    expect(await rejection(finishOAuth(session, await back(), { storage: memoryStorage() }))).toMatchObject({
      reason: 'state_unknown',
    })
    expect(session.state).toBe('signedOut')
  })

  it('does not leave where nothing is kept, as its answer could not be taken', async () => {
    const { session } = await begin(await createSessionWorld())
    const visited: string[] = []
    const storage = {
      ...memoryStorage(),
      set: () => {
        throw new Error('blocked')
      },
    }
    const leaving = startOAuth(session, {
      provider: 'google',
      redirectUrl: `${appOrigin}/`,
      storage,
      navigate: (url) => void visited.push(url),
    })
    expect(await rejection(leaving)).toMatchObject({ name: 'SignInError', reason: 'storage_blocked' })
    expect(visited).toEqual([])
  })

  it('takes what is kept and broken for nothing', async () => {
    const world = await createSessionWorld()
    const { session } = await begin(world)
    const storage = { ...memoryStorage(), get: () => '{"state":' }
    expect(await rejection(finishOAuth(session, `${appOrigin}/?state=1&code=2`, { storage }))).toMatchObject({
      reason: 'state_unknown',
    })
  })

  it('tells what the provider answered, and leaves other URLs alone', async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world, { loginHint: 'nobody@example.com' })
    await leave()
    const url = await back()
    expect(new URL(url).searchParams.get('error')).toBeTruthy()
    expect(await rejection(finishOAuth(session, url, { storage }))).toMatchObject({
      name: 'SignInError',
      reason: new URL(url).searchParams.get('error'),
    })
    expect(await finishOAuth(session, `${appOrigin}/?state=1`, { storage })).toBeUndefined()
  })

  it("tells the provider's own words, of which a log line can be made", async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world)
    const refusedWith = async (answer: Record<string, string>) => {
      await leave()
      const state = new URL(await back()).searchParams.get('state') ?? ''
      const url = `${appOrigin}/signed-in?${String(new URLSearchParams({ state, ...answer }))}`
      return (await rejection(finishOAuth(session, url, { storage }))) as SignInError
    }
    expect(await refusedWith({ error: 'access_denied', error_description: 'Ada said no.' })).toMatchObject({
      name: 'SignInError',
      reason: 'access_denied',
      description: 'Ada said no.',
      message: 'google has signed nobody in: access_denied (Ada said no.).',
    })
    const bare = await refusedWith({ error: 'server_error' })
    expect(bare.message).toBe('google has signed nobody in: server_error.')
    expect(bare).not.toHaveProperty('description')
    const forged = await refusedWith({
      error: `a\nb\u0000${'x'.repeat(500)}`,
      error_description: 'line\r\n[info] all is well',
    })
    expect(forged.reason).toBe(`a b ${'x'.repeat(196)}`)
    expect(forged.description).toBe('line [info] all is well')
    expect(forged.message).not.toMatch(/\p{C}/u)
  })

  it('adds the account to who is signed in', async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world, { link: true })
    await world.signIn(session, 'bob@example.com')
    const { id } = session.user ?? {}
    await leave()
    await finishOAuth(session, await back(), { storage })
    expect([session.user?.id, formats(session)]).toEqual([id, ['email', 'oauth']])
  })

  it('leads to the identity provider of a domain, and nowhere for other domains', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'okta', domain: 'example.com' })
    await world.mock.idp.okta?.addUser({ email: ada })
    const session = world.open()
    const storage = memoryStorage()
    let left = ''
    const options = {
      redirectUrl: `${appOrigin}/signed-in`,
      storage,
      navigate: (url: string) => (left = `${url}&prompt=none`),
    }
    expect(await startSso(session, { ...options, email: 'ada@other.example' })).toBe(false)
    expect(await startSso(session, { ...options, email: ada })).toBe(true)
    expect(await finishOAuth(session, await browse(world, left), { storage })).toMatchObject({
      state: 'signedIn',
      user: { email: ada },
    })
  })
})

describe('OAuth beside the page', () => {
  const google = async (world: SessionWorld) => {
    await world.mock.create.provider({ provider: 'google' })
    await world.mock.idp.google?.addUser({ email: ada })
    return { provider: 'google', loginHint: ada, prompt: 'none', intervalMs: 5 } as const
  }

  it('signs in once the person has confirmed it at the provider, and closes the window', async () => {
    const world = await createSessionWorld()
    const options = await google(world)
    vi.useRealTimers()
    const session = world.open()
    const close = vi.fn<() => void>()
    let left = ''
    const done = signInWithPopup(session, { ...options, popup: { navigate: (url) => (left = url), close } })
    const timesAsked = () => world.sent.filter((path) => path.endsWith('/oauthResult')).length
    await vi.waitFor(() => expect(timesAsked()).toBeGreaterThan(1))
    expect(session.state).toBe('signedOut')
    await browse(world, left)
    const before = timesAsked()
    await vi.waitFor(() => expect(timesAsked()).toBeGreaterThan(before + 1))
    expect(session.state).toBe('signedOut')
    await world.mock.idp.google?.approve(left, ada)
    expect(await done).toMatchObject({ state: 'signedIn', user: { email: ada } })
    expect(close).toHaveBeenCalledOnce()
  })

  it('ends when the person closes the window, or the caller gives up', async () => {
    const world = await createSessionWorld()
    const options = await google(world)
    vi.useRealTimers()
    const session = world.open()
    const closed = rejection(
      signInWithPopup(session, { ...options, graceMs: 20, popup: { navigate: () => {}, isClosed: true } }),
    )
    expect(await closed).toMatchObject({ name: 'SignInError', reason: 'popup_closed' })
    const controller = new AbortController()
    const aborted = rejection(
      signInWithPopup(session, {
        ...options,
        signal: controller.signal,
        popup: { navigate: () => controller.abort(new Error('gone')) },
      }),
    )
    expect(await aborted).toMatchObject({ message: 'gone' })
  })
})

type Device = ReturnType<SessionWorld['mock']['authenticator']>

/** The mock's device in the place of the browser; it knows the values that are listed today alone. */
const maker = (device: Device) => (options: PasskeyCreationOptions) =>
  device.create(options as Parameters<Device['create']>[0], { origin: appOrigin })
const asker = (device: Device) => (options: PasskeyRequestOptions) =>
  device.get(options as Parameters<Device['get']>[0], { origin: appOrigin })

describe('passkeys', () => {
  it('are made and sign in', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'passkey' })
    const device = world.mock.authenticator()
    const ask = asker(device)
    const session = world.open()
    expect(await rejection(signInWithPasskey(session, { ask }))).toMatchObject({ name: 'NotAllowedError' })
    await world.signIn(session)
    await addPasskey(session, { make: maker(device) })
    const { id } = session.user ?? {}
    expect(formats(session)).toEqual(['email', 'passkey'])
    await session.signOut()
    expect(await signInWithPasskey(session, { ask })).toMatchObject({ state: 'signedIn', user: { id } })
    expect((await getRegistrationOptions(world.as(session))).excludeCredentials).toHaveLength(1)
  })
})

describe('wallets', () => {
  it('sign in by a message of their own and are found again', async () => {
    const world = await createSessionWorld()
    const wallet = await world.mock.wallets.evm()
    const session = world.open()
    await prefetchWallet(session, { chain: 'EVM', publicWalletAddress: wallet.address })
    const options = {
      address: wallet.address,
      domain: 'app.example.com',
      statement: 'Sign in to Example.',
      walletName: 'metamask',
      sign: (message: string) => wallet.sign(message),
    }
    const { user } = await signInWithWallet(session, options)
    expect([user.newUser, formats(session)]).toEqual([true, ['blockchain']])
    await session.signOut()
    expect((await signInWithWallet(session, options)).user.id).toBe(user.id)
  })

  it('are refused with the signature of another', async () => {
    const world = await createSessionWorld()
    const [wallet, other] = [await world.mock.wallets.evm(), await world.mock.wallets.evm()]
    const session = world.open()
    const error = await rejection(
      signInWithWallet(session, {
        address: wallet.address,
        domain: 'app.example.com',
        sign: (message) => other.sign(message),
      }),
    )
    expect([error, session.state]).toMatchObject([{ status: 422, code: 'other_verify_failure' }, 'signedOut'])
  })

  it('of other chains sign the same text with their name, or one that the caller writes', async () => {
    const world = await createSessionWorld()
    const [sol, ton] = [await world.mock.wallets.sol(), await world.mock.wallets.ton()]
    const session = world.open()
    await signInWithWallet(session, {
      address: sol.address,
      chain: 'SOL',
      chainName: 'Solana',
      chainId: 'mainnet',
      domain: 'app.example.com',
      walletName: 'phantom',
      sign: (message) => sol.sign(message),
    })
    expect(session.user?.verifiedCredentials[0]).toMatchObject({ address: sol.address })
    await linkWallet(session, {
      address: ton.address,
      chain: 'TON',
      walletName: 'tonkeeper',
      message: ({ nonce }) => ton.message({ nonce }),
      sign: (message) => ton.sign(message),
    })
    expect(formats(session)).toEqual(['blockchain', 'blockchain'])
  })

  it('need a domain and a statement of one line', () => {
    expect(() => createSignInMessage({ address: '0x1', nonce: '1' })).toThrow(SyntaxError)
    expect(() =>
      createSignInMessage({ address: '0x1', nonce: '1', domain: 'a.example', statement: 'a\nURI: b' }),
    ).toThrow(SyntaxError)
  })
})

describe('foreign JWTs', () => {
  it('sign in, and wrong ones do not', async () => {
    const world = await createSessionWorld()
    const issuer = await world.mock.issuers.create({ issuer: 'https://login.example.com' })
    await world.mock.settings.patch({
      security: { externalAuth: { enabled: true, iss: issuer.issuer, jwksUrl: issuer.jwksUrl } },
    })
    const session = world.open()
    expect(
      await rejection(
        signInWithJwt(session, { jwt: await issuer.sign({ sub: '1', iss: 'https://other.example.com' }) }),
      ),
    ).toMatchObject({ status: 422 })
    await signInWithJwt(session, { jwt: await issuer.sign({ sub: '1', email: ada, email_verified: true }) })
    expect(session).toMatchObject({ state: 'signedIn', user: { email: ada } })
  })
})

describe('the messenger', () => {
  const botOf = async (world: SessionWorld) => {
    await world.mock.create.provider({
      provider: 'telegram',
      clientId: '7000000001',
      clientSecret: '7000000001:bot-token',
    })
    return world.mock.messenger.addUser({ firstName: 'Ada' })
  }

  it('signs in by a JWT of the bot and by init data, and creates users when asked to', async () => {
    const world = await createSessionWorld()
    const person = await botOf(world)
    const session = world.open()
    const messengerAuthToken = world.mock.messenger.authToken(person)
    expect(await rejection(signInWithMessenger(session, { messengerAuthToken }))).toMatchObject({
      code: 'invalid_user',
    })
    await signInWithMessenger(session, { messengerAuthToken, forceCreateUser: true })
    expect(session).toMatchObject({ state: 'signedIn', user: { firstName: 'Ada' } })
    const { user } = session
    await signInWithMessenger(session, { messengerAuthToken: world.mock.messenger.initData(person) })
    expect(session).toMatchObject({ state: 'signedIn', user: { id: user?.id } })
  })

  it('signs in by its widget in a window', async () => {
    const world = await createSessionWorld()
    const person = await botOf(world)
    vi.useRealTimers()
    const session = world.open()
    let left = ''
    const done = signInWithMessengerPopup(session, {
      intervalMs: 5,
      popup: { navigate: (url) => (left = url) },
    })
    await vi.waitFor(() =>
      expect(world.sent.filter((path) => path === '/checkMessengerAuth').length).toBeGreaterThan(1),
    )
    expect((await world.mock.fetch(left)).status).toBe(200)
    const answer = { state: new URL(left).searchParams.get('state'), messengerUser: world.mock.messenger.sign(person) }
    await world.mock.fetch(left.replace(/\?.*/, ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(answer),
    })
    expect(await done).toMatchObject({ state: 'signedIn', user: { firstName: 'Ada' } })
  })
})

describe('frames', () => {
  it('sign in by the message of the custody address, and are added to who is signed in', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'farcaster' })
    const [ada1, bob] = [await world.mock.wallets.evm(), await world.mock.wallets.evm()]
    await world.mock.chain.registerFarcaster({ fid: 1, address: ada1.address })
    await world.mock.chain.registerFarcaster({ fid: 2, address: bob.address })
    const signer =
      (wallet: typeof bob, fid: number) =>
      async ({ nonce }: { nonce: string }) => {
        const message = createFrameMessage({ address: wallet.address, nonce, fid, domain: 'app.example.com' })
        return { message, signature: await wallet.sign(message) }
      }
    const session = world.open()
    expect(await rejection(signInWithFrame(session, { sign: signer(bob, 1) }))).toMatchObject({
      code: 'other_verify_failure',
    })
    expect(await signInWithFrame(session, { sign: signer(ada1, 1) })).toMatchObject({
      state: 'signedIn',
      user: { newUser: true },
    })
    const other = world.open()
    await world.signIn(other)
    await linkFrame(other, { sign: signer(bob, 2) })
    expect(formats(other)).toEqual(['email', 'oauth'])
  })
})

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

  it('is waited for after the first step, and proved by an app', async () => {
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

  it('is waited for after a refresh and a reload, too', async () => {
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
