import { defined } from '@latchkey/base/defined'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { requestEmailCode, signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { person, link, walletsOf, userOf, eventsNow } = walletPeople(host)

const linked = async (email?: string) => {
  const user = await host.mock.create.user(defined({ email }))
  return { user, wallet: await host.mock.create.wallet(user.id) }
}
const walletParams = async () => ({ walletId: (await linked()).wallet.id })
const remove = (walletId: string) => host.call('wallets.delete', { params: { walletId } })
const recover = async (userId: string) => (await host.call('wallets.recover', { body: { userId } })).body
const list = async (query: Record<string, unknown> = {}) => (await host.call('wallets.list', { query })).body

describeEnvironmentRefusals(host, {
  'wallets.list': {},
  'wallets.delete': { params: walletParams },
  'wallets.deleteLegacy': { params: walletParams },
  'wallets.getLegacy': { params: walletParams },
  'wallets.listByUserLegacy': { params: async () => ({ userId: (await linked()).user.id }) },
  'wallets.createLegacy': {
    params: async () => ({ userId: (await linked()).user.id }),
    body: {
      publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
      chain: 'EVM',
      walletName: 'metamask',
      walletProvider: 'browserExtension',
    },
  },
})

describe('wallets.delete', () => {
  it('removes the wallet and its credential everywhere except from the list of wallets', async () => {
    const { user, wallet } = await linked('ada@example.com')
    await host.mock.clock.advance({ minutes: 1 })
    expect((await remove(wallet.id)).status).toBe(204)
    expect((await host.refuse('wallets.get', { params: { walletId: wallet.id } })).status).toBe(404)
    expect(await walletsOf(user.id)).toEqual([])
    expect(await userOf(user.id)).toMatchObject({
      wallets: [],
      verifiedCredentials: [{ format: 'email' }],
      updatedAt: '2026-01-15T09:31:00.000Z',
    })
    expect(
      (
        await host.call('users.list', {
          query: { filter: { filterColumn: 'walletPublicKey', filterValue: wallet.publicKey } },
        })
      ).body.count,
    ).toBe(0)
    expect((await host.mock.signIn(user)).user.verifiedCredentials).toMatchObject([{ format: 'email' }])
    expect((await list()).wallets).toMatchObject([
      { id: wallet.id, userId: user.id, deletedUserId: user.id, deletedAt: '2026-01-15T09:31:00.000Z' },
    ])
    expect((await eventsNow('wallet')).map(({ eventName, data }) => [eventName, data.id, data.userId])).toEqual([
      ['wallet.unlinked', wallet.id, user.id],
      ['wallet.linked', wallet.id, user.id],
    ])
  })

  it('is a 404 the second time', async () => {
    const { wallet } = await linked()
    await remove(wallet.id)
    expect((await host.refuse('wallets.delete', { params: { walletId: wallet.id } })).status).toBe(404)
  })

  it('lets the holder of the wallet sign in as a new user, and does not change the sessions', async () => {
    const key = await host.mock.wallets.evm()
    const { id, token } = await person(key)
    await remove((await walletsOf(id))[0]?.id as string)
    expect((await host.call('profile.get', { token })).body.verifiedCredentials).toEqual([])
    expect((await host.call('sessions.refresh', { token })).body.user.lastVerifiedCredentialId).toBeNull()
    expect((await person(key)).id).not.toBe(id)
  })

  it('counts the wallet in the numbers of the past once, deleted or recovered', async () => {
    const { user, wallet } = await linked()
    const count = async () =>
      (await host.call('analytics.getWallets', { query: { startDate: '2026-01-15', endDate: '2026-01-15' } })).body
    const before = await count()
    expect(before).toEqual([{ count: 1, walletName: 'metamask' }])
    await remove(wallet.id)
    expect(await count()).toEqual(before)
    await recover(user.id)
    expect(await count()).toEqual(before)
  })
})

describe('wallets.recover', () => {
  it('restores the wallet, its credential and the sign-in by it', async () => {
    const key = await host.mock.wallets.evm()
    const { id } = await person(key)
    const before = await userOf(id)
    const [wallet] = await walletsOf(id)
    await remove(wallet?.id as string)
    await host.mock.clock.advance({ minutes: 1 })
    expect(await recover(id)).toEqual({
      data: { wallets: [wallet], notRecovered: [] },
      message: 'Wallets recovered: 1.',
    })
    expect(await walletsOf(id)).toEqual([wallet])
    expect((await userOf(id))?.verifiedCredentials).toEqual(before?.verifiedCredentials)
    expect((await list()).wallets).toMatchObject([{ id: wallet?.id, deletedAt: null }])
    expect((await person(key)).id).toBe(id)
    expect((await eventsNow('wallet')).map(({ eventName }) => eventName)).toEqual(['wallet.linked', 'wallet.unlinked'])
  })

  it('recovers the wallets of every user of the environment when the body names no user', async () => {
    const { live } = host.mock.defaults.environments
    const [ada, bob] = [await linked('ada@example.com'), await linked('bob@example.com')]
    const elsewhere = await host.mock.create.user({}, { environmentId: live.id })
    const foreignWallet = await host.mock.create.wallet(elsewhere.id, {}, { environmentId: live.id })
    await host.call('wallets.delete', {
      params: { environmentId: live.id, walletId: foreignWallet.id },
      token: live.token,
    })
    for (const { wallet } of [bob, ada]) {
      await remove(wallet.id)
      await host.mock.clock.advance({ minutes: 1 })
    }
    const { body } = await host.call('wallets.recover', { body: {} })
    expect(body.message).toBe('Wallets recovered: 2.')
    expect(body.data?.wallets?.map(({ id }) => id)).toEqual([bob.wallet.id, ada.wallet.id])
    for (const { user, wallet } of [ada, bob]) {
      expect((await walletsOf(user.id)).map(({ id }) => id)).toEqual([wallet.id])
      expect((await userOf(user.id))?.updatedAt).toBe('2026-01-15T09:32:00.000Z')
    }
    const inLive = await host.call('wallets.list', { params: { environmentId: live.id }, token: live.token })
    expect(inLive.body.wallets).toMatchObject([{ id: foreignWallet.id, deletedAt: '2026-01-15T09:30:00.000Z' }])
  })

  it('changes nothing the second time', async () => {
    const { user, wallet } = await linked()
    await remove(wallet.id)
    await recover(user.id)
    const before = await userOf(user.id)
    await host.mock.clock.advance({ minutes: 1 })
    expect(await recover(user.id)).toEqual({
      data: { wallets: [], notRecovered: [] },
      message: 'Wallets recovered: 0.',
    })
    expect(await userOf(user.id)).toEqual(before)
  })

  it('leaves out a wallet that another user has linked meanwhile, and restores the others', async () => {
    const { user, wallet } = await linked('ada@example.com')
    const second = await host.mock.create.wallet(user.id)
    await remove(wallet.id)
    await remove(second.id)
    const other = await host.mock.create.user()
    await host.mock.create.wallet(other.id, { publicWalletAddress: wallet.publicKey })
    const { data, message } = await recover(user.id)
    expect(data).toMatchObject({
      wallets: [{ id: second.id }],
      notRecovered: [{ walletId: wallet.id, code: 'reassign_wallet_error' }],
    })
    expect(message).toBe('Wallets recovered: 1. 1 stay deleted.')
    expect((await walletsOf(other.id)).map(({ publicKey }) => publicKey)).toEqual([wallet.publicKey])
    expect((await list()).wallets.find(({ id }) => id === wallet.id)?.deletedAt).not.toBeNull()
  })

  it('reports a wallet that was linked again as linked, and restores one of two with the same address', async () => {
    const { user, wallet } = await linked('ada@example.com')
    await remove(wallet.id)
    const again = await host.mock.create.wallet(user.id, { publicWalletAddress: wallet.publicKey })
    expect((await recover(user.id)).data).toEqual({
      wallets: [],
      notRecovered: [{ walletId: wallet.id, code: 'reassign_wallet_error', error: 'This wallet is linked again.' }],
    })
    await remove(again.id)
    expect((await recover(user.id)).data).toMatchObject({
      wallets: [{ id: wallet.id }],
      notRecovered: [{ walletId: again.id, error: 'This wallet is linked again.' }],
    })
  })

  it('does not restore wallets that the user has unlinked', async () => {
    const key = await host.mock.wallets.evm()
    const { id, token } = await person(await host.mock.wallets.sol())
    await link(token, key)
    const [, wallet] = await walletsOf(id)
    await host.call('walletSignIn.unlink', { body: { walletId: wallet?.id }, token })
    expect((await recover(id)).data?.wallets).toEqual([])
    expect((await list()).count).toBe(1)
  })

  it('restores those of a merged user to the user who stays', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const { id: formerId } = (await signInByEmail(host, 'ada@example.com')).body.user
    const [keptWallet, wallet] = [await host.mock.create.wallet(formerId), await host.mock.create.wallet(formerId)]
    await remove(wallet.id)
    const { id, token } = await person(await host.mock.wallets.sol())
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, 'ada@example.com') })
    await host.call('profile.merge', { token })
    expect((await list()).wallets.at(-1)).toMatchObject({ id: wallet.id, userId: id, deletedUserId: formerId })
    expect((await recover(id)).data?.wallets).toEqual([wallet])
    expect((await walletsOf(id)).map((linkedWallet) => linkedWallet.id)).toEqual(
      expect.arrayContaining([keptWallet.id, wallet.id]),
    )
  })

  it('restores those of both merged users, with credentials that name their first user', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const { id: formerId } = (await signInByEmail(host, 'ada@example.com')).body.user
    const { id, token } = await person(await host.mock.wallets.sol())
    const mine = await host.mock.create.wallet(id)
    const [theirs, same] = [await host.mock.create.wallet(formerId), mine.publicKey]
    await remove(mine.id)
    const twice = await host.mock.create.wallet(formerId, { publicWalletAddress: same })
    for (const walletId of [theirs.id, twice.id]) await remove(walletId)
    expect(
      await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, 'ada@example.com') }),
    ).toMatchObject({ code: 'merge_accounts_confirmation' })
    await host.call('profile.merge', { token })
    const { data } = await recover(id)
    expect(data?.wallets).toEqual([mine, theirs])
    expect(data?.notRecovered).toMatchObject([{ walletId: twice.id, error: 'This wallet is linked again.' }])
    const credentialOf = async (address: string) =>
      (await userOf(id))?.verifiedCredentials?.find((credential) => credential.address === address)
    expect(await credentialOf(theirs.publicKey)).toMatchObject({ signInEnabled: true, previous_users: [formerId] })
    expect(await credentialOf(mine.publicKey)).not.toHaveProperty('previous_users')
  })

  it("makes a merge necessary when its user's address is proved by another user", async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const { user, wallet } = await linked('ada@example.com')
    await remove(wallet.id)
    const { id, token } = await person(await host.mock.wallets.sol())
    expect(
      await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, 'ada@example.com') }),
    ).toMatchObject({ status: 422, code: 'merge_accounts_confirmation' })
    expect((await userOf(user.id))?.email).toBe('ada@example.com')
    await host.call('profile.merge', { token })
    expect((await recover(id)).data?.wallets).toEqual([wallet])
  })

  it('refuses an unknown user, one of another environment, a malformed id, and callers without the scope', async () => {
    const { live } = host.mock.defaults.environments
    const { id } = await host.mock.create.user({}, { environmentId: live.id })
    for (const userId of [id, '00000000-0000-7000-8000-00000000dead'])
      expect(await host.refuse('wallets.recover', { body: { userId } })).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    for (const userId of ['no-uuid', null])
      expect(await host.refuse('wallets.recover', { body: { userId } })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    const { rawToken: weak } = await host.mock.create.token({ scopes: ['environment.users.read'] })
    expect(await host.refuse('wallets.recover', { body: { userId: id }, token: weak })).toMatchObject({
      status: 403,
      code: 'missing_scope',
    })
  })
})

