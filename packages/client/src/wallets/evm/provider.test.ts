import { BrowserProvider, verifyMessage, verifyTypedData } from 'ethers'
import { createWalletClient, custom, parseTransaction, recoverTransactionAddress, toHex, type Hex } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../../test/serve.ts'
import { createKeyWallet } from '../test/keyWallet.ts'
import { toProvider, type EthereumProvider, type ProviderOptions } from './provider.ts'
import { ProviderRpcError } from './providerRpcError.ts'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A node with the answers of a chain, which remembers what was sent. */
function createNode(answers: Record<string, unknown> = {}) {
  const asked: { url: string; method: string; params: unknown }[] = []
  const sent: Hex[] = []
  const all: Record<string, unknown> = {
    eth_getBlockByNumber: { baseFeePerGas: '0x64' },
    eth_maxPriorityFeePerGas: '0x5',
    eth_gasPrice: '0x77',
    eth_estimateGas: '0x5208',
    eth_blockNumber: '0x10',
    ...answers,
  }
  const fetch: ProviderOptions['fetch'] = async (url, init) => {
    const { id, method, params } = JSON.parse(String(init?.body))
    asked.push({ url, method, params })
    if (method === 'eth_getTransactionCount') return Response.json({ jsonrpc: '2.0', id, result: toHex(sent.length) })
    if (method === 'eth_sendRawTransaction') {
      sent.push(params[0])
      return Response.json({ jsonrpc: '2.0', id, result: `0x${'22'.repeat(32)}` })
    }
    if (method in all) return Response.json({ jsonrpc: '2.0', id, result: all[method] })
    return Response.json({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method', data: '0x01' } })
  }
  return { fetch, asked, sent }
}

const urls: Record<number, string> = { 1: 'https://one.example.com/?key=secret', 8453: 'https://base.example.com' }

function setUp(options: Partial<ProviderOptions> = {}, answers?: Record<string, unknown>) {
  const { wallet, owner } = createKeyWallet()
  const node = createNode(answers)
  const provider = toProvider(wallet, { chainId: 8453, rpcUrl: (id) => urls[id], fetch: node.fetch, ...options })
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { provider, owner, ask, ...node }
}

const codeOf = async (promise: Promise<unknown>) => {
  const error = await rejection(promise)
  return error instanceof ProviderRpcError ? error.code : error
}

const events = (provider: EthereumProvider) => {
  const seen: unknown[] = []
  for (const name of ['connect', 'chainChanged', 'accountsChanged'] as const) {
    provider.on(name, (event: unknown) => seen.push([name, event]))
  }
  return seen
}

describe('toProvider()', () => {
  it('tells accounts and chain', async () => {
    const { ask, owner } = setUp()
    expect(await ask('eth_requestAccounts')).toEqual([owner.address])
    expect(await ask('eth_accounts')).toEqual([owner.address])
    expect([await ask('eth_chainId'), await ask('net_version')]).toEqual(['0x2105', '8453'])
  })

  it('signs messages and typed data for ethers', async () => {
    const { provider, owner } = setUp()
    const signer = await new BrowserProvider(provider).getSigner()
    expect(verifyMessage('hällo', await signer.signMessage('hällo'))).toBe(owner.address)
    const data = [
      { name: 'Mail', chainId: 8453 },
      { Mail: [{ name: 'count', type: 'uint256' }] },
      { count: 5n },
    ] as const
    const [domain, types, value] = data
    const signature = await signer.signTypedData(domain, { Mail: [...types.Mail] }, value)
    expect(verifyTypedData(domain, { Mail: [...types.Mail] }, value, signature)).toBe(owner.address)
  })

  it('signs bytes where the message is hex, and a text otherwise', async () => {
    const { ask, owner } = setUp()
    expect(await ask('personal_sign', '0x6869', owner.address)).toBe(await owner.signMessage({ message: 'hi' }))
    expect(await ask('personal_sign', '0xhi', owner.address)).toBe(await owner.signMessage({ message: '0xhi' }))
  })

  it('sends a transaction with nonce, gas and fees of the node', async () => {
    const { ask, owner, sent, asked } = setUp()
    const hash = await ask('eth_sendTransaction', { from: owner.address.toLowerCase(), to, value: '0x1' })
    expect(hash).toBe(`0x${'22'.repeat(32)}`)
    const [serializedTransaction = '0x'] = sent
    expect(parseTransaction(serializedTransaction)).toMatchObject({
      type: 'eip1559',
      chainId: 8453,
      value: 1n,
      gas: 21_000n,
      maxPriorityFeePerGas: 5n,
      maxFeePerGas: 205n,
    })
    expect(await recoverTransactionAddress({ serializedTransaction: serializedTransaction as `0x02${string}` })).toBe(
      owner.address,
    )
    expect(asked.find(({ method }) => method === 'eth_getTransactionCount')?.params).toEqual([owner.address, 'pending'])
  })

  it('leaves what a transaction says as it is, and asks for nothing of that', async () => {
    const { ask, owner, sent, asked } = setUp()
    const fees = { gas: '0xffff', nonce: '0x9', maxFeePerGas: '0x3', maxPriorityFeePerGas: '0x2' }
    await ask('eth_sendTransaction', { from: owner.address, to, data: '0x1234', chainId: '0x2105', ...fees })
    expect(parseTransaction(sent[0] ?? '0x')).toMatchObject({
      gas: 65_535n,
      nonce: 9,
      data: '0x1234',
      maxFeePerGas: 3n,
    })
    expect(asked.map(({ method }) => method)).toEqual(['eth_sendRawTransaction'])
  })

  it('sends a legacy transaction on a chain without a base fee', async () => {
    const { ask, owner, sent } = setUp({}, { eth_getBlockByNumber: {} })
    await ask('eth_sendTransaction', { from: owner.address, to })
    expect(parseTransaction(sent[0] ?? '0x')).toMatchObject({ type: 'legacy', gasPrice: 0x77n })
  })

  it('gives transactions that are sent at once a nonce each', async () => {
    const { ask, owner, sent } = setUp()
    await Promise.all(
      [1, 2, 3].map((value) => ask('eth_sendTransaction', { from: owner.address, to, value: toHex(value) })),
    )
    expect(sent.map((raw) => parseTransaction(raw)).map(({ nonce = 0, value }) => [nonce, value])).toEqual([
      [0, 1n],
      [1, 2n],
      [2, 3n],
    ])
  })

  it('sends by a client of viem', async () => {
    const { provider, owner, sent } = setUp()
    const client = createWalletClient({ account: owner.address, transport: custom(provider) })
    await client.sendTransaction({ to, value: 2n, chain: null })
    expect(parseTransaction(sent[0] ?? '0x')).toMatchObject({ value: 2n, chainId: 8453 })
  })

  it('signs a transaction without sending it', async () => {
    const { ask, owner, sent } = setUp()
    const raw = (await ask('eth_signTransaction', { from: owner.address, to })) as Hex
    expect(parseTransaction(raw)).toMatchObject({ chainId: 8453 })
    expect(sent).toEqual([])
  })

  it('switches to a chain that the app has, and reports it once', async () => {
    const { provider, ask, asked } = setUp()
    const seen = events(provider)
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x1' })).toBeNull()
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x1' })).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x1')
    expect(await ask('eth_blockNumber')).toBe('0x10')
    expect(asked.at(-1)?.url).toBe(urls[1])
    expect(seen).toEqual([
      ['connect', { chainId: '0x2105' }],
      ['chainChanged', '0x1'],
    ])
  })

  it('refuses a chain that the app does not have with 4902', async () => {
    const { ask } = setUp()
    expect(await codeOf(ask('wallet_switchEthereumChain', { chainId: '0x2' }))).toBe(4902)
    expect(await ask('eth_chainId')).toBe('0x2105')
    const single = setUp({ rpcUrl: 'https://base.example.com' })
    expect(await codeOf(single.ask('wallet_switchEthereumChain', { chainId: '0x1' }))).toBe(4902)
  })

  it.each([
    ['personal_sign', (address: string) => ['0x6869', address]],
    ['eth_signTypedData_v4', (address: string) => [address, { types: { A: [] }, primaryType: 'A', message: {} }]],
    ['eth_signTransaction', (from: string) => [{ from, to }]],
    ['eth_sendTransaction', (from: string) => [{ from, to }]],
  ] as const)(
    'refuses %s when the person says no with 4001, and for another account with 4100',
    async (method, params) => {
      const confirm = vi.fn<NonNullable<ProviderOptions['confirm']>>(() => false)
      const { ask, owner, sent } = setUp({ confirm })
      expect(await codeOf(ask(method, ...params(owner.address)))).toBe(4001)
      expect(confirm.mock.calls[0]?.[0]).toMatchObject({ method, chainId: 8453 })
      expect(await codeOf(ask(method, ...params(to)))).toBe(4100)
      expect([confirm.mock.calls.length, sent]).toEqual([1, []])
    },
  )

  it.each(['eth_sign', 'eth_signTypedData', 'wallet_watchAsset', 'toString', 'admin_peers'])(
    'refuses the method %s with -32601',
    async (method) => {
      const { ask, asked } = setUp()
      expect(await codeOf(ask(method))).toBe(-32_601)
      expect(asked).toEqual([])
    },
  )

  it("lets viem show the node's reason where it asks next for a method that the wallet does not have", async () => {
    const error = { code: -32_000, message: 'insufficient funds for gas * price + value' }
    const node = createNode()
    const fetch: ProviderOptions['fetch'] = async (url, init) =>
      JSON.parse(String(init?.body)).method === 'eth_sendRawTransaction'
        ? Response.json({ jsonrpc: '2.0', id: 1, error })
        : node.fetch(url, init)
    const { provider, owner } = setUp({ fetch })
    const client = createWalletClient({ account: owner.address, transport: custom(provider) })
    const refusal = await rejection(client.sendTransaction({ to, value: 1n, chain: null }))
    expect(refusal).toMatchObject({ name: 'TransactionExecutionError', cause: { name: 'InsufficientFundsError' } })
  })

  it.each([
    ['a transaction of another chain', 'eth_sendTransaction', { to, chainId: '0x1' }],
    ['a value that is no quantity', 'eth_sendTransaction', { to, value: 'much' }],
  ])('refuses %s', async (_, method, transaction) => {
    const { ask, owner } = setUp()
    expect(await codeOf(ask(method, { from: owner.address, ...transaction }))).toBe(-32_602)
  })

  it.each(['{', '{}', null])('refuses typed data that is none: %s', async (data) => {
    const { ask, owner } = setUp()
    expect(await codeOf(ask('eth_signTypedData_v4', owner.address, data))).toBe(-32_602)
  })

  it('throws the error of the node', async () => {
    const { ask } = setUp()
    const error = await rejection(ask('eth_unknown'))
    expect(error).toMatchObject({ name: 'ProviderRpcError', code: -32_601, message: 'no such method', data: '0x01' })
  })

  it('refuses with 4901 when the node cannot be reached, and does not tell the key in its URL', async () => {
    const fetch = async () => {
      throw new TypeError('fetch failed')
    }
    const { ask } = setUp({ fetch, chainId: 1 })
    const error = await rejection(ask('eth_blockNumber'))
    expect(error).toMatchObject({ code: 4901 })
    expect(String(error)).toContain('one.example.com')
    expect(String(error)).not.toContain('secret')
  })

  it('hides the account after disconnect() until the app asks for it', async () => {
    const { provider, ask, owner } = setUp()
    const seen = events(provider)
    await Promise.resolve()
    provider.disconnect()
    expect(await ask('eth_accounts')).toEqual([])
    expect(await codeOf(ask('personal_sign', '0x6869', owner.address))).toBe(4100)
    expect(await ask('eth_requestAccounts')).toEqual([owner.address])
    expect(seen).toEqual([
      ['connect', { chainId: '0x2105' }],
      ['accountsChanged', []],
      ['connect', { chainId: '0x2105' }],
      ['accountsChanged', [owner.address]],
    ])
  })

  it('does not call a listener that was removed', async () => {
    const { provider, ask } = setUp()
    const listener = vi.fn()
    provider.on('chainChanged', listener)
    provider.removeListener('chainChanged', listener)
    await ask('wallet_switchEthereumChain', { chainId: '0x1' })
    expect(listener).not.toHaveBeenCalled()
  })

  it('needs a node for its first chain, and a wallet of EVM', () => {
    const { wallet } = createKeyWallet()
    const sentence = '"toProvider" needs "rpcUrl"'
    expect(() => toProvider(wallet, {} as never)).toThrow(sentence)
    expect(() => toProvider(wallet, undefined as never)).toThrow(sentence)
    expect(() => toProvider(wallet, { chainId: 5, rpcUrl: (id) => urls[id] })).toThrow(TypeError)
    expect(() => toProvider({ ...wallet, chain: 'SVM' }, { chainId: 1, rpcUrl: 'https://a.example.com' })).toThrow(
      TypeError,
    )
  })
})
