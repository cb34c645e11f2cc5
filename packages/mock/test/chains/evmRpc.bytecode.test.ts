import * as evm from '@ethereumjs/evm'
import {
  type Abi,
  concat,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  multicall3Abi,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
  type StateOverride,
  toHex,
} from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import type { AnvilClients } from './anvil.ts'
import { nodeClients } from './evmClients.ts'
import { artifactOf, deploy } from './openZeppelin.ts'

const networkId = 1
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const bob = '0x00000000000000000000000000000000000B0b01'
const options = { seed: 'bytecode', now: '2026-01-15T09:30:00.000Z' } as const
const { abi } = artifactOf('Probe')

let mock: Mock
let clients: AnvilClients
let me: Hex
let probe: Awaited<ReturnType<typeof deploy>>
beforeEach(async () => {
  mock = createMock({ ...options, evm })
  clients = nodeClients(mock) as object as AnvilClients
  me = clients.wallet.account.address
  await mock.chain.fund(me, { ether: '10' }, networkId)
  probe = await deploy(clients, 'Probe')
})

const countOf = (of: Mock = mock) =>
  (nodeClients(of) as object as AnvilClients).test.readContract({ address: probe.address, abi, functionName: 'count' })
const dataOf = (functionName: string, args: readonly unknown[] = []) => encodeFunctionData({ abi, functionName, args })
const rpc = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  clients.test.request({ method, params } as never)

describe('code that asks the chain', () => {
  it('gets the id of the chain, and the number, the time and the fees of the block that it is in', async () => {
    await mock.clock.advance({ hours: 1 })
    const latest = await clients.test.getBlock()
    const answer = await probe.read('context')
    const time = BigInt(Date.parse('2026-01-15T10:30:00.000Z') / 1000)
    const coinbase = '0x0000000000000000000000000000000000000000'
    expect(answer).toEqual([1n, latest.number + 1n, time, 1_000_000_000n, 30_000_000n, coinbase, 0n])
    const older = { address: probe.address, abi, functionName: 'context', blockNumber: latest.number } as const
    await clients.test.mine({ blocks: 2 })
    expect(((await clients.test.readContract(older)) as bigint[]).slice(0, 3)).toEqual([
      1n,
      latest.number,
      latest.timestamp,
    ])
  })

  it('gets the hashes of the last blocks, and zero for the present one', async () => {
    const { number, hash } = await clients.test.getBlock()
    expect(await probe.read('hashOf', number)).toBe(hash)
    expect(await probe.read('hashOf', number + 1n)).toBe(pad('0x'))
  })
})

describe('a failure of code', () => {
  it('is decoded by viem: an error of the ABI, a reason, and a panic', async () => {
    const failure = (functionName: string, args: readonly unknown[] = []) =>
      clients.test.simulateContract({ account: me, address: probe.address, abi: abi as Abi, functionName, args }).then(
        () => undefined,
        (error: { walk(find: (each: unknown) => boolean): { raw: Hex } }) =>
          decodeErrorResult({ abi, data: error.walk((each) => 'raw' in Object(each)).raw }),
      )
    expect(await failure('refuse')).toMatchObject({ errorName: 'Refused', args: [me, 42n] })
    expect(await failure('requireNever')).toMatchObject({ errorName: 'Error', args: ['never'] })
    expect(await failure('panic', [0n])).toMatchObject({ errorName: 'Panic', args: [18n] })
  })

  it('has no data where the code could not go on, and says why', async () => {
    const call = (functionName: string) => rpc('eth_call', { to: probe.address, data: dataOf(functionName) }, 'latest')
    await expect(call('invalid')).rejects.toMatchObject({ details: 'invalid opcode', code: -32_000 })
    await expect(call('spin')).rejects.toMatchObject({ details: 'out of gas', code: -32_000 })
  })

  it('undoes what it wrote, and takes the nonce and the fee', async () => {
    const before = await clients.test.getBalance({ address: me })
    const { status, logs, gasUsed } = await clients.test.waitForTransactionReceipt({
      hash: await clients.wallet.sendTransaction({ to: probe.address, data: dataOf('writeThenRevert'), gas: 90_000n }),
    })
    expect({ status, logs }).toEqual({ status: 'reverted', logs: [] })
    expect(await countOf()).toBe(0n)
    expect(before - (await clients.test.getBalance({ address: me }))).toBe(gasUsed * 2_000_000_000n)
    expect(mock.chain.transactions({ address: me })[0]).toMatchObject({ status: 'failed', reason: 'undone' })
  })
})

