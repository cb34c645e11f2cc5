import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const eve = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const rich = numberToHex(parseEther('100'))

let mock: Mock
let clients: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'overrides', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(eve, { token: 'USDC', amount: '5' }, 1)
})

const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  clients.reader.request({ method, params } as never)
const word = (value: bigint) => numberToHex(value, { size: 32 })
const slotOf = (key: Hex, mapping: Hex | number) =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [key, BigInt(mapping)]))
/** The slot of a balance of USDC, whose contract has it in its ninth mapping. */
const balanceSlot = (owner: Hex) => slotOf(owner, 9)
const token = { address: usdc, abi: erc20Abi } as const
const balanceOf = (owner: Hex) => ({ ...token, functionName: 'balanceOf', args: [owner] }) as const

describe('a state override', () => {
  it('of a balance pays only for the value of a call and of an estimate', async () => {
    const { reader } = clients
    const payment = { account: bob, to: eve, value: parseEther('50') } as const
    const stateOverride = [{ address: bob, balance: parseEther('100') }] as const
    await expect(reader.call(payment)).rejects.toThrow('insufficient funds')
    await reader.call({ ...payment, stateOverride: [...stateOverride] })
    expect(await reader.estimateGas({ ...payment, stateOverride: [...stateOverride] })).toBe(21_000n)
    expect(await reader.getBalance({ address: bob })).toBe(0n)
  })

  it('of a balance shows to the code that is called', async () => {
    const balance = await clients.reader.readContract({
      address: multicall3,
      abi: parseAbi(['function getEthBalance(address) view returns (uint256)']),
      functionName: 'getEthBalance',
      args: [bob],
      stateOverride: [{ address: bob, balance: 7n }],
    })
    expect(balance).toBe(7n)
  })

  it('of a nonce says which contract is deployed next', async () => {
    const address = getContractAddress({ from: bob, nonce: 5n })
    await mock.chain.contract(address, ['function a()'], { a: () => undefined }, 1)
    const deployment = { account: bob, data: '0x6000' } as const
    await expect(clients.reader.estimateGas(deployment)).rejects.toThrow('mock.chain.contract')
    expect(
      await clients.reader.estimateGas({ ...deployment, stateOverride: [{ address: bob, nonce: 5 }] }),
    ).toBeGreaterThan(53_000n)
  })

  it('of slots gives tokens and allowances to accounts that the chain does not know', async () => {
    const { reader } = clients
    const stateOverride = [
      {
        address: usdc,
        stateDiff: [
          { slot: balanceSlot(bob), value: word(900n) },
          { slot: slotOf(clients.account.address, slotOf(bob, 10)), value: word(40n) },
        ],
      },
    ] as const
    const transferFrom = (amount: bigint) =>
      ({
        ...token,
        functionName: 'transferFrom',
        args: [bob, eve, amount],
        account: clients.account,
        stateOverride: stateOverride.map((each) => ({ ...each, stateDiff: [...each.stateDiff] })),
      }) as const
    expect((await reader.simulateContract(transferFrom(40n))).result).toBe(true)
    expect(await reader.estimateContractGas(transferFrom(40n))).toBeGreaterThan(40_000n)
    await expect(reader.simulateContract(transferFrom(41n))).rejects.toThrow('allowance')
    expect(await reader.readContract(balanceOf(bob))).toBe(0n)
  })

  it('of the whole storage leaves nothing else in a token', async () => {
    const { reader } = clients
    // The call names nobody, so the chain has to know the account of the slot.
    await mock.chain.fund(bob, { ether: '1' }, 1)
    const slots = [{ slot: balanceSlot(bob), value: word(3n) }]
    const supply = async (override: object) =>
      reader.readContract({ ...token, functionName: 'totalSupply', stateOverride: [{ address: usdc, ...override }] })
    expect(await supply({ stateDiff: slots })).toBe(5_000_003n)
    expect(await supply({ state: slots })).toBe(3n)
    expect(await reader.readContract(balanceOf(eve))).toBe(5_000_000n)
  })

  it('of code takes the code away, or lets an account delegate (EIP-7702)', async () => {
    const { reader } = clients
    const noCode = [{ address: usdc, code: '0x' } as const]
    await expect(reader.readContract({ ...balanceOf(eve), stateOverride: noCode })).rejects.toThrow('returned no data')
    const execute = parseAbi(['function execute(address target, uint256 value, bytes data)'])
    const call = {
      account: bob,
      to: bob,
      data: encodeFunctionData({ abi: execute, functionName: 'execute', args: [eve, parseEther('9'), '0x'] }),
    } as const
    const delegated = { address: bob, code: `0xef0100${'ab'.repeat(20)}`, balance: parseEther('1') } as const
    await expect(reader.call({ ...call, stateOverride: [delegated] })).rejects.toThrow('insufficient funds')
    await reader.call({ ...call, stateOverride: [{ ...delegated, balance: parseEther('10') }] })
    expect(await reader.getCode({ address: bob })).toBeUndefined()
  })

  it('that is what the chain has changes nothing, as a copy of the code of a contract', async () => {
    const code = await clients.reader.getCode({ address: usdc })
    expect(
      await clients.reader.readContract({ ...balanceOf(eve), stateOverride: [{ address: usdc, code: code ?? '0x' }] }),
    ).toBe(5_000_000n)
  })

  it.each<[string, object, { readonly code: number; readonly text: string }]>([
    ['code that the chain cannot run', { [bob]: { code: '0x6001' } }, { code: -32_000, text: 'mock.chain.attach' }],
    [
      'the storage of another contract',
      { [multicall3]: { state: {} } },
      { code: -32_000, text: 'mock.chain.contract' },
    ],
    [
      'a slot of an account',
      { [bob]: { stateDiff: { [word(0n)]: word(1n) } } },
      { code: -32_000, text: 'mock.chain.contract' },
    ],
    [
      'a slot of nobody',
      { [usdc]: { stateDiff: { [word(77n)]: word(1n) } } },
      { code: -32_000, text: 'the slot 0x4d' },
    ],
    ['a precompile', { [bob]: { movePrecompileToAddress: eve } }, { code: -32_000, text: 'not a precompile' }],
    [
      'two kinds of storage',
      { [usdc]: { state: {}, stateDiff: {} } },
      { code: -32_602, text: "both 'state' and 'stateDiff'" },
    ],
    ['an unknown field', { [bob]: { storage: {} } }, { code: -32_602, text: '"storage"' }],
    [
      'a balance that is no number',
      { [bob]: { balance: 'much' } },
      { code: -32_602, text: 'balance has to be a number' },
    ],
    [
      'a nonce beyond all that nodes count',
      { [bob]: { nonce: '0xffffffffffffffff' } },
      { code: -32_602, text: 'max value' },
    ],
    ['a value that is no word', { [usdc]: { state: { '0x0': '0x1' } } }, { code: -32_602, text: '32 bytes' }],
    ['an address that is none', { bob: { balance: rich } }, { code: -32_602, text: 'address' }],
    [
      'more accounts than anybody needs',
      Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [numberToHex(index + 1, { size: 20 }), {}])),
      { code: -32_602, text: 'at most 1000' },
    ],
    ['what is no object', ['0x'], { code: -32_602, text: 'an object' }],
  ])('is refused for %s, and nothing changes', async (_, state, { code, text }) => {
    const before = mock.export().tables
    for (const method of ['eth_call', 'eth_estimateGas'])
      await expect(ask(method, { from: bob, to: eve }, 'latest', state)).rejects.toMatchObject({
        cause: { code, message: expect.stringContaining(text) },
      })
    expect(mock.export().tables).toEqual(before)
  })
})

