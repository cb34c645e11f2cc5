import { BrowserProvider, verifyMessage, verifyTypedData } from 'ethers'
import { createWalletClient, custom, parseAbi, parseEther, parseTransaction, recoverAddress, toHex } from 'viem'
import { toAccount, type CustomSource } from 'viem/accounts'
import { hashAuthorization, recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import type { EmbeddedProvider, ProviderOptions } from './embeddedProvider.ts'

const host = createHost()
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const typedData = { types: { A: [{ name: 'count', type: 'uint256' }] }, primaryType: 'A', message: { count: '5' } }

beforeEach(() => host.mock.create.provider({ provider: 'dynamic' }))

async function setUp(options?: ProviderOptions) {
  const user = await host.mock.create.user({ email: 'ada@example.com' })
  const wallet = await host.mock.wallets.embedded(user, { chain: 'EVM' })
  await host.mock.chain.fund(wallet.address, { ether: '2' })
  const provider = wallet.provider(options)
  const events = eventsOf(provider)
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { wallet, provider, events, ask, address: wallet.address }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code?: unknown }) => error.code,
  )

function eventsOf(provider: EmbeddedProvider) {
  const events: unknown[] = []
  for (const name of ['connect', 'chainChanged', 'accountsChanged'] as const)
    provider.on(name, (event: unknown) => void events.push([name, event]))
  return events
}