describe('a deployment that the chain does not take', () => {
  const send = (fields: object) => clients.wallet.sendTransaction({ gas: 500_000n, ...fields } as never)
  it.each([
    [
      'code that is too long to create a contract',
      { data: pad('0x', { size: 49_153 }), gas: 5_000_000n },
      'max initcode size exceeded: code size 49153, limit 49152',
    ],
    [
      'more value than the account has',
      { data: '0x00', value: parseEther('11') },
      'insufficient funds for gas * price + value',
    ],
    ['less gas than its data costs', { data: '0x00', gas: 53_000n }, 'intrinsic gas too low'],
    ['a nonce of before', { data: '0x00', nonce: 0 }, 'nonce too low'],
  ])('is refused for %s', async (_, fields, reason) => {
    await expect(send(fields)).rejects.toThrow(reason)
    expect(await clients.test.getTransactionCount({ address: me })).toBe(1)
  })

  it('waits behind a missing nonce, and runs with it', async () => {
    const { bytecode } = artifactOf('Probe')
    const late = await send({ data: bytecode, nonce: 2, gas: 3_000_000n })
    expect(await clients.test.getTransaction({ hash: late })).toMatchObject({ blockNumber: null })
    const early = await send({ data: bytecode, nonce: 1, gas: 3_000_000n })
    const receipts = await Promise.all([early, late].map((hash) => clients.test.getTransactionReceipt({ hash })))
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'success'])
    expect(receipts[0]?.blockNumber).toBe(receipts[1]?.blockNumber)
  })
})

describe('code and the contracts of the ledger', () => {
  beforeEach(() => mock.chain.fund(probe.address, { token: 'USDC', amount: '100' }, networkId))
  const balance = (address: string) => mock.chain.balance(address, { token: 'USDC', networkId })

  it('reads native tokens, and moves them with the transfers of the ledger', async () => {
    expect(await probe.read('balancesOf', usdc, probe.address, bob)).toEqual([100_000_000n, 0n])
    const { logs } = await probe.send('sendToken', usdc, bob, 5_000_000n)
    expect(logs).toHaveLength(1)
    expect([await balance(bob), await balance(probe.address)]).toEqual(['5', '95'])
    const [sent] = mock.chain.transactions({ address: bob })
    expect(sent?.transfers).toMatchObject([{ kind: 'erc20', amount: '5000000' }])
  })

  it('goes on after a native token has refused, whose refusal undoes nothing else', async () => {
    await probe.send('trySendToken', usdc, bob, 500_000_000n)
    expect([await countOf(), await balance(bob)]).toEqual([1n, '0'])
  })

  it('cannot write by a static call', async () => {
    expect(await probe.read('staticSend', usdc, bob, 1n)).toBe(false)
    expect(await balance(bob)).toBe('0')
  })

  it('is called by Multicall3, in one call for many reads', async () => {
    const gold = await deploy(clients, 'erc20', ['Gold', 'GLD', 70n, me])
    const read = (owner: Hex) =>
      ({ address: gold.address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) as const
    const answers = await clients.test.multicall({ contracts: [read(me), read(bob), read(me)] })
    expect(answers.map(({ result }) => result)).toEqual([70n, 0n, 70n])
  })

  it('sees what the same transaction has done before, which is not done twice', async () => {
    const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
    await mock.chain.fund(multicall3, { token: 'USDC', amount: '50' }, networkId)
    const other = await deploy(clients, 'Probe')
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other.address, 50_000_000n] })
    const calls = [
      { target: usdc, allowFailure: false, callData: transfer },
      { target: other.address, allowFailure: false, callData: dataOf('sendToken', [usdc, bob, 20_000_000n]) },
    ] as const
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
    await clients.wallet.sendTransaction({ to: multicall3, data, gas: 900_000n })
    expect([await balance(other.address), await balance(bob)]).toEqual(['30', '20'])
  })

  it('is called by the handlers of a test, and calls them', async () => {
    const teller = '0x00000000000000000000000000000000000000cc'
    const signatures = ['function balanceOf(address owner) view returns (uint256)'] as const
    await mock.chain.contract(
      teller,
      signatures,
      { balanceOf: (call) => call.call(probe.address, 'function count() view returns (uint256)') as bigint },
      networkId,
    )
    await probe.send('increment')
    expect(await probe.read('balancesOf', teller, me, bob)).toEqual([1n, 1n])
  })

  it('runs on an account that delegates to it (EIP-7702), with the storage of the account', async () => {
    const authorization = await clients.wallet.signAuthorization({ contractAddress: probe.address, executor: 'self' })
    const transaction = { to: me, data: dataOf('increment'), authorizationList: [authorization], gas: 200_000n }
    await clients.test.waitForTransactionReceipt({ hash: await clients.wallet.sendTransaction(transaction) })
    expect(await clients.test.readContract({ address: me, abi, functionName: 'count' })).toBe(1n)
    expect(await countOf()).toBe(0n)
  })

  it('moves the currency, which lists show as they do that of native contracts', async () => {
    await clients.wallet.sendTransaction({ to: probe.address, value: 9n, gas: 60_000n })
    await probe.send('pay', bob, 4n)
    expect(mock.chain.transactions({ address: bob })[0]?.transfers).toMatchObject([
      { kind: 'native', to: `eip155:${bob.toLowerCase()}`, amount: '4' },
    ])
  })
})

