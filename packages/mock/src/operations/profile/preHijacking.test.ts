import type { components } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth, walkRoundTrip } from '../../../test/people/oauthRoundTrip.ts'
import {
  phones,
  requestEmailCode,
  requestSmsCode,
  sentCode,
  signInByEmail,
  signInBySms,
} from '../../../test/people/oneTimeCodes.ts'
import { changeStandardField, userSeenByServers } from '../../../test/people/profiles.ts'
import type { TestWallet } from '../../control/device/walletControl.ts'

type Schemas = components['schemas']

const host = createHost()
const victim = 'victim@example.com'
const attacker = 'attacker@example.com'
/** The site that wallets sign for; a page's own origin is another one. */
const headers = { origin: 'https://app.example.com' }
const invalidCode = { status: 422, code: 'invalid_email_verification' }

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  for (const provider of ['google', 'github'] as const) await host.mock.create.provider({ provider })
})

const read = async (token: string) => (await host.call('profile.get', { token })).body
const seenByServers = (userId: string) => userSeenByServers(host, userId)
const addressesOf = (user: Schemas['SdkUser']) =>
  user.verifiedCredentials.map(
    (credential) => credential.email ?? credential.oauth_account_id ?? credential.address ?? credential.phoneNumber,
  )

async function signedBy(wallet: TestWallet, input: Partial<Schemas['VerifyRequest']> = {}) {
  return wallet.request({ nonce: String((await host.call('nonces.create')).body.nonce), ...input })
}

const signInByWallet = async (wallet: TestWallet) =>
  (await host.call('walletSignIn.verify', { headers, body: await signedBy(wallet) })).body

/** A signed-in user who got the victim's address from a server, unproved, and has a wallet of the attacker. */
async function trap(wallet: TestWallet) {
  const {
    body: { user },
  } = await host.call('users.create', {
    body: {
      email: victim,
      firstName: 'Victim',
      wallets: [
        {
          publicWalletAddress: wallet.address,
          chain: 'EVM',
          walletName: 'metamask',
          walletProvider: 'browserExtension',
        },
      ],
    },
  })
  return { id: String(user?.id), token: String((await signInByWallet(wallet)).jwt) }
}

describe('classic-federated merge', () => {
  it('does not join a federated sign-in to a user who claims the address without a proof', async () => {
    const wallet = await host.mock.wallets.evm()
    const lurking = await trap(wallet)
    await host.mock.idp.github?.addUser({ email: victim, accountId: 'victim-github' })
    const { body } = await signInByOAuth(host, { email: victim, provider: 'github' })
    expect(body.user).toMatchObject({
      newUser: true,
      verifiedCredentials: [{ format: 'oauth', oauth_account_id: 'victim-github' }],
    })
    expect(body.user.id).not.toBe(lurking.id)
    expect(addressesOf(await read(lurking.token))).toEqual([wallet.address])
    expect(await seenByServers(lurking.id)).toMatchObject({ oauthAccounts: [] })
    expect(
      await host.refuse('sessions.check', {
        token: lurking.token,
        params: { environmentId: host.mock.defaults.environments.live.id },
      }),
    ).toMatchObject({ status: 401 })
    expect((await signInByWallet(wallet)).user).toMatchObject({
      id: lurking.id,
      verifiedCredentials: [{ format: 'blockchain' }],
    })
    expect((await signInByOAuth(host, { email: victim, provider: 'github' })).body.user.id).toBe(body.user.id)
  })

  it('does not sign in a user who has only requested the address, in either order', async () => {
    const { jwt, user } = (await signInByEmail(host, attacker)).body
    expect((await host.call('profile.update', { token: String(jwt), body: { email: victim } })).body).toMatchObject({
      nextView: 'verify-email',
      user: { email: attacker },
    })
    await host.mock.idp.google?.addUser({ email: victim })
    const { body } = await signInByOAuth(host, { email: victim })
    expect(body.user).toMatchObject({ email: victim, newUser: true })
    expect(body.user.id).not.toBe(user.id)
    expect(addressesOf(await read(String(jwt)))).toEqual([attacker])
    expect((await host.call('profile.update', { token: String(jwt), body: { email: victim } })).body.user.email).toBe(
      attacker,
    )
  })
})

