import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../test/oauthRoundTrip.ts'
import { phones, requestEmailCode, requestSmsCode } from '../../test/oneTimeCodes.ts'
import { registerPasskey } from '../../test/passkeyCeremonies.ts'
import { claimsOf, siteHeaders, walletPeople } from '../../test/walletPeople.ts'

const host = createHost()
const { person, signed } = walletPeople(host)
const revoked = { status: 401, code: 'token_revoked' }

let token = ''

beforeEach(async () => {
  for (const provider of ['google', 'emailOnly', 'passkey', 'telegram'] as const)
    await host.mock.create.provider({ provider })
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  await host.mock.idp.google?.addUser({ email: 'ada@example.org' })
  token = (await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))).token
  await host.mock.clock.advance({ minutes: 30 })
})

type Reply = { jwt?: string; expiresAt?: string }

/** Proves something that joins the signed-in user. */
const links: Record<string, () => Promise<Reply>> = {
  'an account at a provider': async () => (await signInByOAuth(host, { email: 'ada@example.org', token })).body,
  'an e-mail address': async () =>
    (await host.call('emailSignIn.verify', { token, body: await requestEmailCode(host, 'ada@example.net') })).body,
  'a phone number': async () =>
    (await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, phones.us) })).body,
  'a wallet': async () => {
    const body = await signed(await host.mock.wallets.evm())
    return (await host.call('walletSignIn.link', { token, body, headers: siteHeaders })).body
  },
  "another user's wallet": async () => {
    const wallet = await host.mock.wallets.evm()
    await person(wallet)
    const body = { ...(await signed(wallet)), skipEmptyAccountCheck: true }
    return (await host.call('walletSignIn.transfer', { token, body, headers: siteHeaders })).body
  },
  'a passkey': async () => (await registerPasskey(host, host.mock.authenticator(), token)).reply,
  'an account at the messenger': async () => {
    const messengerAuthToken = host.mock.messenger.authToken(await host.mock.messenger.addUser())
    return (await host.call('messenger.verify', { token, body: { messengerAuthToken } })).body
  },
  'another user, by merging': async () => {
    const other = await host.mock.create.user({ email: 'ada@example.net' })
    await host.mock.create.wallet(other.id, {})
    const body = await requestEmailCode(host, 'ada@example.net')
    expect(await host.refuse('emailSignIn.verify', { token, body })).toMatchObject({
      code: 'merge_accounts_confirmation',
    })
    const mergeUserResolutions = [{ userId: other.id, fieldKey: 'email', type: 'standard' }] as const
    return (
      await host.call('profile.resolveMerge', { token, body: { mergeUserResolutions: [...mergeUserResolutions] } })
    ).body
  },
}

describe.each(Object.keys(links))('linking %s', (name) => {
  const link = () => (links[name] ?? expect.unreachable())()

  it('begins another generation of tokens in the same session and term', async () => {
    const before = claimsOf(token)
    const { jwt, expiresAt } = await link()
    const after = claimsOf(jwt)
    expect(after.jti).not.toBe(before.jti)
    expect([after.sid, after.exp]).toEqual([before.sid, before.exp])
    expect(expiresAt).toBe(String(before.exp))
    expect((await host.call('sessions.check', { token: String(jwt) })).status).toBe(204)
  })

  it('leaves the tokens before ten seconds', async () => {
    const { jwt } = await link()
    await host.mock.clock.advance({ seconds: 9.999 })
    expect((await host.call('sessions.check', { token })).status).toBe(204)
    await host.mock.clock.advance({ milliseconds: 1 })
    expect(await host.refuse('sessions.check', { token })).toMatchObject(revoked)
    expect((await host.call('sessions.check', { token: String(jwt) })).status).toBe(204)
  })

  it('ends the session where a token from before is used to refresh later', async () => {
    const { jwt } = await link()
    await host.mock.clock.advance({ seconds: 10 })
    expect(await host.refuse('sessions.refresh', { token })).toMatchObject(revoked)
    expect(await host.refuse('sessions.check', { token: String(jwt) })).toMatchObject({ code: 'session_revoked' })
  })
})

describe('linking what the user has already', () => {
  it.each(['an account at a provider', 'an e-mail address', 'a phone number'])(
    '(%s) keeps the tokens',
    async (name) => {
      const link = links[name] ?? expect.unreachable()
      token = String((await link()).jwt)
      expect(claimsOf((await link()).jwt).jti).toBe(claimsOf(token).jti)
      await host.mock.clock.advance({ seconds: 10 })
      expect((await host.call('sessions.check', { token })).status).toBe(204)
    },
  )
})
