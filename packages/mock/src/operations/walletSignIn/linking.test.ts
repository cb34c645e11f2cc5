import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { enableMfa } from '../../../test/people/secondFactor.ts'
import { claimsOf, siteHeaders as headers, walletPeople } from '../../../test/people/walletPeople.ts'
import type { TestWallet } from '../../control/device/walletControl.ts'

const host = createHost()
const { signed, person, reader, link, walletsOf, userOf, eventsNow } = walletPeople(host)
const unknownId = '00000000-0000-7000-8000-00000000dead'
const walletOperations = ['walletSignIn.link', 'walletSignIn.transfer'] as const
const userOperations = [...walletOperations, 'walletSignIn.unlink', 'walletSignIn.select'] as const

let wallet: TestWallet
let other: TestWallet
beforeEach(async () => {
  wallet = await host.mock.wallets.evm()
  other = await host.mock.wallets.sol()
})

describe('walletSignIn.link', () => {
  it('adds a wallet to the signed-in user, who can then sign in with it', async () => {
    const { id, token, credentialId } = await person(wallet)
    await host.mock.clock.advance({ minutes: 1 })
    const { user, jwt } = await link(token, other, { walletName: 'phantom' })
    expect(user.verifiedCredentials).toMatchObject([
      { address: wallet.address },
      { address: other.address, chain: 'solana', wallet_name: 'phantom' },
    ])
    expect(claimsOf(jwt)).toMatchObject({
      last_verified_credential_id: credentialId,
      blockchain_accounts: [{ address: wallet.address }, { address: other.address }],
    })
    expect(await walletsOf(id)).toMatchObject([
      { publicKey: wallet.address },
      { publicKey: other.address, lastSelectedAt: null },
    ])
    expect(await userOf(id)).toMatchObject({ updatedAt: '2026-01-15T09:31:00.000Z' })
    expect(await eventsNow('wallet')).toMatchObject([
      { eventName: 'wallet.linked', data: { publicKey: other.address, userId: id } },
    ])
    expect((await person(other)).id).toBe(id)
  })

  it('changes nothing for a wallet that the user already has', async () => {
    const { id, token } = await person(wallet)
    const before = await userOf(id)
    await host.mock.clock.advance({ minutes: 1 })
    expect((await link(token, wallet, { walletName: 'another' })).user.verifiedCredentials).toHaveLength(1)
    expect(await userOf(id)).toEqual(before)
    expect(await eventsNow('wallet')).toEqual([])
  })

  it("asks to confirm the move of another user's wallet, and accepts the same signature for it", async () => {
    const former = await person(other)
    await host.mock.create.wallet(former.id)
    const { id, token } = await person(wallet)
    const body = await signed(other)
    expect(await host.refuse('walletSignIn.link', { body, headers, token })).toMatchObject({
      status: 422,
      code: 'reassign_wallet_confirm',
    })
    expect((await walletsOf(former.id)).map(({ publicKey }) => publicKey)).toContain(other.address)
    expect((await host.call('walletSignIn.transfer', { body, headers, token })).body.user).toMatchObject({ id })
  })

  it('moves it at once if the environment needs no confirmation', async () => {
    await host.mock.settings.patch({ sdk: { confirmWalletTransfers: false } })
    const former = await person(other)
    const { id, token } = await person(wallet)
    expect(await host.refuse('walletSignIn.link', { body: await signed(other), headers, token })).toMatchObject({
      status: 422,
      code: 'reassign_wallet_error',
    })
    await link(token, other, { skipEmptyAccountCheck: true })
    expect((await walletsOf(id)).map(({ publicKey }) => publicKey)).toContain(other.address)
    expect(await walletsOf(former.id)).toEqual([])
  })

  it('refuses a second wallet, but not a first one, if the environment allows one', async () => {
    await host.mock.settings.patch({ sdk: { multiWallet: false } })
    const { token } = await reader()
    await link(token, wallet)
    expect(await host.refuse('walletSignIn.link', { body: await signed(other), headers, token })).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
    expect(await host.refuse('walletSignIn.transfer', { body: await signed(other), headers, token })).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
  })

  it('refuses a sanctioned wallet, and stores the check', async () => {
    const { id, token } = await reader()
    await host.call('screening.enable')
    await host.mock.chain.sanction(wallet.address)
    expect(await host.refuse('walletSignIn.link', { body: await signed(wallet), headers, token })).toMatchObject({
      status: 403,
      code: 'screening_blocked',
    })
    expect(await userOf(id)).toMatchObject({
      wallets: [],
      screeningChecks: [{ result: 'BLOCKED', walletPublicKey: wallet.address }],
    })
  })
})

