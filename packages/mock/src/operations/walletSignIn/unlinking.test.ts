import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import { phones, requestSmsCode } from '../../../test/people/oneTimeCodes.ts'
import { changeStandardField } from '../../../test/people/profiles.ts'
import { claimsOf, walletPeople } from '../../../test/people/walletPeople.ts'
import type { TestWallet } from '../../control/device/walletControl.ts'

const host = createHost()
const { person, reader, link, walletsOf, userOf, eventsNow } = walletPeople(host)
const unknownId = '00000000-0000-7000-8000-00000000dead'

let wallet: TestWallet
let other: TestWallet
beforeEach(async () => {
  wallet = await host.mock.wallets.evm()
  other = await host.mock.wallets.sol()
})

describe('walletSignIn.unlink', () => {
  it('removes a wallet by the id of its credential, in each field that can have it', async () => {
    const { id, token } = await reader()
    for (const name of ['walletId', 'verifiedCredentialId', 'verifiedCrentialId'] as const) {
      const { user } = await link(token, wallet)
      const credentialId = user.verifiedCredentials.find(({ address }) => address === wallet.address)?.id
      const { body } = await host.call('walletSignIn.unlink', { body: { [name]: credentialId }, token })
      expect(body.user.verifiedCredentials).toMatchObject([{ format: 'email' }])
      expect(await walletsOf(id)).toEqual([])
      expect((await host.refuse('wallets.get', { params: { walletId: credentialId as string } })).status).toBe(404)
    }
    const events = await eventsNow('wallet.unlinked')
    expect(events.map(({ data }) => data.publicKey)).toEqual([wallet.address, wallet.address, wallet.address])
    expect((await person(wallet)).id).not.toBe(id)
  })

  it('continues the session with the given wallet, or with the latest credential', async () => {
    const { id, token, credentialId } = await person(wallet)
    const { user } = await link(token, other)
    const otherCredential = user.verifiedCredentials[1]?.id
    const unlinked = await host.call('walletSignIn.unlink', {
      body: { walletId: credentialId, primaryWalletId: otherCredential },
      token,
    })
    expect(unlinked.body.user.lastVerifiedCredentialId).toBe(otherCredential)
    expect(claimsOf(unlinked.body.jwt)).toMatchObject({
      last_verified_credential_id: otherCredential,
      verified_account: { address: other.address },
    })
    expect(await walletsOf(id)).toMatchObject([
      { publicKey: other.address, lastSelectedAt: '2026-01-15T09:30:00.000Z' },
    ])
    await link(token, wallet)
    const { body } = await host.call('walletSignIn.unlink', { body: { walletId: otherCredential }, token })
    expect(claimsOf(body.jwt)).toMatchObject({ verified_account: { address: wallet.address } })
    expect(body.user.lastVerifiedCredentialId).not.toBe(credentialId)
  })

  it('removes an e-mail address that is not required, from the profile, too', async () => {
    await changeStandardField(host, 'email', { required: false })
    const { id, token } = await reader()
    const { user } = await link(token, wallet)
    const { body } = await host.call('walletSignIn.unlink', {
      body: { verifiedCredentialId: user.verifiedCredentials[0]?.id },
      token,
    })
    expect(body.user).toMatchObject({ verifiedCredentials: [{ address: wallet.address }], missingFields: [] })
    expect(body.user.email).toBeNull()
    expect((await userOf(id))?.email).toBeNull()
  })

  it('keeps a required address while nothing else proves it, and a required number', async () => {
    await changeStandardField(host, 'phoneNumber', { enabled: true, required: true })
    await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
    const { id, token } = await reader()
    await link(token, wallet)
    const { user } = (await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, phones.us) })).body
    const unlink = (format: string) => ({
      body: { verifiedCredentialId: user.verifiedCredentials.find((each) => each.format === format)?.id },
      token,
    })
    const before = await userOf(id)
    for (const [format, code, name] of [
      ['email', 'email_cannot_be_null', 'an e-mail address'],
      ['phoneNumber', 'invalid_update', 'a phone number'],
    ] as const)
      expect(await host.refuse('walletSignIn.unlink', unlink(format))).toMatchObject({
        status: 422,
        body: { code, error: `Users of this environment need ${name}. Change it instead of removing it.` },
      })
    expect(await userOf(id)).toEqual(before)
  })

  it('removes one of two proofs of a required address, and keeps the last one', async () => {
    const { id } = await host.mock.create.user({ email: 'ada@example.com' })
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google.addUser({ email: 'ada@example.com' })
    await signInByOAuth(host, { email: 'ada@example.com' })
    const { token, user } = await host.mock.signIn(id)
    await link(token, wallet)
    const [account, address] = ['oauth', 'email'].map((format) => ({
      body: { verifiedCredentialId: user.verifiedCredentials.find((each) => each.format === format)?.id },
      token,
    }))
    await host.call('walletSignIn.unlink', address)
    expect((await userOf(id))?.email).toBe('ada@example.com')
    expect(await host.refuse('walletSignIn.unlink', account)).toMatchObject({ code: 'email_cannot_be_null' })
    expect((await userOf(id))?.oauthAccounts).toHaveLength(1)
  })

  it('removes a phone number, from the profile, too, with any grouping of its digits', async () => {
    await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
    const { id, token } = await reader()
    const { user } = (await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, phones.us) })).body
    await host.call('users.update', { params: { userId: id }, body: { phoneNumber: '+1 202-555-0123' } })
    const verifiedCredentialId = user.verifiedCredentials.find(({ format }) => format === 'phoneNumber')?.id
    const { body } = await host.call('walletSignIn.unlink', { body: { verifiedCredentialId }, token })
    expect(body.user.verifiedCredentials).toMatchObject([{ format: 'email' }])
    expect(body.user).toHaveProperty('phoneNumber', null)
    expect(await userOf(id)).toHaveProperty('phoneNumber', null)
  })

  it('removes a social account, with an event', async () => {
    const { id } = await host.mock.create.user({
      email: 'ada@example.com',
      oauthAccounts: [{ provider: 'google', accountId: 'g-1' }],
    })
    const { token, user } = await host.mock.signIn(id)
    const account = user.verifiedCredentials.find(({ format }) => format === 'oauth')
    await host.call('walletSignIn.unlink', { body: { verifiedCredentialId: account?.id }, token })
    expect((await userOf(id))?.oauthAccounts).toEqual([])
    expect(await eventsNow('user.social.unlinked')).toHaveLength(1)
  })

  it('refuses to remove the last credential that the user can sign in with', async () => {
    const { token, credentialId } = await person(wallet)
    expect(
      await host.refuse('walletSignIn.unlink', { body: { verifiedCredentialId: credentialId }, token }),
    ).toMatchObject({ status: 422, code: 'cannot_delete_last_sign_in_verified_credential' })
  })

  it('refuses if the environment does not allow unlinking wallets', async () => {
    await changeStandardField(host, 'email', { required: false })
    const { id, token } = await reader()
    const { user } = await link(token, wallet)
    await host.mock.settings.patch({ sdk: { multiWalletUnlinkDisabled: true } })
    const [remainingWallet] = await walletsOf(id)
    expect(await host.refuse('walletSignIn.unlink', { body: { walletId: remainingWallet?.id }, token })).toMatchObject({
      status: 422,
      code: 'forbidden_unlink_request',
    })
    expect(
      (
        await host.call('walletSignIn.unlink', {
          body: { verifiedCredentialId: user.verifiedCredentials[0]?.id },
          token,
        })
      ).status,
    ).toBe(200)
  })

  it('refuses a credential in `walletId` that is not a wallet', async () => {
    const { token, user } = await reader()
    await link(token, wallet)
    const walletId = user.verifiedCredentials[0]?.id
    const refusal = await host.refuse('walletSignIn.unlink', { body: { walletId }, token })
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_unlink_request' })
    expect((await host.call('profile.get', { token })).body.verifiedCredentials).toHaveLength(2)
  })

  it('requires exactly one credential of the user', async () => {
    const { token, credentialId } = await person(wallet)
    const { user } = await link(token, other)
    const otherCredential = user.verifiedCredentials[1]?.id
    const stranger = await host.mock.create.user({ email: 'grace@example.com' })
    const foreign = await host.mock.create.wallet(stranger.id)
    const bodies = [
      {},
      { walletId: unknownId },
      { verifiedCredentialId: unknownId },
      { walletId: foreign.id },
      { walletId: otherCredential, verifiedCredentialId: credentialId },
      { verifiedCredentialId: credentialId, verifiedCrentialId: unknownId },
    ]
    for (const body of bodies)
      expect(await host.refuse('walletSignIn.unlink', { body, token }), JSON.stringify(body)).toMatchObject({
        status: 422,
        code: 'invalid_unlink_request',
      })
    for (const primaryWalletId of [credentialId, foreign.id, unknownId]) {
      expect(
        await host.refuse('walletSignIn.unlink', { body: { walletId: credentialId, primaryWalletId }, token }),
      ).toMatchObject({ status: 422, code: 'invalid_wallet_id' })
    }
    expect(await host.refuse('walletSignIn.unlink', { body: { walletId: 'x' }, token })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    const both = { walletId: credentialId, verifiedCredentialId: credentialId, verifiedCrentialId: credentialId }
    expect((await host.call('walletSignIn.unlink', { body: both, token })).body.user.verifiedCredentials).toHaveLength(
      1,
    )
  })
})