describe('wallets.list', () => {
  it('lists the newest first, then the deleted ones, the latest deleted first, page by page', async () => {
    const user = await host.mock.create.user()
    const walletIds: string[] = []
    for (let i = 0; i < 5; i++) {
      walletIds.push((await host.mock.create.wallet(user.id)).id)
      await host.mock.clock.advance({ seconds: 1 })
    }
    const [a, b, c, d, e] = walletIds as [string, string, string, string, string]
    for (const id of [d, b]) {
      await remove(id)
      await host.mock.clock.advance({ seconds: 1 })
    }
    const pages: string[][] = []
    for (let offset = 0; offset < 6; offset += 2)
      pages.push((await list({ offset, limit: 2 })).wallets.map(({ id }) => id))
    expect(pages).toEqual([[e, c], [a, b], [d]])
    expect(await list({ offset: 9 })).toEqual({ wallets: [], count: 5, limit: 50, offset: 9 })
  })

  it('shows all fields of a wallet', async () => {
    const { user, wallet } = await linked()
    const [shown] = (await list()).wallets
    expect(shown).toEqual({
      id: wallet.id,
      userId: user.id,
      name: 'metamask',
      chain: 'EVM',
      publicKey: wallet.publicKey,
      lowerPublicKey: wallet.publicKey.toLowerCase(),
      walletBookName: 'metamask',
      provider: 'browserExtension',
      lastSelectedAt: null,
      createdAt: '2026-01-15T09:30:00.000Z',
      updatedAt: '2026-01-15T09:30:00.000Z',
      signInEnabled: true,
      deletedAt: null,
      projectEnvironmentId: host.mock.defaults.environments.sandbox.id,
    })
  })

  it('has nothing of a deleted user or of another environment', async () => {
    const { user, wallet } = await linked()
    await host.mock.create.wallet(user.id)
    await remove(wallet.id)
    const { live } = host.mock.defaults.environments
    expect(
      (await host.call('wallets.list', { params: { environmentId: live.id }, token: live.token })).body.count,
    ).toBe(0)
    await host.call('users.delete', { params: { userId: user.id } })
    expect(await list()).toMatchObject({ wallets: [], count: 0 })
  })

  it.each([{ limit: 0 }, { limit: 101 }, { offset: -1 }])('refuses %o', async (query) => {
    expect(await host.refuse('wallets.list', { query })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})