describe('unexpired session', () => {
  it('ends the earlier sessions of an account when the owner proves its address', async () => {
    const wallet = await host.mock.wallets.evm()
    const lurking = await trap(wallet)
    const { body: attackerReply } = await signInByEmail(host, attacker)
    await host.call('profile.update', { token: lurking.token, body: { email: 'attacker2@example.com' } })
    // Without a proved credential besides the victim's address, the account is the victim's to take.
    await host.call('walletSignIn.transfer', {
      headers,
      token: String(attackerReply.jwt),
      body: await signedBy(wallet, { skipEmptyAccountCheck: true }),
    })
    expect((await host.call('sessions.check', { token: lurking.token })).status).toBe(204)
    const { body } = await signInByEmail(host, victim)
    expect(body.user).toMatchObject({
      id: lurking.id,
      email: victim,
      firstName: 'Victim',
      verifiedCredentials: [{ format: 'email', email: victim }],
    })
    for (const id of ['profile.get', 'sessions.check', 'sessions.refresh'] as const)
      expect(await host.refuse(id, { token: lurking.token }), id).toMatchObject({
        status: 401,
        code: 'session_revoked',
      })
    expect(await host.refuse('profile.update', { token: lurking.token, body: { firstName: 'Eve' } })).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
    expect((await signInByWallet(wallet)).user.id).toBe(attackerReply.user.id)
    const late = (
      host.mock.export().tables.verifications as { address: string; codeHash?: string; userId?: string }[]
    ).find(({ address }) => address === 'attacker2@example.com')
    expect([late?.codeHash, late?.userId]).toEqual([undefined, undefined])
    expect((await host.call('sessions.check', { token: String(body.jwt) })).status).toBe(204)
  })

  it('ends an earlier proposal of a merge with the account, too', async () => {
    const wallet = await host.mock.wallets.evm()
    const lurking = await trap(wallet)
    await host.call('emailSignIn.verify', { token: lurking.token, body: await requestEmailCode(host, attacker) })
    const { jwt } = (await signInByEmail(host, 'attacker2@example.com')).body
    expect(
      await host.refuse('emailSignIn.verify', { token: String(jwt), body: await requestEmailCode(host, attacker) }),
    ).toMatchObject({ code: 'merge_accounts_confirmation' })
    const bait = (await read(lurking.token)).verifiedCredentials.find(({ format }) => format === 'email')
    await host.call('walletSignIn.unlink', { token: lurking.token, body: { verifiedCredentialId: String(bait?.id) } })
    await host.call('walletSignIn.transfer', {
      headers,
      token: String(jwt),
      body: await signedBy(wallet, { skipEmptyAccountCheck: true }),
    })
    const { body } = await signInByEmail(host, victim)
    expect(await host.refuse('profile.merge', { token: String(jwt) })).toMatchObject({
      status: 422,
      code: 'merge_accounts_invalid',
    })
    expect((await host.call('sessions.check', { token: String(body.jwt) })).status).toBe(204)
    expect(addressesOf(await read(String(body.jwt)))).toEqual([victim])
  })
})

describe('trojan identifier', () => {
  it('does not sign in the victim to an account with another credential beside the address', async () => {
    const wallet = await host.mock.wallets.evm()
    const lurking = await trap(wallet)
    await host.mock.idp.google?.addUser({ email: attacker, accountId: 'attacker-google' })
    await signInByOAuth(host, { email: attacker, token: lurking.token })
    await host.call('smsSignIn.verify', { token: lurking.token, body: await requestSmsCode(host, phones.us) })
    const { body } = await signInByEmail(host, victim)
    expect(body.user).toMatchObject({
      email: victim,
      newUser: true,
      verifiedCredentials: [{ format: 'email', email: victim }],
    })
    expect(body.user.id).not.toBe(lurking.id)
    const ways = [
      (await signInByWallet(wallet)).user,
      (await signInByOAuth(host, { email: attacker })).body.user,
      (await signInBySms(host, phones.us)).body.user,
    ]
    for (const user of ways) {
      expect(user.id).toBe(lurking.id)
      expect(user).toHaveProperty('email', null)
      expect(addressesOf(user)).not.toContain(victim)
    }
    expect((await read(lurking.token)).id).toBe(lurking.id)
    expect(await seenByServers(lurking.id)).toHaveProperty('email', null)
    expect((await signInByEmail(host, victim)).body.user.id).toBe(body.user.id)
  })

  it('does not move a credential from an account whose address the victim proves in another account', async () => {
    const wallet = await host.mock.wallets.evm()
    const lurking = await trap(wallet)
    const {
      body: { jwt },
    } = await signInBySms(host, phones.de)
    const { body } = await host.call('emailSignIn.verify', {
      token: String(jwt),
      body: await requestEmailCode(host, victim),
    })
    expect(body).toMatchObject({ nextView: 'done', user: { email: victim } })
    expect(addressesOf(body.user)).not.toContain(wallet.address)
    expect(await read(lurking.token)).toHaveProperty('email', null)
  })
})