describe('a block override', () => {
  const getters = parseAbi([
    'function getBlockNumber() view returns (uint256)',
    'function getCurrentBlockTimestamp() view returns (uint256)',
    'function getCurrentBlockCoinbase() view returns (address)',
    'function getCurrentBlockGasLimit() view returns (uint256)',
    'function getCurrentBlockDifficulty() view returns (uint256)',
    'function getBasefee() view returns (uint256)',
  ])
  const seen = async (functionName: (typeof getters)[number]['name'], block: object) =>
    BigInt((await ask('eth_call', callOf(functionName), 'latest', {}, block)) as Hex)
  const callOf = (functionName: (typeof getters)[number]['name']) => ({
    to: multicall3,
    data: encodeFunctionData({ abi: getters, functionName }),
  })

  it('shows to the code that is called, by its present and its older names', async () => {
    const block = { number: '0x99', time: '0x1234', gasLimit: '0x5000', feeRecipient: bob, prevRandao: word(8n) }
    expect(await seen('getBlockNumber', block)).toBe(0x99n)
    expect(await seen('getCurrentBlockTimestamp', block)).toBe(0x1234n)
    expect(await seen('getCurrentBlockGasLimit', block)).toBe(0x5000n)
    expect(await seen('getCurrentBlockCoinbase', block)).toBe(BigInt(bob))
    expect(await seen('getCurrentBlockDifficulty', block)).toBe(8n)
    expect(await seen('getBasefee', { baseFeePerGas: '0x7' })).toBe(7n)
    expect(await seen('getBasefee', { baseFee: '0x6' })).toBe(6n)
    expect(await seen('getCurrentBlockCoinbase', { coinbase: eve })).toBe(BigInt(eve))
    expect(await seen('getCurrentBlockDifficulty', { random: word(9n) })).toBe(9n)
    expect(await seen('getBlockNumber', {})).toBe(2n)
  })

  it('is taken from viem, also at an older block', async () => {
    await mock.chain.mine({ blocks: 2 })
    const { data } = await clients.reader.call({
      ...callOf('getCurrentBlockTimestamp'),
      to: multicall3,
      blockNumber: 1n,
      blockOverrides: { time: 99n },
    })
    expect(data).toBe(word(99n))
  })

  it.each([
    ['withdrawals', { withdrawals: [] }, '"withdrawals" is not supported'],
    ['a time that is no number', { time: 'now' }, 'time has to be a number'],
    ['a number beyond those of blocks', { number: word(2n ** 60n) }, 'below 2^53'],
    ['what is no block', 7, 'an object'],
  ])('is refused for %s', async (_, block, message) => {
    await expect(ask('eth_call', { to: eve }, 'latest', {}, block)).rejects.toMatchObject({
      cause: { code: -32_602, message: expect.stringContaining(message) },
    })
  })
})

describe('an access list', () => {
  it('costs the gas that nodes ask for, in an estimate and in a transaction', async () => {
    const { reader, wallet, account } = clients
    await mock.chain.fund(account.address, { ether: '1' }, 1)
    const accessList = [{ address: usdc, storageKeys: [word(0n), word(1n)] }] as const
    const payment = { to: bob, value: 1n, accessList: [...accessList] } as const
    const gas = await reader.estimateGas({ account, ...payment })
    expect(gas).toBe(21_000n + 2400n + 2n * 1900n)
    await expect(wallet.sendTransaction({ ...payment, gas: gas - 1n })).rejects.toThrow('intrinsic gas too low')
    const hash = await wallet.sendTransaction({ ...payment, gas })
    expect(await reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'success', gasUsed: gas })
  })
})
