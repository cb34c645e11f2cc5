import { createWalletClient, custom, encodeFunctionData, erc20Abi, type Hex, numberToHex, parseUnits } from 'viem'
import { entryPoint08Address, entryPoint09Address } from 'viem/account-abstraction'
import { base } from 'viem/chains'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { giveSmartWallets } from '../../../test/people/smartWalletPeople.ts'
import type { ProviderOptions } from './embeddedProvider.ts'

const host = createHost()
const delegation = `0x${'de'.repeat(20)}` as const
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x00000000000000000000000000000000000c0a01'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

const pay = (to: Hex, amount: string) => ({
  to: usdc as Hex,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, parseUnits(amount, 6)] }),
})

beforeEach(() => host.mock.create.provider({ provider: 'dynamic' }))

/** A wallet with 1 ETH and 10 USDC on Base, and a client of viem for it. */
async function setUp(options: ProviderOptions = {}) {
  const { mock } = host
  const user = await mock.create.user({ email: 'ada@example.com' })
  const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
  await mock.chain.fund(wallet.address, { ether: '1' }, base.id)
  await mock.chain.fund(wallet.address, { token: 'USDC', amount: '10' }, base.id)
  const provider = wallet.provider({ chainId: base.id, ...options })
  const account = wallet.address as Hex
  const client = createWalletClient({ account, chain: base, transport: custom(provider), pollingInterval: 5 })
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  const usdcOf = (address: string) => mock.chain.balance(address, { networkId: base.id, token: 'USDC' })
  const etherOf = (address: string) => mock.chain.balance(address, { networkId: base.id })
  const sent = () => mock.chain.transactions({ address: wallet.address, networkId: base.id })
  return { wallet, provider, client, ask, account, usdcOf, etherOf, sent }
}