describe('unexpired e-mail change', () => {
  async function beginChange() {
    const token = String((await signInByEmail(host, attacker)).body.jwt)
    const { body } = await host.call('profile.update', { token, body: { email: victim } })
    return {
      token,
      proof: {
        verificationUUID: String(body.emailVerification?.verificationUUID),
        verificationToken: sentCode(host, 'email', victim),
      },
    }
  }

  it('cannot be completed by any code after the victim has proved the address by a code', async () => {
    const { token, proof } = await beginChange()
    const victimCode = await requestEmailCode(host, victim)
    for (const verificationToken of [proof.verificationToken, victimCode.verificationToken]) {
      expect(await host.refuse('emailSignIn.verify', { token, body: { ...proof, verificationToken } })).toMatchObject(
        invalidCode,
      )
    }
    expect(
      await host.refuse('emailSignIn.retry', { body: { verificationUUID: proof.verificationUUID, email: victim } }),
    ).toMatchObject(invalidCode)
    const { body } = await host.call('emailSignIn.signIn', { body: victimCode })
    expect(body.user).toMatchObject({ email: victim, newUser: true })
    for (const verificationToken of [proof.verificationToken, victimCode.verificationToken]) {
      expect(await host.refuse('emailSignIn.verify', { token, body: { ...proof, verificationToken } })).toMatchObject(
        invalidCode,
      )
    }
    expect(await read(token)).toMatchObject({ email: attacker })
    expect((await signInByEmail(host, victim)).body.user.id).toBe(body.user.id)
  })

  it('cannot be completed after the victim has proved the address by an account', async () => {
    await host.mock.idp.google?.addUser({ email: victim })
    const first = await beginChange()
    const { body } = await signInByOAuth(host, { email: victim })
    expect(await host.refuse('emailSignIn.verify', { token: first.token, body: first.proof })).toMatchObject(
      invalidCode,
    )
    expect(addressesOf(await read(first.token))).toEqual([attacker])
    await host.call('profile.delete', { token: String(body.jwt) })
    const second = await beginChange()
    const { jwt } = (await signInBySms(host, phones.us)).body
    await signInByOAuth(host, { email: victim, token: String(jwt) })
    expect(await host.refuse('emailSignIn.verify', { token: second.token, body: second.proof })).toMatchObject(
      invalidCode,
    )
  })

  it('cannot be completed by the victim, who uses the message to sign in', async () => {
    const { token, proof } = await beginChange()
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(invalidCode)
    const { jwt } = (await signInBySms(host, phones.us)).body
    expect(await host.refuse('emailSignIn.verify', { token: String(jwt), body: proof })).toMatchObject(invalidCode)
    expect((await read(token)).email).toBe(attacker)
  })
})

