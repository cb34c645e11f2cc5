import { callOfBoth } from '@latchkey/chains/real/evm/twoCalls'
import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { entryPoint06Address, entryPoint07Address } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { deploy } from './openZeppelin.ts'

const host = createHost()
const networkId = 1
let anvil: Anvil
let clients: AnvilClients
let gold: Awaited<ReturnType<typeof deploy>>
let factory: Awaited<ReturnType<typeof deploy>>
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
const receiver = newAddress()
const spender = newAddress()
const sender = newAddress()

const encode = (functionName: 'approve' | 'transfer', to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] })

/** The call data of a wallet whose code makes two calls. */
function callData(first: Hex, second: Hex): Hex {
  const account = (address: string) => `eip155:${address.toLowerCase()}`
  const call = { from: account(sender), to: account(gold.address), value: 0n, data: first }
  const [{ data }] = callOfBoth(call, { to: gold.address, data: second }) as [{ data: Hex }]
  return data
}

beforeAll(async () => {
  anvil = await startAnvil(networkId)
  clients = anvilClients(anvil.url, networkId)
  gold = await deploy(clients, 'erc20', ['Gold', 'GLD', parseEther('1000'), clients.wallet.account.address])
  factory = await deploy(clients, 'WalletFactory')
  const [, , overrides] = callOfBoth(
    { from: `eip155:${sender.toLowerCase()}`, to: `eip155:${sender.toLowerCase()}`, value: 0n, data: '0x' },
    { to: sender, data: '0x' },
  ) as [unknown, unknown, Record<string, { code: Hex }>]
  const bytecode = overrides[sender.toLowerCase()]?.code ?? '0x'
  await clients.test.setCode({ address: sender, bytecode })
  // Any code: the entry point itself is not run.
  await clients.test.setCode({ address: entryPoint07Address, bytecode: '0x00' })
  await gold.send('transfer', sender, parseEther('10'))
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  await host.mock.chain.attach(networkId, anvil.url)
})

const simulate = async (operation: object, entryPoint: Hex = entryPoint07Address) =>
  (
    await host.call('simulation.simulateUserOperation', {
      body: { chainId: String(networkId), entryPoint, value: '0', operation: { sender, nonce: '0x0', ...operation } },
    })
  ).body

describe('a user operation on a real chain', () => {
  it('shows what its wallet would move and allow, and keeps nothing of it', async () => {
    const data = callData(encode('approve', spender, parseEther('4')), encode('transfer', receiver, parseEther('3')))
    expect(await simulate({ callData: data })).toMatchObject({
      outAssets: [{ asset: { symbol: 'GLD' }, transferOut: [{ value: '3' }] }],
      assetExposures: [{ asset: { symbol: 'GLD' }, spenderToInfo: { [spender]: { amount: '4' } } }],
      validation: { result: 'Benign' },
    })
    expect(await gold.read('balanceOf', receiver)).toBe(0n)
    expect(await gold.read('allowance', sender, spender)).toBe(0n)
  })

  it('shows why the call of its wallet would fail', async () => {
    const data = callData('0x', encode('transfer', receiver, parseEther('30')))
    const { outAssets, validation } = await simulate({ callData: data })
    expect(outAssets).toEqual([])
    expect(validation).toMatchObject({
      result: 'Error',
      reason: expect.stringContaining('transfer amount exceeds balance'),
    })
  })

  it('runs the factory before the call of a wallet that is not deployed yet', async () => {
    const owner = newAddress()
    const undeployed = (await factory.read('addressOf', owner)) as Hex
    const factoryData = encodeFunctionData({ abi: factory.abi, functionName: 'deploy', args: [owner] })
    const operation = { sender: undeployed, factory: factory.address, factoryData }
    // Its contract has no other function, so a call of one fails once it is there, and only then.
    expect((await simulate({ ...operation, callData: '0x12345678' })).validation).toMatchObject({ result: 'Error' })
    const initCode = `${factory.address}${factoryData.slice(2)}`
    const isValidSignature = encodeFunctionData({
      abi: (await import('viem')).parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view']),
      args: [`0x${'00'.repeat(32)}`, `0x${'00'.repeat(65)}`],
    })
    expect((await simulate({ sender: undeployed, initCode, callData: isValidSignature })).validation).toMatchObject({
      result: 'Benign',
    })
    expect(await clients.test.getCode({ address: undeployed })).toBeUndefined()
  })

  it('says what the node lacks: the entry point, the wallet, its factory', async () => {
    const reasonOf = async (...args: Parameters<typeof simulate>) => (await simulate(...args)).validation
    expect(await reasonOf({ callData: '0x' }, entryPoint06Address)).toMatchObject({
      result: 'Error',
      reason: `chain 1 is a real node, which has no entry point at ${entryPoint06Address.toLowerCase()}. Deploy it there first.`,
    })
    const nowhere = newAddress()
    expect(await reasonOf({ sender: nowhere, callData: '0x' })).toMatchObject({
      reason: `chain 1 is a real node, which has no smart wallet at ${nowhere}. Deploy it there first.`,
    })
    expect(await reasonOf({ sender: nowhere, callData: '0x', factory: receiver, factoryData: '0x' })).toMatchObject({
      reason: `chain 1 is a real node, which has no factory of smart wallets at ${receiver}. Deploy it there first.`,
    })
  })
})