describe('a batch of an account that delegates (EIP-7702)', () => {
  it('is one transaction, which delegates the account first, and the next one needs no delegation', async () => {
    const { client, account, usdcOf, etherOf, sent, ask } = await setUp({ delegation })
    expect(await client.getCapabilities({ chainId: base.id })).toEqual({
      atomic: { status: 'ready' },
      paymasterService: { supported: true },
    })
    const calls = [pay(bob, '2'), { to: carol as Hex, value: 5n }]
    const { id } = await client.sendCalls({ calls, forceAtomic: true })
    const status = await client.waitForCallsStatus({ id })
    expect(status).toMatchObject({ status: 'success', statusCode: 200, atomic: true, chainId: base.id })
    expect(status.receipts).toMatchObject([{ status: 'success', logs: [{ address: usdc.toLowerCase() }] }])
    expect([usdcOf(bob), etherOf(carol), sent().length]).toEqual(['2', '0.000000000000000005', 1])
    expect(await ask('eth_getCode', account, 'latest')).toBe(`0xef0100${delegation.slice(2)}`)
    expect(await client.getCapabilities({ chainId: base.id })).toMatchObject({ atomic: { status: 'supported' } })
    await client.sendCalls({ calls, forceAtomic: true })
    expect([usdcOf(bob), sent().length]).toEqual(['4', 2])
  })

  it('leaves nothing behind when one of its calls fails', async () => {
    const { client, usdcOf, sent } = await setUp({ delegation })
    const refusal = client.sendCalls({ calls: [pay(bob, '2'), pay(carol, '9')], forceAtomic: true })
    await expect(refusal).rejects.toThrow(/exceeds balance/)
    expect([usdcOf(bob), sent()]).toEqual(['0', []])
  })

  it('is reported as reverted when one of its calls fails on the chain, and moves nothing', async () => {
    const { client, usdcOf, ask } = await setUp({ delegation })
    await host.mock.chain.setAutomine(false, base.id)
    await ask('eth_sendTransaction', { from: client.account.address, ...pay(carol, '5') })
    const { id } = await client.sendCalls({ calls: [pay(bob, '1'), pay(bob, '7')], forceAtomic: true })
    expect(await client.getCallsStatus({ id })).toMatchObject({ statusCode: 100, status: 'pending', receipts: [] })
    await host.mock.chain.mine({ networkId: base.id })
    const status = await client.waitForCallsStatus({ id })
    expect(status).toMatchObject({ statusCode: 500, receipts: [{ status: 'reverted', logs: [] }] })
    expect([usdcOf(bob), usdcOf(carol)]).toEqual(['0', '5'])
  })

  it('asks the person about the calls and then about the delegation, and a refusal of either refuses the batch', async () => {
    const confirm = vi.fn<NonNullable<ProviderOptions['confirm']>>(({ delegation: asked }) => asked === undefined)
    const { client, account, sent, ask } = await setUp({ delegation, confirm })
    const calls = [pay(bob, '1'), pay(carol, '1')]
    await expect(client.sendCalls({ calls, forceAtomic: true })).rejects.toMatchObject({ cause: { code: 5750 } })
    expect(confirm.mock.calls.map(([request]) => [request.method, request.chainId, request.delegation])).toEqual([
      ['wallet_sendCalls', base.id, undefined],
      ['wallet_sendCalls', base.id, delegation],
    ])
    expect(sent()).toEqual([])
    const { id } = await client.sendCalls({ calls })
    expect(await client.waitForCallsStatus({ id })).toMatchObject({ statusCode: 200, atomic: false })
    expect([sent().length, await ask('eth_getCode', account, 'latest')]).toEqual([2, '0x'])
  })

  it('is judged by the policies call by call', async () => {
    await host.call('waasPolicies.create', {
      body: { rulesToAdd: [{ name: 'Not to Carol', ruleType: 'deny', chain: 'EVM', addresses: [carol] }] },
    })
    const { client, usdcOf, sent } = await setUp({ delegation })
    const calls = [pay(bob, '1'), { to: carol as Hex, value: 1n }]
    for (let round = 0; round < 2; round++) {
      const denied = { cause: { cause: { data: { status: 403, code: 'policy_denied' } } } }
      await expect(client.sendCalls({ calls, forceAtomic: true })).rejects.toMatchObject(denied)
      await expect(client.sendCalls({ calls: [...calls].reverse(), forceAtomic: true })).rejects.toMatchObject(denied)
      expect(sent()).toHaveLength(round)
      // The second round is that of an account which has delegated already.
      await client.sendCalls({ calls: [pay(bob, '1'), pay(bob, '1')], forceAtomic: true })
    }
    expect(usdcOf(bob)).toBe('4')
  })
})