describe('non-verifying provider', () => {
  it('does not link an account by an unverified address, or give that address to a user', async () => {
    const { body: owner } = await signInByEmail(host, victim)
    await host.mock.idp.google?.addUser({ email: victim, emailVerified: false, accountId: 'attacker-google' })
    const { body } = await signInByOAuth(host, { email: victim })
    expect(body.user.id).not.toBe(owner.user.id)
    expect(body.user).toHaveProperty('email', null)
    expect(
      JSON.parse(atob(String(body.jwt).split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')),
    ).not.toHaveProperty('email')
    expect(
      (await host.call('profile.update', { token: String(body.jwt), body: { email: victim } })).body,
    ).toMatchObject({ nextView: 'verify-email' })
    expect((await signInByEmail(host, victim)).body.user.id).toBe(owner.user.id)
  })

  it('does not capture the later sign-in of the owner of the address', async () => {
    await host.mock.idp.google?.addUser({ email: victim, emailVerified: false, accountId: 'attacker-google' })
    const { body: lurking } = await signInByOAuth(host, { email: victim })
    const { body } = await signInByEmail(host, victim)
    expect(body.user).toMatchObject({ email: victim, newUser: true })
    expect(body.user.id).not.toBe(lurking.user.id)
    expect(addressesOf(await read(String(lurking.jwt)))).toEqual(['attacker-google'])
  })

  it('signs a foreign JWT with an unverified address in as a new user', async () => {
    const issuer = await host.mock.issuers.create({ issuer: 'https://login.example.com' })
    await host.mock.settings.patch({
      security: { externalAuth: { enabled: true, iss: issuer.issuer, jwksUrl: issuer.jwksUrl } },
    })
    const { body: owner } = await signInByEmail(host, victim)
    const jwt = await issuer.sign({ sub: 'attacker', email: victim, email_verified: false })
    const { body } = await host.call('externalAuth.signIn', { body: { jwt } })
    expect(body.user.id).not.toBe(owner.user.id)
    expect(body.user).toHaveProperty('email', null)
  })
})

describe('mutable e-mail', () => {
  it('leaves an account with its user when its address changes to that of another user', async () => {
    await host.mock.idp.google?.addUser({ email: attacker, accountId: 'attacker-google' })
    const { body: before } = await signInByOAuth(host, { email: attacker })
    const { body: owner } = await signInByEmail(host, victim)
    await host.mock.idp.google?.updateUser('attacker-google', { email: victim })
    const { body } = await signInByOAuth(host, { email: victim })
    expect(body.user).toMatchObject({ id: before.user.id, newUser: false })
    expect(addressesOf(body.user)).toEqual(['attacker-google'])
    expect(await seenByServers(owner.user.id)).toMatchObject({ email: victim, oauthAccounts: [] })
    expect(
      (await host.call('profile.update', { token: String(body.jwt), body: { email: victim } })).body.nextView,
    ).toBe('verify-email')
    expect((await signInByEmail(host, victim)).body.user.id).toBe(owner.user.id)
  })

  it('removes an address from the profile that the account no longer has, so that its next owner gets it', async () => {
    await host.mock.idp.google?.addUser({ email: victim, accountId: 'attacker-google' })
    const { body: before } = await signInByOAuth(host, { email: victim })
    expect(before.user.email).toBe(victim)
    await host.mock.idp.google?.updateUser('attacker-google', { email: attacker })
    const { body } = await signInByOAuth(host, { email: attacker })
    expect(body.user).toMatchObject({ id: before.user.id, email: attacker })
    expect(await seenByServers(before.user.id)).toMatchObject({ email: attacker })
    const { body: owner } = await signInByEmail(host, victim)
    expect(owner.user).toMatchObject({ email: victim, newUser: true })
  })

  it('removes the address from the profile when the account that proves it is unlinked', async () => {
    await changeStandardField(host, 'email', { required: false })
    await host.mock.idp.google?.addUser({ email: victim, accountId: 'attacker-google' })
    const {
      body: { jwt, user },
    } = await signInByOAuth(host, { email: victim })
    await host.call('smsSignIn.verify', { token: String(jwt), body: await requestSmsCode(host, phones.us) })
    await host.call('walletSignIn.unlink', {
      token: String(jwt),
      body: { verifiedCredentialId: String(user.verifiedCredentials[0]?.id) },
    })
    expect(await read(String(jwt))).toHaveProperty('email', null)
    expect((await signInByEmail(host, victim)).body.user).toMatchObject({ email: victim, newUser: true })
  })

  it('leaves an address in the profile that the user has proved by a code as well', async () => {
    await host.mock.idp.google?.addUser({ email: attacker, accountId: 'own-google' })
    const { body: before } = await signInByOAuth(host, { email: attacker })
    await host.call('emailSignIn.verify', { token: String(before.jwt), body: await requestEmailCode(host, attacker) })
    await host.mock.idp.google?.updateUser('own-google', { email: 'new@example.com' })
    expect((await signInByOAuth(host, { email: 'new@example.com' })).body.user).toMatchObject({
      id: before.user.id,
      email: attacker,
    })
  })

  it('does not sign in the owner of the address as its user, even if the account is older', async () => {
    await host.mock.idp.google?.addUser({ email: attacker, accountId: 'attacker-google' })
    await host.mock.idp.github?.addUser({ email: victim, accountId: 'victim-github' })
    const { body: lurking } = await signInByOAuth(host, { email: attacker })
    const { body: owner } = await signInByOAuth(host, { email: victim, provider: 'github' })
    await host.mock.idp.google?.updateUser('attacker-google', { email: victim })
    expect((await signInByOAuth(host, { email: victim })).body.user.id).toBe(lurking.user.id)
    expect((await signInByEmail(host, victim)).body.user.id).toBe(owner.user.id)
    const proof = await walkRoundTrip(host, { email: victim, provider: 'github' })
    expect((await host.call('oauth.verify', { params: { providerType: 'github' }, body: proof })).body.user.id).toBe(
      owner.user.id,
    )
  })

  it('keeps the user of a foreign JWT whose address changes to that of another user', async () => {
    const issuer = await host.mock.issuers.create({ issuer: 'https://login.example.com' })
    await host.mock.settings.patch({
      security: { externalAuth: { enabled: true, iss: issuer.issuer, jwksUrl: issuer.jwksUrl } },
    })
    const signIn = async (email: string) =>
      (
        await host.call('externalAuth.signIn', {
          body: { jwt: await issuer.sign({ sub: 'attacker', email, email_verified: true }) },
        })
      ).body.user
    const lurking = await signIn(attacker)
    await host.mock.idp.github?.addUser({ email: victim })
    const { body: owner } = await signInByOAuth(host, { email: victim, provider: 'github' })
    expect((await signIn(victim)).id).toBe(lurking.id)
    expect((await signInByEmail(host, victim)).body.user.id).toBe(owner.user.id)
  })
})