describe('the state of contracts', () => {
  beforeEach(() => probe.send('increment'))

  it('goes back with a snapshot of a development node, and with a reorganization', async () => {
    const snapshot = await clients.test.snapshot()
    await probe.send('increment')
    expect(await countOf()).toBe(2n)
    await clients.test.revert({ id: snapshot })
    expect(await countOf()).toBe(1n)
    await mock.chain.reorg(1, { transactions: 'drop' })
    expect(await countOf()).toBe(0n)
  })

  it('is that of a fork, an export and a dump, which then go their own ways', async () => {
    const fork = mock.fork()
    await probe.send('increment')
    const copy = createMock({ ...options, evm })
    copy.import(mock.export())
    expect([await countOf(fork), await countOf(copy), await countOf()]).toEqual([1n, 2n, 2n])
    const dumped = createMock({ ...options, seed: 'other', evm })
    const target = nodeClients(dumped).test
    await target.loadState({ state: await clients.test.dumpState() } as never)
    expect(await countOf(dumped)).toBe(2n)
  })

  it('is read at an older block', async () => {
    const blockNumber = await clients.test.getBlockNumber()
    await probe.send('increment')
    expect(await clients.test.readContract({ address: probe.address, abi, functionName: 'count', blockNumber })).toBe(
      1n,
    )
  })

  it('is refused with a sentence by a mock without the machine', async () => {
    const without = createMock(options)
    without.import(mock.export())
    await expect(countOf(without)).rejects.toThrow('no virtual machine that runs it')
  })

  it('is the same for the same seed and the same calls', async () => {
    const again = createMock({ ...options, evm })
    const states = await Promise.all(
      [createMock({ ...options, evm }), again].map(async (each) => {
        const transport = nodeClients(each)
        await each.chain.fund(bob, { ether: '10' }, networkId)
        await transport.test.impersonateAccount({ address: bob })
        const { bytecode } = artifactOf('Probe')
        await transport.test.request({
          method: 'eth_sendTransaction',
          params: [{ from: bob, data: bytecode, gas: numberToHex(3_000_000) }],
        } as never)
        return each.export()
      }),
    )
    expect(states[0]).toEqual(states[1])
  })

  it('is not set by funds, since the contract keeps its balances itself', async () => {
    const gold = await deploy(clients, 'erc20', ['Gold', 'GLD', 70n, me])
    const refusal = 'has bytecode, which keeps its balances itself'
    await expect(mock.chain.fund(bob, { token: gold.address, amount: '5' }, networkId)).rejects.toThrow(refusal)
    await expect(rpc('anvil_dealErc20', bob, gold.address, '0x5')).rejects.toThrow('keeps its balances itself')
  })
})

describe('an estimate', () => {
  it('is enough for calls inside of calls, and hardly more than that', async () => {
    const gas = await clients.test.estimateGas({ account: me, to: probe.address, data: dataOf('nest', [6n]) })
    const send = async (limit: bigint) => {
      const hash = await clients.wallet.sendTransaction({ to: probe.address, data: dataOf('nest', [6n]), gas: limit })
      return (await clients.test.waitForTransactionReceipt({ hash })).status
    }
    expect(await send((gas * 31n) / 32n)).toBe('reverted')
    expect(await send(gas)).toBe('success')
  })

  it('counts what is given back only after the call', async () => {
    await probe.send('fill', 1n, 5n)
    const gas = await clients.test.estimateGas({ account: me, to: probe.address, data: dataOf('fill', [1n, 0n]) })
    const { gasUsed, status } = await probe.send('fill', 1n, 0n)
    expect(status).toBe('success')
    expect(gasUsed).toBeLessThan(gas)
  })
})

