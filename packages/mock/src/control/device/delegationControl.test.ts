import { delegationRoutes } from '@latchkey/contract/routes/delegationRoutes'
import { createWalletClient, hashMessage, http, parseEther, recoverAddress, recoverMessageAddress } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createControlClient } from '../../../test/support/controlClient.ts'
import { createMock, type Mock } from '../../mock/createMock.ts'
import type { EmbeddedOptions } from './embeddedWallet.ts'

const digest = hashMessage('Paid by the agent')
let mock: Mock

beforeEach(async () => {
  mock = createMock({ seed: 'delegation', now: '2026-01-15T09:30:00.000Z' })
  await mock.create.provider({ provider: 'dynamic' })
})

async function createWallet(chain: 'EVM' | 'SVM' = 'EVM', scheme: EmbeddedOptions['scheme'] = 'TWO_OF_TWO') {
  return mock.wallets.embedded(await mock.create.user({ email: `${chain}@example.com` }), { chain, scheme })
}

describe('mock.delegation.backend', () => {
  it('opens the envelopes and signs, until the user takes the right back', async () => {
    const agent = await mock.delegation.backend()
    const wallet = await createWallet()
    await wallet.delegate()
    const { signature, recovery = 0 } = await agent.sign(wallet.walletId, digest)
    const text = `0x${signature}${(27 + recovery).toString(16)}` as const
    expect(await recoverAddress({ hash: digest, signature: text })).toBe(wallet.address)
    expect(agent.wallets()).toMatchObject([{ walletId: wallet.walletId, chain: 'EVM', address: wallet.address }])
    expect(await wallet.signMessage('still mine')).toMatch(/^0x/)
    await wallet.revokeDelegation()
    await mock.clock.settle()
    expect(agent.wallets()).toEqual([])
    await expect(agent.sign(wallet.walletId, digest)).rejects.toThrow('valid wallet API key')
    expect(await wallet.signMessage('still mine')).toMatch(/^0x/)
  })

  it('sends transactions by viem without the user', async () => {
    const agent = await mock.delegation.backend()
    const wallet = await createWallet()
    await mock.chain.fund(wallet.address, { ether: '1' })
    await wallet.delegate()
    const fetchFn = (input: string | URL | Request, init?: RequestInit) => mock.fetch(new Request(input, init))
    const transport = http(mock.chain.rpcUrl(1), { fetchFn })
    const client = createWalletClient({ account: agent.viemAccount(wallet.walletId), chain: mainnet, transport })
    const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const hash = await client.sendTransaction({ to, value: parseEther('0.1') })
    expect(mock.chain.transactions({ address: wallet.address })).toMatchObject([{ hash, status: 'success' }])
  })

  it.each(['TWO_OF_THREE', 'THREE_OF_FIVE'] as const)('gets a share of a wallet that is %s', async (scheme) => {
    const agent = await mock.delegation.backend()
    const wallet = await createWallet('EVM', scheme)
    await wallet.delegate()
    const message = 'Paid by the agent'
    for (const account of [agent.viemAccount(wallet.walletId), wallet.viemAccount()])
      expect(await recoverMessageAddress({ message, signature: await account.signMessage({ message }) })).toBe(
        wallet.address,
      )
    await wallet.refresh()
    const account = wallet.viemAccount()
    expect(await recoverMessageAddress({ message, signature: await account.signMessage({ message }) })).toBe(
      wallet.address,
    )
    await expect(agent.sign(wallet.walletId, digest)).rejects.toThrow('valid wallet API key')
  })

  it('signs with wallets of Solana, and knows no others', async () => {
    const agent = await mock.delegation.backend()
    const wallet = await createWallet('SVM')
    await expect(agent.sign(wallet.walletId, '0a')).rejects.toThrow('nobody has delegated access')
    await wallet.delegate()
    expect((await agent.sign(wallet.walletId, '0a')).signature).toHaveLength(128)
    expect(() => agent.viemAccount(wallet.walletId)).toThrow(TypeError)
  })

  it('belongs to one environment', async () => {
    const { live } = mock.defaults.environments
    const agent = await mock.delegation.backend({ environmentId: live.id })
    const wallet = await createWallet()
    await expect(wallet.delegate()).rejects.toThrow('Delegated access is not enabled')
    expect(agent.wallets()).toEqual([])
  })
})

describe('servers that users delegate access to, over HTTP', () => {
  const control = createControlClient()
  const { post, get } = control

  it('are made, sign and lose their right', async () => {
    const { mock: served } = control.server
    await served.create.provider({ provider: 'dynamic' })
    const { id: userId } = await served.create.user({ email: 'ada@example.com' })
    const { kid } = (await post('delegation/backends', {})).body
    const { deviceId, walletId } = (await post('wallets/embedded', { userId, chain: 'EVM' })).body
    expect((await post('wallets/embedded/delegate', { deviceId })).status).toBe(204)
    expect((await post('delegation/sign', { kid, walletId, message: digest })).body.signature).toHaveLength(128)
    expect((await get('delegation/wallets', { kid })).body.wallets).toMatchObject([{ walletId }])
    expect((await post('wallets/embedded/revokeDelegation', { deviceId })).status).toBe(204)
    expect((await post('delegation/sign', { kid, walletId, message: digest })).status).toBe(400)
    expect((await post('delegation/sign', { kid: 'none', walletId, message: digest })).body.error).toContain(
      'There is no server',
    )
    expect(Object.keys(delegationRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
