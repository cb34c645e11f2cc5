import { erc20Abi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { testClient } from './evmClients.ts'

const account = privateKeyToAccount(`0x${'31'.repeat(32)}`)
const bob = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const options = { seed: 'dumps', now: '2026-01-15T09:30:00.000Z' }

// The same seed gives both mocks the same ids.
let [from, to]: MockServer[] = []
let [source, target]: ReturnType<typeof testClient>[] = []
beforeEach(async () => {
  ;[from, to] = await Promise.all([startServer(options), startServer(options)])
  ;[source, target] = [from, to].map(({ mock }) => testClient(mock.chain.rpcUrl(1)))
})
afterEach(() => Promise.all([from, to].map((server) => server?.close())))

/** Pays in ether and in a token, and keeps one transaction waiting. */
async function fill(client: ReturnType<typeof testClient>): Promise<void> {
  await client.setBalance({ address: account.address, value: parseEther('2') })
  await client.request({ method: 'anvil_dealErc20', params: [account.address, usdc, '0x64'] } as never)
  await client.mine({ blocks: 1 })
  await client.sendTransaction({ account, to: bob, value: parseEther('1') })
  const transfer = { address: usdc, abi: erc20Abi, functionName: 'transfer', args: [bob, 40n] } as const
  await client.writeContract({ ...transfer, account })
  await client.setAutomine(false)
  await client.sendTransaction({ account, to: bob, value: 5n })
}

async function stateOf(client: ReturnType<typeof testClient>) {
  const token = { address: usdc, abi: erc20Abi, functionName: 'balanceOf' } as const
  return {
    ether: await client.getBalance({ address: bob }),
    tokens: await client.readContract({ ...token, args: [bob] }),
    nonces: await client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    latest: await client.getBlock({ includeTransactions: true }),
    logs: await client.getLogs({ fromBlock: 0n }),
    isAutomined: await client.getAutomine(),
  }
}

describe('a dump of a chain', () => {
  it('is loaded by another mock, with blocks, logs, tokens and what waits', async () => {
    await fill(source!)
    await target!.loadState({ state: await source!.dumpState() })
    expect(await stateOf(target!)).toEqual(await stateOf(source!))
    const listed = [from, to].map((server) =>
      server!.mock.chain.transactions({ address: bob, networkId: 1 }).map(({ hash }) => hash),
    )
    expect(listed[0]).toHaveLength(2)
    expect(listed[1]).toEqual(listed[0])
    await target!.mine({ blocks: 1 })
    expect(await target!.getBalance({ address: bob })).toBe(parseEther('1') + 5n)
  })

  it('replaces only this chain, although both mocks have the same ids', async () => {
    await fill(source!)
    await to!.mock.chain.fund(bob, { ether: '7' }, 8453)
    await to!.mock.chain.fund(account.address, { ether: '9' }, 1)
    await target!.loadState({ state: await source!.dumpState() })
    expect(to!.mock.chain.balance(bob, { networkId: 8453 })).toBe('7')
    expect(await stateOf(target!)).toEqual(await stateOf(source!))
  })

  it('still has what undoes its blocks, and moves the clock to its latest block', async () => {
    await fill(source!)
    await source!.increaseTime({ seconds: 3600 })
    await source!.mine({ blocks: 1 })
    await target!.loadState({ state: await source!.dumpState() })
    expect(to!.mock.clock.now()).toBe(from!.mock.clock.now())
    await to!.mock.chain.reorg(3, { transactions: 'drop' })
    expect((await stateOf(target!)).ether).toBe(0n)
    expect((await stateOf(target!)).tokens).toBe(0n)
  })

  it('that was damaged, or of another chain, is refused by a sentence and changes nothing', async () => {
    await fill(source!)
    const before = to!.mock.export()
    const state = await source!.dumpState()
    const other = testClient(to!.mock.chain.rpcUrl(8453))
    await expect(other.loadState({ state })).rejects.toThrow('the state of the chain 1')
    const damaged = `${state.slice(0, -8)}20${state.slice(-6)}` as const
    for (const wrong of ['0x', '0x00', damaged, '0xff00'] as const)
      await expect(target!.loadState({ state: wrong as `0x${string}` })).rejects.toThrow('it was damaged')
    expect(to!.mock.export()).toEqual(before)
  })
})