describe('the provider of an embedded wallet', () => {
  it('signs messages and typed data for ethers', async () => {
    const { provider, address } = await setUp()
    const signer = await new BrowserProvider(provider).getSigner()
    expect(verifyMessage('hällo', await signer.signMessage('hällo'))).toBe(address)
    const [domain, types, value] = [
      { name: 'Mail', chainId: 1 },
      { Mail: [{ name: 'count', type: 'uint256' }] },
      { count: 5n },
    ]
    const signature = await signer.signTypedData(domain, types, value)
    expect(verifyTypedData(domain, types, value, signature)).toBe(address)
  })

  it('sends transactions of viem and ethers to the simulated chains, with a nonce each', async () => {
    const { provider, address } = await setUp({ chainId: 8453 })
    const client = createWalletClient({ account: address as `0x${string}`, transport: custom(provider) })
    const [first] = await Promise.all([
      client.sendTransaction({ to, value: parseEther('0.5'), chain: null }),
      client.sendTransaction({ to, value: parseEther('0.25'), chain: null }),
    ])
    const signer = await new BrowserProvider(provider).getSigner()
    const sent = await signer.sendTransaction({ to, value: 1n })
    expect(await sent.wait()).toMatchObject({ status: 1, from: address })
    const transactions = host.mock.chain.transactions({ address, networkId: 8453 })
    expect(transactions.map(({ hash }) => hash)).toContain(first)
    expect(transactions).toHaveLength(3)
    expect(host.mock.chain.balance(to, { networkId: 8453 })).toBe('0.750000000000000001')
  })

  it('lets viem say that funds are insufficient, where it asks next for a method that the wallet does not have', async () => {
    const { provider, address } = await setUp()
    const client = createWalletClient({ account: address as `0x${string}`, transport: custom(provider) })
    const sent = client.sendTransaction({ to, value: parseEther('3'), chain: null })
    await expect(sent).rejects.toMatchObject({ cause: { name: 'InsufficientFundsError' } })
    expect(host.mock.chain.transactions({ address })).toEqual([])
  })

  it('fires the wallet activity of a transaction that a page sends', async () => {
    const { ask, address } = await setUp()
    await ask('eth_sendTransaction', { from: address, to, value: toHex(1n) })
    const { body } = await host.call('events.list', {})
    expect(body.filter(({ eventName }) => eventName === 'wallet.activity')).toHaveLength(1)
  })

  it('signs a transaction without sending it, and keeps what the page has set', async () => {
    const { ask, address } = await setUp()
    const fees = { gas: '0xffff', nonce: '0x9', gasPrice: '0x77', data: '0x1234' }
    const raw = (await ask('eth_signTransaction', { from: address, to, ...fees })) as `0x${string}`
    expect(parseTransaction(raw)).toMatchObject({
      type: 'legacy',
      gas: 65_535n,
      nonce: 9,
      gasPrice: 119n,
      data: '0x1234',
    })
    expect(host.mock.chain.transactions({ address })).toEqual([])
  })

  it('switches to a chain of the service and reports it once, and refuses others with 4902', async () => {
    const { events, ask } = await setUp()
    expect([await ask('eth_chainId'), await ask('net_version')]).toEqual(['0x1', '1'])
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull()
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull()
    expect(await codeOf(ask('wallet_switchEthereumChain', { chainId: '0x7fffffff' }))).toBe(4902)
    expect(await codeOf(ask('wallet_switchEthereumChain'))).toBe(-32_602)
    expect(await ask('wallet_addEthereumChain', { chainId: '0xa' })).toBeNull()
    await expect(ask('wallet_addEthereumChain', { chainId: '0x7fffffff' })).rejects.toMatchObject({
      code: 4902,
      message: expect.stringContaining('The wallet has no node for chain 2147483647'),
    })
    expect(await ask('eth_chainId')).toBe('0x2105')
    expect(events).toEqual([
      ['connect', { chainId: '0x1' }],
      ['chainChanged', '0x2105'],
    ])
  })

  it.each([
    ['personal_sign', (account: string) => ['0x6869', account]],
    ['eth_signTypedData_v4', (account: string) => [account, typedData]],
    ['eth_signTransaction', (account: string) => [{ from: account, to }]],
    ['eth_sendTransaction', (account: string) => [{ from: account, to }]],
  ] as const)(
    'refuses %s with 4001 when the person refuses, and with 4100 for another account',
    async (method, params) => {
      const confirm = vi.fn<NonNullable<ProviderOptions['confirm']>>(() => false)
      const { ask, address } = await setUp({ confirm })
      expect(await codeOf(ask(method, ...params(address)))).toBe(4001)
      expect(confirm.mock.calls).toMatchObject([[{ method, chainId: 1 }]])
      expect(await codeOf(ask(method, ...params(to)))).toBe(4100)
      expect(confirm).toHaveBeenCalledTimes(1)
      expect(host.mock.chain.transactions({ address })).toEqual([])
    },
  )

  it.each(['eth_sign', 'eth_signTypedData', 'wallet_watchAsset', 'toString', 'admin_peers'])(
    'refuses the method %s with -32601',
    async (method) => {
      const { ask } = await setUp()
      expect(await codeOf(ask(method))).toBe(-32_601)
    },
  )

  it('passes on the errors of the node, and refuses what is malformed with -32602', async () => {
    const { ask, address } = await setUp()
    expect(await codeOf(ask('eth_unknown'))).toBe(-32_601)
    expect(await codeOf(ask('eth_sendTransaction', { from: address, to, value: toHex(parseEther('3')) }))).toBe(-32_000)
    expect(await codeOf(ask('eth_sendTransaction', { from: address, to, chainId: '0x2105' }))).toBe(-32_602)
    expect(await codeOf(ask('eth_sendTransaction', { from: address, to, value: 'much' }))).toBe(-32_602)
    for (const data of ['{', '{}', null]) expect(await codeOf(ask('eth_signTypedData_v4', address, data))).toBe(-32_602)
  })

  it('reports a signature that the service refuses, with its status and code', async () => {
    const { wallet, ask, address } = await setUp()
    await host.call('wallets.delete', { params: { walletId: wallet.walletId } })
    await expect(ask('personal_sign', '0x6869', address)).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: 4100,
      data: { status: 404, code: 'not_found' },
    })
  })

  it('is bound by the policies of the environment, for what it sends and signs', async () => {
    await host.call('waasPolicies.create', {
      body: { rulesToAdd: [{ name: 'No payments', ruleType: 'deny', chain: 'EVM', addresses: [to] }] },
    })
    const { ask, address, wallet } = await setUp()
    const denied = { name: 'ProviderRpcError', code: 4100, data: { status: 403, code: 'policy_denied' } }
    await expect(ask('eth_sendTransaction', { from: address, to, value: '0x1' })).rejects.toMatchObject({
      ...denied,
      message: 'The rule "No payments" denies this.',
    })
    const permit = {
      domain: { name: 'USD Coin', chainId: 1, verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
      types: { Permit: ['owner', 'spender'].map((name) => ({ name, type: 'address' })) },
      primaryType: 'Permit',
      message: { owner: address, spender: to },
    }
    await expect(ask('eth_signTypedData_v4', address, permit)).rejects.toMatchObject(denied)
    const hash = `0x${'ab'.repeat(32)}` as const
    await expect(wallet.viemAccount().sign({ hash })).rejects.toMatchObject({ code: 'policy_denied' })
    expect(host.mock.chain.transactions({ address })).toEqual([])
    const other = '0x00000000000000000000000000000000000B0b01'
    await ask('eth_sendTransaction', { from: address, to: other, value: '0x1' })
    expect(host.mock.chain.transactions({ address })).toHaveLength(1)
    expect((await wallet.sign(hash)).signature).toHaveLength(128)
  })

  it.each([
    ['too many requests', { status: 429 }, { code: -32_005, data: { status: 429, code: 'too_many_requests' } }],
    ['a service that is busy', { status: 503 }, { code: 4900, data: { status: 503 } }],
    ['a session that has ended', { status: 401 }, { code: 4100, data: { status: 401 } }],
    ['no answer', { networkError: true }, { code: 4900, message: 'The service gave no answer.' }],
  ])('has the code of production, and no path in its sentence: %s', async (_, fault, expected) => {
    const { ask, address } = await setUp()
    host.mock.faults.set('waas.signMessage', fault)
    const error = await ask('personal_sign', '0x6869', address).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ProviderRpcError', ...expected })
    expect(String(error)).not.toContain('/api/')
  })

  it('says that the parties have not met where the relay refuses', async () => {
    const { ask, address } = await setUp()
    host.mock.faults.set('relay.join', { status: 404, body: { error: 'The room has ended.', code: 'room_expired' } })
    await expect(ask('personal_sign', '0x6869', address)).rejects.toMatchObject({
      code: 4900,
      message: 'The room has ended.',
      data: { reason: 'room_expired' },
    })
  })

  it('is no revert of a contract for viem, when a policy refuses', async () => {
    await host.call('waasPolicies.create', {
      body: { rulesToAdd: [{ name: 'No payments', ruleType: 'deny', chain: 'EVM', addresses: [to] }] },
    })
    const { provider, address } = await setUp()
    const client = createWalletClient({ account: address as `0x${string}`, transport: custom(provider) })
    const abi = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
    const call = { address: to, abi, functionName: 'transfer', args: [to, 1n], chain: null } as const
    const error: Error = await client.writeContract(call).then(
      () => new Error('sent'),
      (reason: Error) => reason,
    )
    expect(error.message).toContain('has not been authorized by the user')
    expect(error.message).not.toContain('reverted')
  })

  it('hides the account after disconnect() until the page asks for it, and without the device for good', async () => {
    const { provider, events, ask, address, wallet } = await setUp()
    expect(await ask('eth_accounts')).toEqual([address])
    provider.disconnect()
    expect(await ask('eth_accounts')).toEqual([])
    expect(await codeOf(ask('personal_sign', '0x6869', address))).toBe(4100)
    expect(await ask('eth_requestAccounts')).toEqual([address])
    wallet.loseDevice()
    expect(await ask('eth_accounts')).toEqual([])
    expect(await codeOf(ask('eth_requestAccounts'))).toBe(4100)
    expect(events).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', []],
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [address]],
      ['accountsChanged', []],
    ])
  })

  it('does not call a listener that was removed', async () => {
    const { provider, ask } = await setUp()
    const listener = vi.fn()
    provider.on('chainChanged', listener)
    provider.removeListener('chainChanged', listener)
    await ask('wallet_switchEthereumChain', { chainId: '0x2105' })
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('the account of an embedded wallet for viem', () => {
  it('signs authorizations that make it a smart account, and has a public key', async () => {
    const { wallet, address } = await setUp()
    const account = toAccount(wallet.viemAccount() as CustomSource)
    expect(wallet.viemAccount().publicKey).toMatch(/^0x0[23][0-9a-f]{64}$/)
    const authorization = await account.signAuthorization?.({ contractAddress: to, chainId: 1, nonce: 1 })
    if (!authorization) throw new Error('viem has taken no authorization.')
    expect(await recoverAuthorizationAddress({ authorization })).toBe(address)
    const client = createWalletClient({ account, transport: custom(wallet.provider()) })
    const serialized = await client.signTransaction({
      to,
      chain: null,
      nonce: 0,
      gas: 100_000n,
      maxFeePerGas: 9n,
      maxPriorityFeePerGas: 1n,
      authorizationList: [authorization],
      type: 'eip7702',
      chainId: 1,
    } as never)
    const parsed = parseTransaction(serialized)
    expect(parsed.authorizationList).toMatchObject([{ address: to.toLowerCase(), nonce: 1, chainId: 1 }])
    const hash = hashAuthorization({ address: to, chainId: 1, nonce: 1 })
    const signature = await account.sign?.({ hash })
    expect(await recoverAddress({ hash, signature: signature ?? '0x' })).toBe(address)
  })
})
