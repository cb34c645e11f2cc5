import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { viemClients } from '../../../test/chains/evmClients.ts'
import { createMergingUsers } from '../../../test/people/mergingUsers.ts'
import { requestEmailCode } from '../../../test/people/oneTimeCodes.ts'
import { giveSmartWallets, smartOf } from '../../../test/people/smartWalletPeople.ts'
import { walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { person, walletsOf, eventsNow } = walletPeople(host)
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ids = (wallets: readonly { id: string }[]) => new Set(wallets.map(({ id }) => id))

beforeEach(() => giveSmartWallets(host, { settings: { allWallets: true } }))

describe('a smart wallet', () => {
  it('follows its signer in a merge of users, and still names it', async () => {
    const email = 'ada@example.com'
    const { userId, token, otherId } = await createMergingUsers(host, email)
    const before = [...(await walletsOf(userId)), ...(await walletsOf(otherId))]
    expect(before).toHaveLength(4)
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, email) })
    const { user } = (await host.call('profile.merge', { token })).body
    expect(ids(await walletsOf(userId))).toEqual(ids(before))
    const smart = user.verifiedCredentials.filter(({ wallet_provider: provider }) => provider === 'smartContractWallet')
    const credentials = ids(user.verifiedCredentials)
    expect(smart.map(({ signerRefId = '' }) => credentials.has(signerRefId))).toEqual([true, true])
  })

  it('is in an export of users with its address', async () => {
    const { id } = await person(await host.mock.wallets.evm())
    const { publicKey } = smartOf(await walletsOf(id))
    const { defaults, baseUrl } = host.mock
    const { id: environmentId, token } = defaults.environments.sandbox
    const { body } = await host.call('exports.create', { body: { format: 'csv', model: 'users' } })
    await host.mock.clock.advance({ seconds: 2 })
    const link = await host.mock.fetch(`${baseUrl}/api/v0/environments/${environmentId}/exports/${body.id}/download`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
    })
    const file = await (await host.mock.fetch(link.headers.get('location') as string)).text()
    expect(file).toContain(`EVM:${publicKey}`)
  })

  it('counts for gates and shows in balances with what it holds before it is deployed', async () => {
    const rules = [{ type: 'token' as const, address: { networkId: 1, contractAddress: usdc }, filter: { amount: 50 } }]
    await host.mock.create.gate({ outcome: 'scope', scope: 'holders', rules })
    const wallet = await host.mock.wallets.evm()
    const { id } = await person(wallet)
    const { publicKey } = smartOf(await walletsOf(id))
    await host.mock.chain.fund(publicKey, { token: 'USDC', amount: '50' }, 1)
    const { token, user } = await person(wallet)
    expect(user.scope).toContain('holders')
    const query = { accountAddress: publicKey, networkId: 1, forceRefresh: true }
    const { body } = await host.call('balances.getByAccount', { token, params: { chainName: 'EVM' }, query })
    expect(body).toMatchObject([{ rawBalance: 5e7 }])
  })

  it('reports its activity on the chains', async () => {
    const { id } = await person(await host.mock.wallets.evm())
    const smartWallet = smartOf(await walletsOf(id))
    const { wallet: client } = viemClients(host.mock)
    await host.mock.chain.fund(client.account.address, { ether: '1' }, 1)
    await client.sendTransaction({ to: smartWallet.publicKey as `0x${string}`, value: 1n })
    expect(await eventsNow('wallet.activity')).toMatchObject([
      { data: { walletId: smartWallet.id, userId: id, walletPublicKey: smartWallet.publicKey } },
    ])
  })
})

describe('a smart wallet at the address of its signer', () => {
  beforeEach(() => giveSmartWallets(host, { provider: { enableEIP7702: true }, settings: { allWallets: true } }))

  it('is a second wallet and credential, which are deleted and recovered with the first', async () => {
    const wallet = await host.mock.wallets.evm()
    const { id, user } = await person(wallet)
    const before = await walletsOf(id)
    expect(before.map(({ publicKey }) => publicKey)).toEqual([wallet.address, wallet.address])
    expect(user.verifiedCredentials.map(({ address }) => address)).toEqual([wallet.address, wallet.address])
    const signer = before.find(({ provider }) => provider === 'browserExtension')
    await host.call('wallets.delete', { params: { walletId: signer?.id as string } })
    const { data } = (await host.call('wallets.recover', { body: { userId: id } })).body
    expect(data).toMatchObject({ wallets: [{}, {}], notRecovered: [] })
    expect(ids(await walletsOf(id))).toEqual(ids(before))
    expect((await person(wallet)).id).toBe(id)
  })

  it('comes anew to whoever links the address after its former user has unlinked it', async () => {
    const wallet = await host.mock.wallets.evm()
    const { id, token } = await person(wallet)
    await host.call('walletSignIn.link', {
      token,
      body: await (
        await host.mock.wallets.sol()
      ).request({ nonce: (await host.call('nonces.create')).body.nonce as string }),
      headers: { origin: 'https://app.example.com' },
    })
    const signer = (await walletsOf(id)).find(
      ({ provider, chain }) => provider === 'browserExtension' && chain === 'EVM',
    )
    await host.call('walletSignIn.unlink', { token, body: { walletId: signer?.id as string } })
    expect(await walletsOf(id)).toMatchObject([{ chain: 'SOL' }])
    const next = await person(wallet)
    expect(next.id).not.toBe(id)
    expect(await walletsOf(next.id)).toHaveLength(2)
  })
})