describe('walletSignIn.select', () => {
  it('makes a wallet the present one of the session and the user', async () => {
    const { id, token } = await person(wallet)
    const linked = await link(token, other)
    const walletId = linked.user.verifiedCredentials[1]?.id
    await host.mock.clock.advance({ minutes: 5 })
    const { body } = await host.call('walletSignIn.select', { body: { walletId }, token: linked.jwt })
    expect(claimsOf(body.jwt)).toMatchObject({
      verified_account: { address: other.address },
      last_authenticated_account_id: walletId,
      last_verified_credential_id: walletId,
    })
    expect(body.user.lastVerifiedCredentialId).toBe(walletId)
    expect((await walletsOf(id))[1]).toMatchObject({ lastSelectedAt: '2026-01-15T09:35:00.000Z' })
    expect(await userOf(id)).toMatchObject({ walletPublicKey: other.address })
    expect(claimsOf((await host.call('sessions.refresh', { token: String(body.jwt) })).body.jwt)).toMatchObject({
      verified_account: { address: other.address },
    })
  })

  it('accepts an id with a suffix of the vendor', async () => {
    const { token, credentialId } = await person(wallet)
    const { status } = await host.call('walletSignIn.select', { body: { walletId: `${credentialId}-turnkey` }, token })
    expect(status).toBe(200)
  })

  it('refuses wallets of other users, and malformed ids', async () => {
    const { id } = await host.mock.create.user({ email: 'ada@example.com' })
    const { token, user } = await host.mock.signIn(id)
    const emailCredentialId = user.verifiedCredentials[0]?.id as string
    const foreign = await host.mock.create.wallet((await host.mock.create.user()).id)
    for (const walletId of [foreign.id, emailCredentialId, unknownId, 'x', '', `${unknownId}-`]) {
      expect(await host.refuse('walletSignIn.select', { body: { walletId }, token }), walletId).toMatchObject({
        status: 422,
        code: 'invalid_wallet_id',
      })
    }
    expect(await host.refuse('walletSignIn.select', { body: {}, token })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})
