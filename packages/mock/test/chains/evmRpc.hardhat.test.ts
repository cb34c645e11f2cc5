import { parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createControlClient } from '../support/controlClient.ts'
import { testClient } from './evmClients.ts'
import { createHardhatHelpers } from './hardhatHelpers.ts'

const control = createControlClient()
const mock = () => control.server.mock
const ada = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const bob = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'

let client: ReturnType<typeof testClient>
let helpers: Awaited<ReturnType<typeof createHardhatHelpers>>
beforeEach(async () => {
  client = testClient(mock().chain.rpcUrl(1), 'hardhat')
  helpers = await createHardhatHelpers((method, params = []) => client.request({ method, params } as never))
})

const pay = (value: bigint) => client.sendTransaction({ account: ada, to: bob, value })

describe('the network helpers of Hardhat', () => {
  it('set balances and nonces, impersonate, and stop it', async () => {
    await helpers.setBalance(ada, parseEther('2'))
    await helpers.setNonce(ada, 3)
    await helpers.impersonateAccount(ada)
    const hash = await pay(parseEther('1'))
    expect(await client.getTransaction({ hash })).toMatchObject({ from: ada, nonce: 3 })
    await helpers.stopImpersonatingAccount(ada)
    await expect(pay(1n)).rejects.toThrow('does not exist')
  })

  it('mine blocks that are apart by an interval, the first of them now', async () => {
    const now = Math.floor(mock().clock.now() / 1000)
    await helpers.mine(3, { interval: 12 })
    const blocks = await Promise.all([1n, 2n, 3n].map((blockNumber) => client.getBlock({ blockNumber })))
    expect(blocks.map(({ timestamp }) => Number(timestamp) - now)).toEqual([0, 12, 24])
    await helpers.mineUpTo(10)
    expect(await helpers.time.latestBlock()).toBe(10)
  })

  it('increase the time from the latest block, by moving the clock of the mock', async () => {
    await helpers.mine()
    const start = await helpers.time.latest()
    expect(await helpers.time.increase(3600)).toBe(start + 3600)
    await helpers.time.increaseTo(start + 7200)
    await helpers.time.setNextBlockTimestamp(start + 9000)
    await helpers.mine()
    expect([await helpers.time.latest(), mock().clock.now()]).toEqual([start + 9000, (start + 9000) * 1000])
  })

  it('are told to mine first where the latest block is that before all others, so that the clock does not go back', async () => {
    const now = mock().clock.now()
    await expect(helpers.time.increase(3600)).rejects.toThrow('anvil_mine')
    expect(mock().clock.now()).toBe(now)
  })

  it('restore a snapshot more than once, the later ones in any order that still exists', async () => {
    await helpers.setBalance(ada, 1n)
    const first = await helpers.takeSnapshot()
    await helpers.setBalance(ada, 2n)
    const second = await helpers.takeSnapshot()
    const balances: bigint[] = []
    const restore = async (snapshot: typeof first) => {
      await helpers.setBalance(ada, 3n)
      await snapshot.restore()
      balances.push(await client.getBalance({ address: ada }))
    }
    await restore(second)
    await restore(second)
    await restore(first)
    await restore(first)
    expect(balances).toEqual([2n, 2n, 1n, 1n])
    await expect(second.restore()).rejects.toThrow('not valid any more')
  })

  it('set the base fee, the gas limit, the coinbase and the random value of the next block', async () => {
    await helpers.setNextBlockBaseFeePerGas(parseGwei('7'))
    await helpers.setBlockGasLimit(12_000_000)
    await helpers.setCoinbase(bob)
    await helpers.setPrevRandao(255)
    await helpers.mine()
    expect(await client.getBlock()).toMatchObject({
      baseFeePerGas: parseGwei('7'),
      gasLimit: 12_000_000n,
      miner: bob,
      mixHash: `0x${'ff'.padStart(64, '0')}`,
    })
  })

  it('drop a transaction that waits, and are told whether it did', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await helpers.setBalance(account.address, parseEther('1'))
    await client.setAutomine(false)
    const hash = await client.sendTransaction({ account, to: bob, value: 1n })
    expect([await helpers.dropTransaction(hash), await helpers.dropTransaction(hash)]).toEqual([true, false])
    await expect(client.getTransaction({ hash })).rejects.toThrow('could not be found')
  })

  it('set a delegation as code, and reset the chain', async () => {
    await helpers.setCode(ada, `0xef0100${bob.slice(2)}`)
    expect(await client.getCode({ address: ada })).toBe(`0xef0100${bob.slice(2)}`)
    await helpers.mine(2)
    await helpers.reset()
    expect([await helpers.time.latestBlock(), await client.getCode({ address: ada })]).toEqual([0, undefined])
  })
})

it('a simulated chain is no development node for a page of another origin', async () => {
  const request = async (method: string, params: readonly unknown[] = []) => {
    const response = await fetch(mock().chain.rpcUrl(1), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: unknown }).result
  }
  await expect(createHardhatHelpers(request)).rejects.toThrow('not with latchkey-mock')
})
