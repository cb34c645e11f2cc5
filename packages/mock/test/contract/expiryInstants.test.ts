import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { startRoundTrip, walkRoundTrip } from '../people/oauthRoundTrip.ts'
import { phones, requestEmailCode, requestSmsCode } from '../people/oneTimeCodes.ts'
import { answerSignIn, createPasskeyUser, from, registerPasskey } from '../people/passkeyCeremonies.ts'
import { createSigner, digestOf, friend, transaction } from '../people/policyPeople.ts'
import { signInRoom } from '../people/waasPeople.ts'
import { siteHeaders, walletPeople } from '../people/walletPeople.ts'

const host = createHost()
const { signed } = walletPeople(host)
const minute = 60_000

/** A thing that expires. `prepare` makes it, and returns a function that uses it and one that is refused. */
interface Expiring {
  readonly lifetimeMs: number
  readonly prepare: () => Promise<{ use(): Promise<unknown>; refuse(): Promise<{ status: number }> }>
  readonly status: number
}

const expiring: Readonly<Record<string, Expiring>> = {
  'a code by e-mail': {
    lifetimeMs: 10 * minute,
    async prepare() {
      const body = await requestEmailCode(host, 'ada@example.com')
      return {
        use: () => host.call('emailSignIn.signIn', { body }),
        refuse: () => host.refuse('emailSignIn.signIn', { body }),
      }
    },
    status: 422,
  },
  'a code by text message': {
    lifetimeMs: 10 * minute,
    async prepare() {
      await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
      const body = await requestSmsCode(host, phones.us)
      return {
        use: () => host.call('smsSignIn.signIn', { body }),
        refuse: () => host.refuse('smsSignIn.signIn', { body }),
      }
    },
    status: 422,
  },
  'the nonce of a wallet message': {
    lifetimeMs: 5 * minute,
    async prepare() {
      const input = { body: await signed(await host.mock.wallets.evm()), headers: siteHeaders }
      return {
        use: () => host.call('walletSignIn.verify', input),
        refuse: () => host.refuse('walletSignIn.verify', input),
      }
    },
    status: 422,
  },
  'a wallet message with an expiration time': {
    lifetimeMs: minute,
    async prepare() {
      const expirationTime = new Date(host.mock.clock.now() + minute).toISOString()
      const input = { body: await signed(await host.mock.wallets.evm(), { expirationTime }), headers: siteHeaders }
      return {
        use: () => host.call('walletSignIn.verify', input),
        refuse: () => host.refuse('walletSignIn.verify', input),
      }
    },
    status: 422,
  },
  'the challenge of a passkey': {
    lifetimeMs: 5 * minute,
    async prepare() {
      const { token } = await createPasskeyUser(host)
      const device = host.mock.authenticator()
      await registerPasskey(host, { device, token })
      const input = { body: await answerSignIn(host, device), ...from('https://app.example.com') }
      return { use: () => host.call('passkeys.signIn', input), refuse: () => host.refuse('passkeys.signIn', input) }
    },
    status: 422,
  },
  'the state of a sign-in at a provider': {
    lifetimeMs: 10 * minute,
    async prepare() {
      await host.mock.create.provider({ provider: 'google' })
      const { state } = await startRoundTrip(host)
      const input = { params: { providerType: 'google' as const }, body: { state } }
      return { use: () => host.call('oauth.getResult', input), refuse: () => host.refuse('oauth.getResult', input) }
    },
    status: 422,
  },
  'the code of a provider': {
    lifetimeMs: minute,
    async prepare() {
      await host.mock.create.provider({ provider: 'google' })
      await host.mock.idp.google?.addUser({ email: 'ada@example.com', emailVerified: true })
      const body = await walkRoundTrip(host, { email: 'ada@example.com' })
      const input = { params: { providerType: 'google' as const }, body }
      return { use: () => host.call('oauth.verify', input), refuse: () => host.refuse('oauth.verify', input) }
    },
    status: 422,
  },
  'a session token': {
    lifetimeMs: 120 * minute,
    async prepare() {
      const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
      return { use: () => host.call('profile.get', { token }), refuse: () => host.refuse('profile.get', { token }) }
    },
    status: 401,
  },
}

describe.each(Object.entries(expiring))('%s', (_, { lifetimeMs, prepare, status }) => {
  it('works up to the last millisecond', async () => {
    const { use } = await prepare()
    await host.mock.clock.advance(lifetimeMs - 1)
    await use()
  })

  it('is refused at the instant of its expiry', async () => {
    const { refuse } = await prepare()
    await host.mock.clock.advance(lifetimeMs)
    expect(await refuse()).toMatchObject({ status })
  })
})

describe('a room of embedded wallets', () => {
  const prepare = async () => {
    const ada = await createSigner(host)
    const body = transaction({ to: friend })
    const { roomId } = await ada.ask(body)
    return () => signInRoom(host, ada.wallet, { roomId, message: digestOf(body).slice(2) })
  }

  it('signs up to the last millisecond of a room', async () => {
    const sign = await prepare()
    await host.mock.clock.advance(10 * minute - 1)
    expect(await sign()).toMatchObject({ kind: 'signature' })
  })

  it('is closed at the instant of its expiry', async () => {
    const sign = await prepare()
    await host.mock.clock.advance(10 * minute)
    await expect(sign()).rejects.toThrow('expired')
  })
})