describe('a batch of an account without code', () => {
  it('is a transaction per call, in order', async () => {
    const { client, usdcOf, sent } = await setUp()
    expect(await client.getCapabilities()).toEqual({ [base.id]: { atomic: { status: 'unsupported' } } })
    const { id } = await client.sendCalls({ calls: [pay(bob, '2'), pay(carol, '3')] })
    const status = await client.waitForCallsStatus({ id })
    expect(status).toMatchObject({ statusCode: 200, atomic: false })
    const order = sent().map(({ hash }) => hash)
    expect(status.receipts?.map(({ transactionHash }) => transactionHash)).toEqual(order.toReversed())
    expect([usdcOf(bob), usdcOf(carol)]).toEqual(['2', '3'])
  })

  it('is refused with 5760 where all calls have to be one transaction, unless there is only one', async () => {
    const { client, sent } = await setUp()
    const refusal = client.sendCalls({ calls: [pay(bob, '2'), pay(carol, '3')], forceAtomic: true })
    await expect(refusal).rejects.toMatchObject({ cause: { code: 5760 } })
    expect(sent()).toEqual([])
    const { id } = await client.sendCalls({ calls: [pay(bob, '2')], forceAtomic: true })
    expect(await client.waitForCallsStatus({ id })).toMatchObject({ statusCode: 200, atomic: true })
  })

  it('stops at the first call that is refused, and is reported as partly sent', async () => {
    await host.call('waasPolicies.create', {
      body: { rulesToAdd: [{ name: 'Not to Carol', ruleType: 'deny', chain: 'EVM', addresses: [carol] }] },
    })
    const { client, usdcOf } = await setUp()
    const { id } = await client.sendCalls({ calls: [pay(bob, '1'), pay(carol, '1'), pay(bob, '1')] })
    const status = await client.waitForCallsStatus({ id })
    expect(status).toMatchObject({ statusCode: 600, receipts: [{ status: 'success' }] })
    expect(usdcOf(bob)).toBe('1')
    await expect(client.sendCalls({ calls: [pay(carol, '1'), pay(bob, '1')] })).rejects.toMatchObject({
      cause: { cause: { data: { code: 'policy_denied' } } },
    })
    expect(usdcOf(bob)).toBe('1')
  })

  it('has failed off the chain when another transaction has taken its nonce', async () => {
    const { client, ask, account } = await setUp()
    await host.mock.chain.setAutomine(false, base.id)
    const { id } = await client.sendCalls({ calls: [pay(bob, '1')] })
    const nonce = await ask('eth_getTransactionCount', account, 'latest')
    await ask('eth_sendTransaction', {
      from: account,
      to: account,
      nonce,
      maxFeePerGas: numberToHex(10n ** 10n),
      maxPriorityFeePerGas: numberToHex(10n ** 10n),
    })
    expect(await client.getCallsStatus({ id })).toMatchObject({ statusCode: 100 })
    await host.mock.chain.mine({ networkId: base.id })
    expect(await client.waitForCallsStatus({ id })).toMatchObject({ statusCode: 400, status: 'failure', receipts: [] })
  })

  it('is found under the id of the app or of the wallet, and shown to the person when the app asks', async () => {
    const showCalls = vi.fn()
    const { client } = await setUp({ showCalls })
    expect(await client.sendCalls({ calls: [pay(bob, '1')], id: 'order-7' })).toEqual({ id: 'order-7' })
    await client.showCallsStatus({ id: 'order-7' })
    expect(showCalls.mock.calls).toMatchObject([[{ id: 'order-7', status: 200, atomic: true, version: '2.0.0' }]])
    const duplicate = client.sendCalls({ calls: [pay(bob, '1')], id: 'order-7' })
    await expect(duplicate).rejects.toMatchObject({ cause: { code: 5720 } })
    await expect(client.getCallsStatus({ id: 'order-8' })).rejects.toMatchObject({ code: 5730 })
    await expect(client.showCallsStatus({ id: 'order-8' })).rejects.toMatchObject({ code: 5730 })
  })
})