describe('what a caller overrides', () => {
  it('is code of their own at any address, and its slots', async () => {
    const code = await clients.test.getCode({ address: probe.address })
    const stateDiff = [{ slot: pad('0x'), value: pad('0x2a') }]
    const stateOverride = [{ address: bob, code: code as Hex, stateDiff }] satisfies StateOverride
    const call = { address: bob as Hex, abi, functionName: 'count', stateOverride }
    expect(await clients.test.readContract(call)).toBe(42n)
    expect(await clients.test.getCode({ address: bob })).toBeUndefined()
  })

  it('is the state of a development node, too', async () => {
    const code = await clients.test.getCode({ address: probe.address })
    await clients.test.setCode({ address: bob, bytecode: code as Hex })
    await clients.test.setStorageAt({ address: bob, index: 0, value: pad('0x07') })
    expect(await clients.test.readContract({ address: bob, abi, functionName: 'count' })).toBe(7n)
    expect(await clients.test.getStorageAt({ address: bob, slot: toHex(0) })).toBe(pad('0x07'))
  })

  it('is code that is sent along with a call (viem)', async () => {
    const { bytecode } = artifactOf('Probe')
    const { data } = await clients.test.call({ code: bytecode, data: dataOf('requireNever') }).then(
      () => ({ data: undefined }),
      (error: Error) => ({ data: error.message }),
    )
    expect(data).toContain('never')
  })
})

describe('what tools ask of code', () => {
  it('is the calls inside of a transaction, by the instruction that makes them', async () => {
    const { transactionHash } = await probe.send('create2', pad('0x05'))
    const traced = await rpc('debug_traceTransaction', transactionHash, { tracer: 'callTracer' })
    expect(traced).toMatchObject({ type: 'CALL', calls: [{ type: 'CREATE2', from: probe.address.toLowerCase() }] })
    const read = { to: probe.address, data: dataOf('balancesOf', [usdc, me, bob]) }
    const seen = await rpc('debug_traceCall', read, 'latest', { tracer: 'callTracer' })
    expect(seen).toMatchObject({ calls: [{ type: 'STATICCALL', to: usdc.toLowerCase() }, { type: 'STATICCALL' }] })
  })

  it('is the slots that it uses', async () => {
    const call = { account: me, to: probe.address, data: dataOf('increment') }
    const { accessList } = await clients.test.createAccessList(call)
    expect(accessList).toEqual([{ address: probe.address.toLowerCase(), storageKeys: [pad('0x')] }])
  })

  it('is its logs, by address and topic, and by a filter', async () => {
    const filter = await clients.test.createEventFilter({ address: probe.address })
    await probe.send('increment')
    const topic = keccak256(toHex('Counted(address,uint256)'))
    const logs = await clients.test.getLogs({ address: probe.address, fromBlock: 0n })
    expect(logs.map(({ topics }) => topics[0])).toEqual([topic])
    expect(await clients.test.getFilterChanges({ filter })).toHaveLength(1)
  })

  it('is calls after calls (eth_simulateV1)', async () => {
    const call = { to: probe.address, data: dataOf('increment') }
    const [block] = await clients.test.simulateBlocks({ blocks: [{ calls: [call, call] }] })
    expect(block?.calls.map(({ data }) => data)).toEqual([pad('0x01'), pad('0x02')])
    expect(await countOf()).toBe(0n)
  })

  it('is a contract that waits for its block', async () => {
    await mock.chain.setAutomine(false)
    const { bytecode } = artifactOf('Probe')
    const hashes: Hex[] = []
    for (let nonce = 1; nonce < 4; nonce++)
      hashes.push(await clients.wallet.sendTransaction({ data: bytecode, nonce, gas: 3_000_000n }))
    await mock.chain.mine()
    const receipts = await Promise.all(hashes.map((hash) => clients.test.getTransactionReceipt({ hash })))
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
  })
})

describe('a call of an address without a contract', () => {
  it('says that nothing was deployed there', async () => {
    const call = { address: bob, abi: parseAbi(['function one() view returns (uint8)']), functionName: 'one' } as const
    await expect(clients.test.readContract(call)).rejects.toThrow('A test deploys it')
  })
})

describe('a mock with the machine that runs no bytecode', () => {
  it('has the state of one without it', async () => {
    const states = await Promise.all(
      [{}, { evm }].map(async (with_) => {
        const each = createMock({ ...options, ...with_ })
        await each.chain.fund(bob, { token: 'USDC', amount: '5' }, networkId)
        await each.signIn(await each.create.user({ email: 'ada@example.com' }))
        return each.export()
      }),
    )
    expect(states[0]).toEqual(states[1])
  })
})

describe('the proxy that deploys by a salt', () => {
  it('creates the contract, and returns its address', async () => {
    const proxy = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
    const data = concat([pad('0x07'), artifactOf('Child').bytecode])
    const { data: answer } = await clients.test.call({ to: proxy, data })
    await clients.wallet.sendTransaction({ to: proxy, data, gas: 500_000n })
    expect(await clients.test.getCode({ address: answer as Hex })).toMatch(/^0x60/)
  })
})
