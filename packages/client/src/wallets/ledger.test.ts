import { BrowserProvider, parseEther as parse } from 'ethers'
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  http,
  parseEther,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { base } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { toProvider } from './evm/provider.ts'
import { toViemAccount } from './evm/viemAccount.ts'
import { createWalletWorld } from './test/walletWorld.ts'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** An embedded wallet with two ether on the ledger of the mock. */
async function setUp() {
  const world = await createWalletWorld()
  const { party } = await world.device()
  const wallet = await party.create({ chain: 'EVM' })
  const { mock } = world
  await mock.chain.fund(wallet.address, { ether: '2' }, base.id)
  const transport = http(mock.chain.rpcUrl(base.id), { fetchFn: mock.fetch })
  const publicClient = createPublicClient({ chain: base, transport, pollingInterval: 10 })
  const balanceOf = (address: string) => publicClient.getBalance({ address: address as `0x${string}` })
  return { mock, wallet, transport, publicClient, balanceOf }
}

describe('an embedded wallet on the ledger', () => {
  it('sends ether by viem, and the transaction shows', async () => {
    const { mock, wallet, transport, publicClient, balanceOf } = await setUp()
    const client = createWalletClient({ account: toViemAccount(wallet), chain: base, transport })
    const hash = await client.sendTransaction({ to, value: parseEther('0.5') })
    expect(await publicClient.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
    expect(await balanceOf(to)).toBe(parseEther('0.5'))
    const transactions = mock.chain.transactions({ address: wallet.address, networkId: base.id })
    expect(transactions).toContainEqual(expect.objectContaining({ hash }))
  })

  it('sends a token by the provider and ethers', async () => {
    const { mock, wallet, publicClient } = await setUp()
    await mock.chain.fund(wallet.address, { token: 'USDC', amount: '50' }, base.id)
    const contractAddress = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    const provider = toProvider(wallet, { chainId: base.id, rpcUrl: mock.chain.rpcUrl(base.id), fetch: mock.fetch })
    const browser = new BrowserProvider(provider)
    const signer = await browser.getSigner()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 20_000_000n] })
    const response = await signer.sendTransaction({ to: contractAddress, data })
    expect((await response.wait())?.status).toBe(1)
    const read = { address: contractAddress, abi: erc20Abi, functionName: 'balanceOf' } as const
    expect(await publicClient.readContract({ ...read, args: [to] })).toBe(20_000_000n)
    expect(await publicClient.readContract({ ...read, args: [wallet.address as `0x${string}`] })).toBe(30_000_000n)
    expect(await browser.getBalance(wallet.address)).toBeLessThan(parse('2'))
  })

  it('sends by a client of viem over the provider, which fills in nonce, gas and fees', async () => {
    const { mock, wallet, balanceOf } = await setUp()
    const provider = toProvider(wallet, { chainId: base.id, rpcUrl: mock.chain.rpcUrl(base.id), fetch: mock.fetch })
    const account = wallet.address as `0x${string}`
    const client = createWalletClient({ account, chain: base, transport: custom(provider) })
    await Promise.all([1n, 2n].map((value) => client.sendTransaction({ to, value })))
    expect(await balanceOf(to)).toBe(3n)
  })

  it('is told by the node that it has not enough', async () => {
    const { mock, wallet } = await setUp()
    const provider = toProvider(wallet, { chainId: base.id, rpcUrl: mock.chain.rpcUrl(base.id), fetch: mock.fetch })
    const transaction = { from: wallet.address, to, value: '0x56bc75e2d63100000' }
    const error = await rejection(provider.request({ method: 'eth_sendTransaction', params: [transaction] }))
    expect(error).toMatchObject({ name: 'ProviderRpcError', message: expect.stringMatching(/insufficient funds/i) })
  })

  it('signs messages, typed data and authorizations that viem verifies', async () => {
    const { wallet, transport, publicClient } = await setUp()
    const account = toViemAccount(wallet)
    const { address } = account
    const message = { raw: '0x00ff' } as const
    expect(await verifyMessage({ address, message, signature: await account.signMessage({ message }) })).toBe(true)
    const typedData = {
      domain: { name: 'USD Coin', version: '2', chainId: base.id, verifyingContract: to },
      types: { Permit: [{ name: 'value', type: 'uint256' }] },
      primaryType: 'Permit',
      message: { value: 2n ** 255n },
    } as const
    const signature = await account.signTypedData(typedData)
    expect(await verifyTypedData({ address, ...typedData, signature })).toBe(true)
    const client = createWalletClient({ account, chain: base, transport })
    const authorization = await client.signAuthorization({ contractAddress: to, executor: 'self' })
    const hash = await client.sendTransaction({ to: address, authorizationList: [authorization] })
    await publicClient.waitForTransactionReceipt({ hash })
    expect(await publicClient.getCode({ address })).toBe(`0xef0100${to.slice(2).toLowerCase()}`)
  })
})
