import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const other = '0x52908400098527886E0F7030069857D2E4169EE7'
const body = { balanceRequests: [{ address, chain: 'EVM', networkIds: [1] }] }

async function createOwner() {
  const user = await host.mock.create.user({ email: 'ada@example.com' })
  await host.mock.create.wallet(user.id, { publicWalletAddress: address })
  return user
}

describeEnvironmentRefusals(host, {
  'balances.getByUser': { params: async () => ({ userId: (await createOwner()).id }), body },
})

describe('balances.getByUser', () => {
  let userId: string
  let token: string
  beforeEach(async () => {
    userId = (await createOwner()).id
    token = (await host.mock.create.token({ scopes: ['environment.balances.read'] })).rawToken
  })

  it("shows a server with the scope what a user's wallet holds, in any spelling of the address", async () => {
    await host.mock.chain.fund(address, { ether: '3' }, 1)
    const request = { address: address.toLowerCase(), chain: 'ETH', networkIds: [1] }
    const { body: reply } = await host.call('balances.getByUser', {
      params: { userId },
      token,
      body: { balanceRequests: [request] },
    })
    expect(reply.chainBalances).toMatchObject([
      {
        walletAddress: request.address,
        chain: 'ETH',
        networks: [{ networkId: 1, balances: [{ symbol: 'ETH', balance: 3 }] }],
      },
    ])
  })

  it('lets a member of the organization read it who may only view', async () => {
    const { token: viewer } = await host.mock.create.admin({ role: 'viewer' })
    expect((await host.call('balances.getByUser', { params: { userId }, token: viewer, body })).status).toBe(200)
  })

  it("refuses an address that is not one of the user's wallets", async () => {
    const stranger = await host.mock.create.user({ email: 'grace@example.com' })
    await host.mock.create.wallet(stranger.id, { publicWalletAddress: other })
    for (const requested of [other, '0x1000000000000000000000000000000000000001', 'nobody'])
      expect(
        await host.refuse('balances.getByUser', {
          params: { userId },
          body: { balanceRequests: [...body.balanceRequests, { address: requested, chain: 'EVM', networkIds: [1] }] },
        }),
      ).toMatchObject({ status: 422, code: 'invalid_wallet_address' })
  })

  it('refuses a network that the environment does not know', async () => {
    const balanceRequests = [{ address, chain: 'EVM', networkIds: [2] }]
    expect(await host.refuse('balances.getByUser', { params: { userId }, body: { balanceRequests } })).toMatchObject({
      status: 422,
      code: 'unable_to_fetch_balances',
    })
  })
})
