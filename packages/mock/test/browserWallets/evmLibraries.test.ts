import {
  connect,
  createConfig,
  disconnect,
  getAccount,
  http,
  injected,
  sendTransaction,
  signMessage,
  switchChain,
  waitForTransactionReceipt,
  watchAccount,
} from '@wagmi/core'
import { BrowserProvider, verifyMessage as verifyByEthers } from 'ethers'
import { createPublicClient, createWalletClient, custom, parseEther, verifyMessage, verifyTypedData } from 'viem'
import { base, mainnet } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { onlyProvider, TestPage } from './page.ts'

const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const mail = {
  domain: { name: 'Mail', chainId: 1 },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'hello' },
} as const

let mock: Mock
let page: TestPage
beforeEach(() => {
  mock = createMock({ seed: 'libraries' })
  page = new TestPage()
  // wagmi looks for wallets only in windows.
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function setUp(options: Parameters<typeof mock.wallets.browser<'EVM'>>[0] = {}) {
  const wallet = await mock.wallets.browser({ accounts: 2, ...options })
  wallet.install(page)
  for (const address of wallet.accounts) await mock.chain.fund(address, { ether: '2' })
  const [first, second] = wallet.accounts as [`0x${string}`, `0x${string}`]
  return { wallet, first, second, provider: onlyProvider(page) as never }
}

describe('viem with a browser wallet', () => {
  it('connects, signs, sends and waits for the receipt', async () => {
    const { first, provider } = await setUp()
    const client = createWalletClient({ chain: mainnet, transport: custom(provider) })
    expect(await client.requestAddresses()).toHaveLength(2)
    const signature = await client.signMessage({ account: first, message: 'hello' })
    expect(await verifyMessage({ address: first, message: 'hello', signature })).toBe(true)
    const signed = await client.signTypedData({ account: first, ...mail })
    expect(await verifyTypedData({ address: first, ...mail, signature: signed })).toBe(true)
    const reader = createPublicClient({ chain: mainnet, transport: custom(provider) })
    const hash = await client.sendTransaction({ account: first, to: receiver, value: parseEther('1') })
    expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success', from: first })
    expect(await reader.getBalance({ address: receiver })).toBe(parseEther('1'))
  })

  it('reads each refusal by its own class', async () => {
    const { wallet, first, provider } = await setUp({ chains: [1] })
    const client = createWalletClient({ chain: mainnet, transport: custom(provider) })
    await client.requestAddresses()
    wallet.refuseNext()
    await expect(client.signMessage({ account: first, message: 'hello' })).rejects.toThrow('User rejected the request')
    await expect(client.switchChain({ id: base.id })).rejects.toThrow('addEthereumChain')
    wallet.disconnect()
    await expect(client.signMessage({ account: first, message: 'hello' })).rejects.toThrow('not been authorized')
  })

  it('sends a batch of calls, and reads its state after a reload of the page', async () => {
    const { wallet, first, provider } = await setUp()
    const client = createWalletClient({ chain: mainnet, transport: custom(provider) })
    await client.requestAddresses()
    const calls = [1n, 2n].map((value) => ({ to: receiver, value }) as const)
    const { id } = await client.sendCalls({ account: first, calls })
    expect(wallet.requests.at(-1)).toMatchObject({ kind: 'calls', transactions: [{ value: '1' }, { value: '2' }] })
    const reloaded = new TestPage()
    wallet.install(reloaded)
    const later = createWalletClient({ chain: mainnet, transport: custom(onlyProvider(reloaded) as never) })
    expect(await later.getCallsStatus({ id })).toMatchObject({ status: 'success', atomic: false })
  })
})

describe('ethers with a browser wallet', () => {
  it('connects, signs, sends and waits, and names a refusal ACTION_REJECTED', async () => {
    const { wallet, first, provider } = await setUp()
    const ethers = new BrowserProvider(provider)
    const signer = await ethers.getSigner()
    // ethers writes addresses with their checksum.
    expect(signer.address.toLowerCase()).toBe(first)
    expect(verifyByEthers('hello', await signer.signMessage('hello')).toLowerCase()).toBe(first)
    const sent = await signer.sendTransaction({ to: receiver, value: 5n })
    expect(await sent.wait()).toMatchObject({ status: 1 })
    wallet.refuseNext()
    await expect(signer.signMessage('hello')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
  })
})

describe('wagmi with a browser wallet', () => {
  const transports = { [mainnet.id]: http('https://unused.example.com'), [base.id]: http('https://unused.example.com') }

  it('finds it by itself, connects, signs, sends, switches chain and account, and disconnects', async () => {
    const { wallet, first, second } = await setUp({ name: 'MetaMask', rdns: 'io.metamask' })
    const rpc = (id: number) => custom({ request: ({ method, params }) => nodeOf(id)(method, params) })
    const config = createConfig({ chains: [mainnet, base], transports: { 1: rpc(1), 8453: rpc(8453) } })
    const [found] = config.connectors
    expect(found).toMatchObject({ id: 'io.metamask', name: 'MetaMask' })
    if (!found) throw new Error('wagmi found no wallet.')
    const seen: unknown[] = []
    const unwatch = watchAccount(config, { onChange: ({ address, chainId }) => void seen.push([address, chainId]) })
    expect(await connect(config, { connector: found })).toMatchObject({ chainId: 1 })
    expect(getAccount(config).address?.toLowerCase()).toBe(first)
    const signature = await signMessage(config, { message: 'hello' })
    expect(await verifyMessage({ address: first, message: 'hello', signature })).toBe(true)
    const hash = await sendTransaction(config, { to: receiver, value: 7n })
    expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'success' })
    await switchChain(config, { chainId: base.id })
    expect(getAccount(config).chainId).toBe(base.id)
    wallet.switchAccount(second)
    await vi.waitFor(() => expect(getAccount(config).address?.toLowerCase()).toBe(second))
    await disconnect(config)
    unwatch()
    expect(getAccount(config).isConnected).toBe(false)
    expect(wallet.connections).toEqual([])
    expect(seen.length).toBeGreaterThan(3)
  })

  it('learns that the person refused, and that the wallet forgot the page', async () => {
    const { wallet, provider } = await setUp()
    const target = () => ({ id: 'test', name: 'Test', provider })
    const config = createConfig({ chains: [mainnet, base], transports, connectors: [injected({ target })] })
    const [connector] = config.connectors
    if (!connector) throw new Error('wagmi has no connector.')
    wallet.refuseNext()
    await expect(connect(config, { connector })).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
    await connect(config, { connector })
    wallet.disconnect()
    await vi.waitFor(() => expect(getAccount(config).isConnected).toBe(false))
  })

  /** Asks a node of the mock, as an app does beside its wallet. */
  function nodeOf(chainId: number) {
    return async (method: string, params: unknown) => {
      const reply = await mock.fetch(mock.chain.rpcUrl(chainId), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const { error, result } = (await reply.json()) as { error?: object; result?: unknown }
      if (error) throw Object.assign(new Error('The node refused.'), error)
      return result
    }
  }
})
