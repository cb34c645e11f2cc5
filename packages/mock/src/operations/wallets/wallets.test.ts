import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const wallet = {
  publicWalletAddress: address,
  chain: 'EVM',
  walletName: 'metamask',
  walletProvider: 'browserExtension',
} as const

const userParams = async () => ({ userId: (await host.mock.create.user()).id })
const link = async (userId: string, body: Record<string, unknown> = {}) =>
  (await host.call('wallets.create', { params: { userId }, body: { ...wallet, ...body } })).body

describeEnvironmentRefusals(host, {
  'wallets.get': { params: async () => ({ walletId: (await link((await userParams()).userId)).id }) },
  'wallets.listByUser': { params: userParams },
  'wallets.create': { params: userParams, body: wallet },
})

describe('wallets.create', () => {
  it('links a wallet that every reading operation shows', async () => {
    const { userId } = await userParams()
    await host.mock.clock.advance({ seconds: 100 })
    const linked = await link(userId, { additionalWalletAddresses: [{ address: 'bc1qexample', type: 'payment' }] })
    expect(linked).toEqual({
      id: linked.id,
      name: 'metamask',
      chain: 'EVM',
      publicKey: address,
      provider: 'browserExtension',
      lastSelectedAt: null,
    })
    expect((await host.call('wallets.get', { params: { walletId: linked.id } })).body).toEqual(linked)
    expect((await host.call('wallets.listByUser', { params: { userId } })).body).toEqual({
      count: 1,
      wallets: [linked],
    })
    const { user } = (await host.call('users.get', { params: { userId } })).body
    expect(user).toMatchObject({
      wallets: [linked],
      updatedAt: '2026-01-15T09:31:40.000Z',
      verifiedCredentials: [
        {
          format: 'blockchain',
          address,
          chain: 'eip155',
          signInEnabled: true,
          embedded_wallet_id: null,
          verifiedAt: '2026-01-15T09:31:40.000Z',
          wallet_additional_addresses: [{ address: 'bc1qexample', type: 'payment' }],
        },
      ],
    })
  })

  it('lets the user sign in with it, and emits one event about the link', async () => {
    const { userId } = await userParams()
    const linked = await link(userId)
    const { body: events } = await host.call('events.list')
    expect(events.map(({ eventName }) => eventName)).toEqual(['wallet.linked', 'user.created'])
    expect(events[0]).toMatchObject({ data: { ...linked, userId }, context: { version: '1' } })
    expect((await host.mock.signIn(userId)).user.id).toBe(userId)
    expect((await host.call('users.get', { params: { userId } })).body.user).toMatchObject({
      walletPublicKey: address,
      wallet: 'metamask',
      chain: 'EVM',
    })
  })

  it('lists the earliest linked wallet first', async () => {
    const { userId } = await userParams()
    await link(userId)
    await host.mock.clock.advance(1000)
    await link(userId, {
      publicWalletAddress: '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
      chain: 'SOL',
      walletName: 'phantom',
    })
    const { body } = await host.call('wallets.listByUser', { params: { userId } })
    expect(body.wallets.map(({ name }) => name)).toEqual(['metamask', 'phantom'])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an embedded wallet', { walletProvider: 'embeddedWallet' }, 'provider_not_available'],
    ['an address of another chain', { chain: 'TRON' }, 'invalid_chain_address_match'],
    [
      'an address with a wrong checksum',
      { publicWalletAddress: '0x52908400098527886e0F7030069857D2E4169EE7' },
      'invalid_chain_address_match',
    ],
  ])('refuses %s, and links nothing', async (_, body, code) => {
    const { userId } = await userParams()
    expect(await host.refuse('wallets.create', { params: { userId }, body: { ...wallet, ...body } })).toMatchObject({
      status: 422,
      code,
    })
    expect((await host.call('wallets.listByUser', { params: { userId } })).body.count).toBe(0)
  })

  it("refuses another user's wallet and the user's own in any spelling", async () => {
    const [{ userId }, other] = [await userParams(), await userParams()]
    await link(userId)
    const body = { ...wallet, publicWalletAddress: address.toLowerCase(), chain: 'ETH' }
    expect(await host.refuse('wallets.create', { params: other, body })).toMatchObject({
      status: 422,
      code: 'reassign_wallet_error',
    })
    expect(await host.refuse('wallets.create', { params: { userId }, body })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
  })

  it('refuses an address that is too short, an unknown chain and a nameless wallet as malformed', async () => {
    const params = await userParams()
    for (const body of [{ publicWalletAddress: '0x1' }, { chain: 'DOGE' }, { walletName: '' }]) {
      expect(await host.refuse('wallets.create', { params, body: { ...wallet, ...body } })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })
})