describe('a batch that a paymaster pays for (ERC-7677)', () => {
  const paymasterAddress = `0x${'aa'.repeat(20)}` as const

  /** The mock's own paymaster service. */
  const service = () => ({ paymasterService: { url: host.mock.chain.rpcUrl(base.id) } })

  async function setUpSponsored(provider: object = { enableEIP7702: true }) {
    await giveSmartWallets(host, { provider: { paymasterAddress, ...provider }, settings: { allUsers: true } })
    await host.mock.chain.fund(paymasterAddress, { ether: '1' }, base.id)
    return setUp()
  }

  it('is a user operation of the account itself, which delegates to the contract of the environment first', async () => {
    const { client, usdcOf, etherOf, account, ask } = await setUpSponsored()
    expect(await client.getCapabilities({ chainId: base.id })).toEqual({
      atomic: { status: 'ready' },
      paymasterService: { supported: true },
    })
    for (const round of [1, 2]) {
      const calls = [pay(bob, '1'), pay(carol, '1')]
      const { id } = await client.sendCalls({ calls, forceAtomic: true, capabilities: service() })
      const status = await client.waitForCallsStatus({ id })
      expect(status).toMatchObject({ statusCode: 200, atomic: true, receipts: [{ status: 'success' }] })
      expect(status.receipts?.[0]?.logs).toHaveLength(2)
      expect([usdcOf(bob), usdcOf(carol)]).toEqual([String(round), String(round)])
    }
    expect(etherOf(account)).toBe('1')
    expect(await ask('eth_getCode', account, 'latest')).toBe('0xef0100d6cedde84be40893d153be9d467cd6ad37875b28')
  })

  it.each([
    ['0.8', '0xe6Cae83BdE06E4c305530e199D7217f42808555B', entryPoint08Address],
    ['0.9', '0xa46cc63ebf4bd77888aa327837d20b23a63a56b5', entryPoint09Address],
  ] as const)('goes to the entry point %s that the contract of the account obeys', async (_, contract, entryPoint) => {
    const { client, usdcOf, etherOf, account, ask } = await setUpSponsored({
      enableEIP7702: true,
      vendorKernelDelegationAddress: contract,
    })
    for (const round of [1, 2]) {
      const calls = [pay(bob, '1'), pay(carol, '1')]
      const { id } = await client.sendCalls({ calls, forceAtomic: true, capabilities: service() })
      expect(await client.waitForCallsStatus({ id })).toMatchObject({ statusCode: 200, atomic: true })
      expect([usdcOf(bob), usdcOf(carol)]).toEqual([String(round), String(round)])
      expect(await ask('eth_getUserOperationReceipt', id)).toMatchObject({ entryPoint: entryPoint.toLowerCase() })
    }
    expect([etherOf(account), await ask('eth_getCode', account, 'latest')]).toEqual([
      '1',
      `0xef0100${contract.slice(2).toLowerCase()}`,
    ])
    await expect(
      client.sendCalls({ calls: [pay(bob, '1'), pay(bob, '10')], forceAtomic: true, capabilities: service() }),
    ).rejects.toThrow(/exceeds balance \(call 2 of the batch\)/)
    await host.call('waasPolicies.create', {
      body: { rulesToAdd: [{ name: 'Not to Carol', ruleType: 'deny', chain: 'EVM', addresses: [carol] }] },
    })
    await expect(
      client.sendCalls({ calls: [pay(bob, '1'), pay(carol, '1')], forceAtomic: true, capabilities: service() }),
    ).rejects.toMatchObject({ cause: { cause: { data: { code: 'policy_denied' } } } })
    expect(usdcOf(bob)).toBe('2')
  })

  it('is refused by the policies and by the bundler, and nothing is sent', async () => {
    await host.call('waasPolicies.create', {
      body: { rulesToAdd: [{ name: 'Not to Carol', ruleType: 'deny', chain: 'EVM', addresses: [carol] }] },
    })
    const { client, usdcOf } = await setUpSponsored()
    const send = (...calls: ReturnType<typeof pay>[]) =>
      client.sendCalls({ calls, forceAtomic: true, capabilities: service() })
    await expect(send(pay(bob, '1'), pay(carol, '1'))).rejects.toMatchObject({
      cause: { cause: { data: { code: 'policy_denied' } } },
    })
    await expect(send(pay(bob, '1'), pay(bob, '10'))).rejects.toThrow(/exceeds balance/)
    expect(usdcOf(bob)).toBe('0')
  })

  it('is refused with 5700 for an account that sends no user operations, unless the paymaster is optional', async () => {
    const { client, usdcOf } = await setUp()
    const send = (optional: boolean) => {
      const { paymasterService } = service()
      return client.sendCalls({
        calls: [pay(bob, '1')],
        capabilities: { paymasterService: { ...paymasterService, optional } },
      })
    }
    await expect(send(false)).rejects.toMatchObject({ cause: { code: 5700 } })
    expect(usdcOf(bob)).toBe('0')
    await send(true)
    expect(usdcOf(bob)).toBe('1')
  })

  it('fails when the service pays only for others, or is not of this mock', async () => {
    const { client, usdcOf } = await setUp({ delegation })
    const send = (capabilities: object) => client.sendCalls({ calls: [pay(bob, '1')], capabilities })
    await expect(send(service())).rejects.toThrow(/no paymaster pays for/)
    await expect(send({ paymasterService: { url: 'https://paymaster.example.com' } })).rejects.toThrow(
      /only the paymaster services of the mock/,
    )
    expect(usdcOf(bob)).toBe('0')
  })
})

