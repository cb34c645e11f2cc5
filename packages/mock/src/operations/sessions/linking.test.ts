import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMergingUsers } from '../../../test/people/mergingUsers.ts'
import { createMessengerPerson } from '../../../test/people/messengerPeople.ts'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import { phones, requestEmailCode, requestSmsCode } from '../../../test/people/oneTimeCodes.ts'
import { registerPasskey } from '../../../test/people/passkeyCeremonies.ts'
import { claimsOf, walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { link } = walletPeople(host)
const email = 'ada@example.com'
let token = ''

beforeEach(async () => {
  ;({ token } = await host.mock.signIn(await host.mock.create.user({ email })))
})

/** Each way to link something to the user of a session. @returns The session token of the reply. */
const ways: Record<string, () => Promise<string | undefined>> = {
  'an account at a provider': async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email: 'ada@mail.example.com', accountId: 'g-1' })
    return (await signInByOAuth(host, { email: 'ada@mail.example.com', token })).body.jwt
  },
  'an e-mail address': async () => {
    const body = await requestEmailCode(host, 'second@example.com')
    return (await host.call('emailSignIn.verify', { token, body })).body.jwt
  },
  'a number': async () => {
    await host.mock.create.provider({ provider: 'sms' })
    return (await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, phones.us) })).body.jwt
  },
  'a wallet': async () => (await link(token, await host.mock.wallets.evm())).jwt,
  'a passkey': async () => {
    await host.mock.create.provider({ provider: 'passkey' })
    return (await registerPasskey(host, { device: host.mock.authenticator(), token })).reply.jwt
  },
  'an account of a messenger': async () => {
    const ada = await createMessengerPerson(host)
    await host.call('messenger.receive', { body: { state: 's-1', messengerUser: host.mock.messenger.sign(ada) } })
    return (await host.call('messenger.verify', { token, body: { state: 's-1' } })).body.jwt
  },
  'all that another user has': async () => {
    ;({ token } = await createMergingUsers(host, 'bob@example.com'))
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, 'bob@example.com') })
    return (await host.call('profile.resolveMerge', { token, body: { mergeUserResolutions: [] } })).body.jwt
  },
}

describe.each(Object.entries(ways))('linking %s', (_, linkIt) => {
  it('continues the session with new tokens, to the same end', async () => {
    const linked = claimsOf(await linkIt())
    const { jti, sid, exp } = claimsOf(token)
    expect(linked).toMatchObject({ sid, exp })
    expect(linked.jti).not.toBe(jti)
  })

  it('retires the former tokens after ten seconds, and their refresh then ends the session', async () => {
    const linked = await linkIt()
    await host.mock.clock.advance({ seconds: 9 })
    expect((await host.call('profile.get', { token })).status).toBe(200)
    await host.mock.clock.advance({ seconds: 1 })
    expect(await host.refuse('profile.get', { token })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect((await host.call('profile.get', { token: linked })).status).toBe(200)
    expect((await host.refuse('sessions.refresh', { token })).status).toBe(401)
    expect(await host.refuse('profile.get', { token: linked })).toMatchObject({ status: 401, code: 'session_revoked' })
  })
})

describe('a link that is refused', () => {
  it('leaves the tokens as they are', async () => {
    const body = { verificationUUID: crypto.randomUUID(), verificationToken: '000000' }
    expect((await host.refuse('emailSignIn.verify', { token, body })).status).toBe(422)
    await host.mock.clock.advance({ minutes: 1 })
    expect((await host.call('profile.get', { token })).status).toBe(200)
  })
})