describe.each(walletOperations)('%s', (id) => {
  it('requires a signature for this site, with a nonce that is valid once', async () => {
    const { token } = await reader()
    const body = await signed(wallet)
    expect(
      await host.refuse(id, { body: { ...body, signedMessage: await other.sign(body.messageToSign) }, headers, token }),
    ).toMatchObject({ status: 422, code: 'other_verify_failure' })
    expect(await host.refuse(id, { body, headers: { origin: 'https://evil.example.net' }, token })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
    await host.call(id, { body, headers, token })
    expect(await host.refuse(id, { body, headers, token })).toMatchObject({ status: 422, code: 'invalid_verification' })
  })

  it('refuses malformed bodies', async () => {
    const { token } = await reader()
    expect(await host.refuse(id, { body: {}, token })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await host.refuse(id, { body: { ...(await signed(wallet)), isAdmin: true }, token })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe.each(userOperations)('%s', (id) => {
  const body = async () =>
    id === 'walletSignIn.unlink' || id === 'walletSignIn.select' ? { walletId: unknownId } : signed(wallet)

  it('needs a session of the environment', async () => {
    const { token } = await reader()
    const { live } = host.mock.defaults.environments
    expect(await host.refuse(id, { body: await body(), headers })).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await host.refuse(id, { body: await body(), headers, token: 'no-token' })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    expect(
      await host.refuse(id, { body: await body(), headers, token, params: { environmentId: live.id } }),
    ).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(
      await host.refuse(id, { body: await body(), headers, token, params: { environmentId: unknownId } }),
    ).toMatchObject({ status: 401 })
    await host.mock.clock.advance({ hours: 2 })
    expect(await host.refuse(id, { body: await body(), headers, token })).toMatchObject({
      status: 401,
      code: 'token_expired',
    })
  })

  it('waits for the second factor', async () => {
    const { token } = await reader()
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await host.refuse(id, { body: await body(), headers, token })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
  })
})

describe('walletSignIn.transfer', () => {
  it('moves a wallet with its credential, with one event', async () => {
    const former = await person(other)
    await host.mock.create.wallet(former.id)
    const { id, token } = await person(wallet)
    const { user } = (await host.call('walletSignIn.transfer', { body: await signed(other), headers, token })).body
    expect(user.verifiedCredentials.find(({ address }) => address === other.address)).toMatchObject({
      id: former.credentialId,
      previous_users: [former.id],
    })
    expect((await walletsOf(id)).map(({ publicKey }) => publicKey)).toEqual([other.address, wallet.address])
    expect((await walletsOf(former.id)).map(({ publicKey }) => publicKey)).not.toContain(other.address)
    expect((await userOf(former.id))?.lastVerifiedCredentialId).not.toBe(former.credentialId)
    expect((await person(other)).id).toBe(id)
    const events = (await eventsNow('wallet.')).filter(({ eventName }) => eventName !== 'wallet.linked')
    expect(events).toMatchObject([
      { eventName: 'wallet.transferred', data: { publicKey: other.address, userId: id, previousUserId: former.id } },
    ])
  })

  it("keeps the former user's session, without the wallet", async () => {
    const former = await person(other)
    const { publicKey } = await host.mock.create.wallet(former.id)
    const { token } = await person(wallet)
    await host.call('walletSignIn.transfer', { body: await signed(other), headers, token })
    const { body } = await host.call('sessions.refresh', { token: former.token })
    expect(body.user.verifiedCredentials).toMatchObject([{ address: publicKey }])
    expect(claimsOf(body.jwt)).toMatchObject({ verified_account: { address: publicKey } })
  })

  it('leaves a user without any credential only on request', async () => {
    const former = await person(other)
    const { id, token } = await person(wallet)
    const body = await signed(other)
    expect(await host.refuse('walletSignIn.transfer', { body, headers, token })).toMatchObject({
      status: 422,
      code: 'reassign_wallet_error',
    })
    await host.call('walletSignIn.transfer', { body: { ...body, skipEmptyAccountCheck: true }, headers, token })
    expect(await userOf(former.id)).toMatchObject({ verifiedCredentials: [], wallets: [] })
    expect(await walletsOf(id)).toHaveLength(2)
  })

  it('moves nothing from a user who is blocked', async () => {
    const former = await person(other)
    await host.mock.create.wallet(former.id)
    const { token } = await person(wallet)
    const { id: allowlistId } = await host.mock.create.allowlist({ outcome: 'block' })
    await host.mock.create.allowlistEntry(allowlistId, { walletPublicKey: other.address })
    expect(await host.refuse('walletSignIn.transfer', { body: await signed(other), headers, token })).toMatchObject({
      status: 422,
      code: 'blocked_user_cannot_transfer_wallet',
    })
    expect((await walletsOf(former.id)).map(({ publicKey }) => publicKey)).toContain(other.address)
  })

  it('moves nothing from a user who is screened and sanctioned by another wallet', async () => {
    const former = await person(other)
    const { publicKey } = await host.mock.create.wallet(former.id)
    const { token } = await person(wallet)
    await host.call('screening.enable')
    await host.mock.chain.sanction(publicKey)
    expect(await host.refuse('walletSignIn.transfer', { body: await signed(other), headers, token })).toMatchObject({
      status: 422,
      code: 'blocked_user_cannot_transfer_wallet',
    })
  })

  it('does not move a wallet from a user with a second factor, even if other credentials remain', async () => {
    await enableMfa(host)
    const former = await person(other)
    await host.mock.create.wallet(former.id)
    const {
      body: { secret },
    } = await host.call('mfaDevices.createTotp', { token: former.token })
    await host.call('mfaDevices.verifyTotp', {
      token: former.token,
      body: { type: 'totp', code: host.mock.totpCode(secret) },
    })
    const { id, token } = await person(wallet)
    const refused = async () =>
      host.refuse('walletSignIn.transfer', {
        body: await signed(other, { skipEmptyAccountCheck: true }),
        headers,
        token,
      })
    expect(await refused()).toMatchObject({ status: 422, code: 'blocked_user_cannot_transfer_wallet' })
    await host.mock.settings.patch({ sdk: { confirmWalletTransfers: false } })
    expect(await host.refuse('walletSignIn.link', { body: await signed(other), headers, token })).toMatchObject({
      status: 422,
      code: 'blocked_user_cannot_transfer_wallet',
    })
    // A device that does not count at present may count again.
    await enableMfa(host, { enabled: false })
    expect(await refused()).toMatchObject({ status: 422, code: 'blocked_user_cannot_transfer_wallet' })
    expect((await walletsOf(former.id)).map(({ publicKey }) => publicKey)).toContain(other.address)
    expect((await walletsOf(id)).map(({ publicKey }) => publicKey)).toEqual([wallet.address])
  })

  it('moves it from a user who has begun to register a second factor but has not proved it', async () => {
    await enableMfa(host)
    const former = await person(other)
    await host.mock.create.wallet(former.id)
    await host.call('mfaDevices.createTotp', { token: former.token })
    const { id, token } = await person(wallet)
    await host.call('walletSignIn.transfer', { body: await signed(other), headers, token })
    expect((await walletsOf(id)).map(({ publicKey }) => publicKey)).toContain(other.address)
  })

  it('adds a wallet that no user has, and does not change one that the user already has', async () => {
    const { id, token } = await reader()
    await host.call('walletSignIn.transfer', { body: await signed(wallet), headers, token })
    await host.call('walletSignIn.transfer', { body: await signed(wallet), headers, token })
    expect(await walletsOf(id)).toMatchObject([{ publicKey: wallet.address }])
    expect(await eventsNow('wallet.')).toMatchObject([{ eventName: 'wallet.linked' }])
  })
})