describe("a batch of the user's smart wallet (ERC-4337)", () => {
  async function setUpSmart() {
    await giveSmartWallets(host, { settings: { allUsers: true } })
    const world = await setUp()
    const [owner, smart = ''] = (await world.ask('eth_requestAccounts')) as Hex[]
    await host.mock.chain.fund(smart, { ether: '1' }, base.id)
    await host.mock.chain.fund(smart, { token: 'USDC', amount: '10' }, base.id)
    return { ...world, owner, smart: smart as Hex }
  }

  it('is a user operation, of which the first deploys the wallet', async () => {
    const { client, owner, smart, account, usdcOf, ask } = await setUpSmart()
    expect([owner, smart === account]).toEqual([account, false])
    expect(await client.getCapabilities({ account: smart, chainId: base.id })).toEqual({
      atomic: { status: 'supported' },
      paymasterService: { supported: true },
    })
    expect(await ask('eth_getCode', smart, 'latest')).toBe('0x')
    for (const round of [1, 2]) {
      const { id } = await client.sendCalls({ account: smart, calls: [pay(bob, '1'), pay(carol, '2')] })
      const status = await client.waitForCallsStatus({ id })
      expect(status).toMatchObject({ statusCode: 200, atomic: true })
      expect(status.receipts?.[0]?.logs).toHaveLength(2)
      expect([usdcOf(bob), usdcOf(smart)]).toEqual([String(round), String(10 - 3 * round)])
    }
    expect(usdcOf(account)).toBe('10')
  })

  it('leaves nothing behind at the smart wallet when one of its calls fails', async () => {
    const { client, smart, usdcOf } = await setUpSmart()
    const refusal = client.sendCalls({ account: smart, calls: [pay(bob, '9'), pay(carol, '9')], forceAtomic: true })
    await expect(refusal).rejects.toThrow(/exceeds balance/)
    expect([usdcOf(bob), usdcOf(smart)]).toEqual(['0', '10'])
  })

  it.each([
    ['personal_sign', (smart: Hex) => ['0x6869', smart]],
    ['eth_sendTransaction', (smart: Hex) => [{ from: smart, to: bob, value: '0x1' }]],
  ] as const)('is all that the smart wallet sends: %s is refused with 4100', async (method, params) => {
    const { ask, smart } = await setUpSmart()
    await expect(ask(method, ...params(smart))).rejects.toMatchObject({ code: 4100 })
  })
})

describe('viem beside a node without batches', () => {
  it('goes on with a transaction per call (experimental_fallback), where only the node is asked', async () => {
    const { wallet, usdcOf } = await setUp()
    const node = { request: wallet.provider({ chainId: base.id }).request }
    const transport = custom({
      request: ({ method, params }) =>
        method === 'wallet_sendCalls' ? askNode(method, params) : node.request({ method, params }),
    })
    const client = createWalletClient({ account: wallet.address as Hex, chain: base, transport, pollingInterval: 5 })
    const calls = [pay(bob, '1'), pay(carol, '1')]
    const { id } = await client.sendCalls({ calls, experimental_fallback: true, experimental_fallbackDelay: 0 })
    expect(await client.waitForCallsStatus({ id })).toMatchObject({ statusCode: 200 })
    expect([usdcOf(bob), usdcOf(carol)]).toEqual(['1', '1'])
  })
})

/** Asks the node of Base by JSON-RPC. */
async function askNode(method: string, params: unknown): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await host.mock.fetch(host.mock.chain.rpcUrl(base.id), { method: 'POST', headers, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: object }
  if (error) throw Object.assign(new Error('The node refuses.'), error)
  return result
}
