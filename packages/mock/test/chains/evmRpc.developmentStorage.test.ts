import { encodeAbiParameters, erc20Abi, type Hex, keccak256, numberToHex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createControlClient } from '../support/controlClient.ts'
import { testClient } from './evmClients.ts'

const control = createControlClient()
const mock = () => control.server.mock
const ada = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const bob = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const own = '0x5000000000000000000000000000000000000005'

let client: ReturnType<typeof testClient>
beforeEach(async () => {
  client = testClient(mock().chain.rpcUrl(1))
  for (const address of [ada, bob] as const) await client.setBalance({ address, value: 1n })
})

/** The slot of a mapping's value, as scripts compute it for `deal`. */
const slotOf = (key: Hex, mapping: Hex | number) =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [key, BigInt(mapping)]))
const word = (value: bigint) => numberToHex(value, { size: 32 })
const balanceOf = (address: Hex, owner: Hex) =>
  client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

describe('the storage of a token', () => {
  it.each<[string, Hex, readonly [balances: number, allowances: number]]>([
    ['USDC', usdc, [9, 10]],
    ['USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', [2, 5]],
    ['WETH', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', [3, 4]],
    ['DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F', [2, 3]],
    ['a token of a test, as of OpenZeppelin', own, [0, 1]],
  ])('has the balances and allowances of %s in their slots', async (_, address, [balances, allowances]) => {
    if (address === own) await mock().chain.addToken({ networkId: 1, contractAddress: own, name: 'Own', symbol: 'OWN' })
    await client.setStorageAt({ address, index: slotOf(ada, balances), value: word(500n) })
    const allowanceSlot = slotOf(bob, slotOf(ada, allowances))
    await client.setStorageAt({ address, index: allowanceSlot, value: word(70n) })
    expect(await balanceOf(address, ada)).toBe(500n)
    const allowance = await client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [ada, bob] })
    expect(allowance).toBe(70n)
    expect(await client.getStorageAt({ address, slot: slotOf(ada, balances) })).toBe(word(500n))
    expect(await client.getStorageAt({ address, slot: allowanceSlot })).toBe(word(70n))
    expect(await client.getStorageAt({ address, slot: slotOf(bob, balances) })).toBe(word(0n))
  })

  it('is found for an account that is impersonated, and goes back with a snapshot', async () => {
    const eve = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
    const set = () => client.setStorageAt({ address: usdc, index: slotOf(eve, 9), value: word(8n) })
    await expect(set()).rejects.toThrow(/anvil_setBalance.*anvil_dealErc20/s)
    await client.impersonateAccount({ address: eve })
    const id = await client.snapshot()
    await set()
    expect(await balanceOf(usdc, eve)).toBe(8n)
    await client.revert({ id })
    expect(await balanceOf(usdc, eve)).toBe(0n)
  })

  it('of another contract is refused by a sentence that names the ways, and changes nothing', async () => {
    const before = mock().export()
    const set = client.setStorageAt({ address: own, index: 0, value: word(1n) })
    await expect(set).rejects.toThrow(/mock\.chain\.contract.*real node/s)
    await expect(client.setStorageAt({ address: usdc, index: 0, value: word(1n) })).rejects.toThrow('anvil_dealErc20')
    await expect(client.setStorageAt({ address: usdc, index: 0, value: '0x1' })).rejects.toThrow('32 bytes')
    expect(mock().export()).toEqual(before)
  })
})
