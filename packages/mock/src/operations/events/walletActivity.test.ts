import { parseEther, parseUnits, erc20Abi } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { viemClients } from '../../../test/chains/evmClients.ts'
import { payFrom } from '../../../test/people/payments.ts'

const host = createHost()
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

beforeEach(() => host.mock.create.provider({ provider: 'turnkey' }))

async function createEmbedded(identifier: string) {
  const body = { identifier, type: 'email', chains: ['EVM'] }
  const { user } = (await host.call('embeddedWallets.create', { body })).body
  const wallet = user?.wallets?.[0]
  return { walletId: String(wallet?.id), userId: String(user?.id), address: wallet?.publicKey as `0x${string}` }
}

async function activity(place: { environmentId?: string; token?: string } = {}) {
  const { environmentId, token } = place
  const { body } = await host.call('events.list', { ...(environmentId && { params: { environmentId } }), token })
  return body.filter(({ eventName }) => eventName === 'wallet.activity').map(({ data }) => data)
}

describe('wallet.activity', () => {
  it('shows a confirmed transaction as the embedded wallet sees it', async () => {
    const { walletId, userId, address } = await createEmbedded('ada@example.com')
    const hash = await payFrom(host.mock, { to: address })
    const { token } = await host.mock.signIn(userId)
    const { body } = await host.call('walletTransactions.list', {
      token,
      params: { chainName: 'EVM', address },
      query: { networkId: 1 },
    })
    expect(body.transactions).toMatchObject([{ transactionHash: hash, labels: ['receive'] }])
    expect(await activity()).toEqual([{ walletId, userId, walletPublicKey: address, ...body.transactions[0] }])
  })

  it('is emitted once for each embedded wallet of a transaction, and not for other wallets', async () => {
    const ada = await createEmbedded('ada@example.com')
    const grace = await createEmbedded('grace@example.com')
    const { account, wallet } = viemClients(host.mock, mainnet)
    const owner = await host.mock.create.user({ email: 'outside@example.com' })
    await host.mock.create.wallet(owner.id, { publicWalletAddress: account.address })
    await host.mock.chain.fund(account.address, { ether: '1' }, 1)
    await host.mock.chain.fund(account.address, { token: 'USDC', amount: '2' }, 1)
    const abi = [...erc20Abi]
    const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
    await wallet.writeContract({ address: usdc, abi, functionName: 'approve', args: [multicall, parseUnits('2', 6)] })
    await wallet.sendTransaction({ to: ada.address, value: parseEther('0.1') })
    await wallet.writeContract({ address: usdc, abi, functionName: 'transfer', args: [grace.address, 1_000_000n] })
    expect((await activity()).map((data) => data?.walletId)).toEqual([grace.walletId, ada.walletId])
  })

  it('reaches every environment with the wallet, and no other one', async () => {
    const { live } = host.mock.defaults.environments
    const { address } = await createEmbedded('ada@example.com')
    await payFrom(host.mock, { to: address })
    expect(await activity()).toHaveLength(1)
    expect(await activity({ environmentId: live.id, token: live.token })).toEqual([])
  })

  it('is not emitted for a faucet, a refused transaction and a wallet that is gone', async () => {
    const { address, walletId } = await createEmbedded('ada@example.com')
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    const { wallet } = viemClients(host.mock, mainnet)
    await expect(wallet.sendTransaction({ to: address, value: 1n, gas: 21_000n })).rejects.toThrow('insufficient funds')
    expect(await activity()).toEqual([])
    await host.call('wallets.delete', { params: { walletId } })
    await payFrom(host.mock, { to: address })
    expect(await activity()).toEqual([])
  })
})
