import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import { describe, expect, it, vi } from 'vitest'
import { address, type Answers, createProviderWorld, other, signatureParts } from '../test/providerWorld.ts'
import type { Hex } from '../types.ts'

const delegation = `0x${'de'.repeat(20)}` as const
const delegated = `0xef0100${'de'.repeat(20)}`
const yes = `0x${'0'.repeat(63)}1`
const first = { to: other, value: '0x2' }
const second = { to: address, data: '0x6001' }
const batch = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls: [first, second] }

const list = [
  { target: other, value: 2n, data: '0x' },
  { target: address, value: 0n, data: '0x6001' },
]
const lowerCased = (calls: readonly { readonly target: string; readonly value: bigint; readonly data: string }[]) =>
  calls.map((call) => ({ ...call, target: call.target.toLowerCase() }))

/** The calls of `executeBatch`, as the reference accounts of ERC-4337 have it. */
function readBatchCall(data: Hex | undefined) {
  const [calls] = AbiParameters.decode(
    AbiParameters.from('(address target, uint256 value, bytes data)[] calls'),
    `0x${data?.slice(10)}`,
  )
  return { selector: data?.slice(0, 10), calls: lowerCased(calls) }
}

/** The mode and the calls of `execute` of ERC-7579. */
function readExecution(data: Hex | undefined) {
  const execute = AbiFunction.from('function execute(bytes32 mode, bytes executionCalldata)')
  const [mode, inner] = AbiFunction.decodeData(execute, data ?? '0x')
  const [calls] = AbiParameters.decode(AbiParameters.from('(address target, uint256 value, bytes data)[] calls'), inner)
  return { mode, calls: lowerCased(calls) }
}

/** An account without code on chain 1, which may delegate unless told otherwise. */
const setUp = (answers: Answers = {}, mayDelegate = true) =>
  createProviderWorld({
    answers: { eth_getCode: '0x', eth_getTransactionReceipt: null, ...answers },
    batches: { delegationOf: (chainId) => (mayDelegate && chainId === 1 ? delegation : undefined) },
  })

/** The error of an account whose second call has failed without a reason. */
const wrappedError = `0x5a154675${AbiParameters.encode([{ type: 'uint256' }, { type: 'bytes' }], [1n, '0x']).slice(2)}`

describe('wallet_sendCalls', () => {
  it('sends a transaction per call of an account that may not delegate, in order', async () => {
    const { ask, signed, confirm, paramsOf } = setUp({}, false)
    expect(await ask('wallet_sendCalls', batch)).toEqual({ id: '0xhash' })
    expect(signed).toMatchObject([
      { type: 'eip1559', to: other, value: 2n, data: '0x' },
      { type: 'eip1559', to: address, value: 0n, data: '0x6001' },
    ])
    expect(confirm.mock.calls).toEqual([[{ method: 'wallet_sendCalls', params: [batch], chainId: 1 }]])
    expect(paramsOf('eth_sendRawTransaction')).toEqual([['0x02'], ['0x02']])
    expect(paramsOf('eth_getCode')).toEqual([[address, 'latest']])
  })

  it('sends one transaction to the account itself where it has delegated before', async () => {
    const { ask, signed, confirm, paramsOf } = setUp({ eth_getCode: delegated.toUpperCase().replace('0X', '0x') })
    await ask('wallet_sendCalls', { ...batch, atomicRequired: true })
    expect(confirm).toHaveBeenCalledOnce()
    expect(signed).toMatchObject([{ type: 'eip1559', to: address }])
    expect(signed[0]).not.toHaveProperty('authorizationList')
    expect(readBatchCall(signed[0]?.data)).toEqual({ selector: '0x34fcd5be', calls: lowerCased(list) })
    const mode = `01${'0'.repeat(62)}`
    expect(paramsOf('eth_call')).toEqual([[{ to: address, data: `0xd03c7914${mode}` }, 'latest']])
  })

  it.each([
    ['its reason', `0x08c379a0${AbiParameters.encode([{ type: 'string' }], ['no funds']).slice(2)}`, 'no funds'],
    ['the selector of another error', '0xe450d38c', 'custom error 0xe450d38c'],
    ['the selector of an error with fields', `0xe450d38c${'0'.repeat(64)}`, 'custom error 0xe450d38c'],
  ])('says which call of one transaction has failed, by %s', async (_, inner, reason) => {
    const wrapped = AbiParameters.encode([{ type: 'uint256' }, { type: 'bytes' }], [1n, inner as Hex])
    const refusal = { code: 3, message: 'execution reverted', data: `0x5a154675${wrapped.slice(2)}` }
    const { ask, signed } = setUp({ eth_estimateGas: () => Promise.reject(refusal) })
    await expect(ask('wallet_sendCalls', { ...batch, atomicRequired: true })).rejects.toMatchObject({
      code: 3,
      message: `execution reverted: ${reason} (call 2 of the batch)`,
      data: refusal.data,
    })
    expect(signed).toEqual([])
  })

  it.each([
    ['without data', { code: -32_000, message: 'insufficient funds' }],
    ['of another revert', { code: 3, message: 'execution reverted', data: '0xe450d38c' }],
    ['that is cut off', { code: 3, message: 'execution reverted', data: '0x5a154675ff' }],
    ['with data that is no text', { code: 3, message: 'execution reverted', data: 5 }],
    ['with a code that is no number', { code: '3', message: 'execution reverted', data: wrappedError }],
  ])('passes an error of the node on %s', async (_, refusal) => {
    const { ask } = setUp({ eth_estimateGas: () => Promise.reject(refusal) })
    await expect(ask('wallet_sendCalls', { ...batch, atomicRequired: true })).rejects.toBe(refusal)
  })

  it('follows the one transaction of an account that has delegated, to whatever contract', async () => {
    const { ask } = setUp({
      eth_getCode: `0xef0100${'09af'.repeat(10)}`,
      eth_getTransactionReceipt: { logs: [], status: '0x1' },
    })
    const { id } = (await ask('wallet_sendCalls', batch)) as { id: string }
    expect(await ask('wallet_getCallsStatus', id)).toMatchObject({ status: 200, atomic: true, receipts: [{}] })
  })

  it('writes the calls as ERC-7579 has them where the code says that it takes these', async () => {
    const { ask, signed } = setUp({ eth_getCode: delegated, eth_call: yes })
    await ask('wallet_sendCalls', batch)
    expect(readExecution(signed[0]?.data)).toEqual({ mode: `0x01${'0'.repeat(62)}`, calls: lowerCased(list) })
  })

  it.each([
    ['nothing', '0x'],
    ['no', `0x${'0'.repeat(64)}`],
    ['a longer answer', `${yes}${'0'.repeat(64)}`],
    ['an answer behind another text', ` ${yes}`],
    ['a number', 1],
    ['a list', [yes]],
    [
      'a refusal',
      () => {
        throw new Error('reverted')
      },
    ],
  ])('writes the calls as the reference accounts have them where the code answers with %s', async (_, eth_call) => {
    const { ask, signed } = setUp({ eth_getCode: delegated, eth_call })
    await ask('wallet_sendCalls', batch)
    expect(readBatchCall(signed[0]?.data).selector).toBe('0x34fcd5be')
  })

  it('asks the person a second time to delegate an account without code, and delegates by the same transaction', async () => {
    const { ask, signed, confirm, paramsOf } = setUp()
    await ask('wallet_sendCalls', batch)
    const request = { method: 'wallet_sendCalls', params: [batch], chainId: 1 }
    expect(confirm.mock.calls).toEqual([[request], [{ ...request, delegation }]])
    // The transaction itself takes the nonce 7.
    const authorization = { address: delegation, chainId: 1, nonce: 8, ...signatureParts }
    expect(signed).toMatchObject([{ type: 'eip7702', nonce: 7, to: address, authorizationList: [authorization] }])
    expect(paramsOf('eth_call')).toEqual([[expect.objectContaining({ to: delegation }), 'latest']])
    expect(paramsOf('eth_estimateGas')).toEqual([
      [
        expect.objectContaining({
          from: address,
          authorizationList: [
            { address: delegation, chainId: '0x1', nonce: '0x8', r: '0x0a', s: '0x0b', yParity: '0x1' },
          ],
        }),
      ],
    ])
    expect(paramsOf('eth_getTransactionCount')).toEqual([
      [address, 'pending'],
      [address, 'pending'],
    ])
  })

  it('does not delegate where the chain has no fees of EIP-1559', async () => {
    const { ask, signed } = setUp({ eth_getBlockByNumber: {} })
    await expect(ask('wallet_sendCalls', batch)).rejects.toMatchObject({ code: 5710 })
    expect(signed).toEqual([])
  })

  it('sends a transaction per call where the person does not want to delegate', async () => {
    const { ask, signed, confirm } = setUp()
    confirm.mockImplementation(({ delegation: asked }) => asked === undefined)
    const { id } = (await ask('wallet_sendCalls', batch)) as { id: string }
    expect(signed).toMatchObject([{ to: other }, { to: address, data: '0x6001' }])
    expect(await ask('wallet_getCallsStatus', id)).toMatchObject({ atomic: false })
  })

  it('sends nothing where the person does not want to delegate and the calls have to be one', async () => {
    const { ask, signed, confirm } = setUp()
    confirm.mockImplementation(({ delegation: asked }) => asked === undefined)
    await expect(ask('wallet_sendCalls', { ...batch, atomicRequired: true })).rejects.toMatchObject({ code: 5750 })
    expect(signed).toEqual([])
  })

  it('asks neither to delegate nor for code that takes batches where there is one call', async () => {
    const { ask, signed, confirm, paramsOf } = setUp({}, true)
    const { id } = (await ask('wallet_sendCalls', { ...batch, atomicRequired: true, calls: [first] })) as { id: string }
    expect(signed).toMatchObject([{ type: 'eip1559', to: other, value: 2n }])
    expect([confirm.mock.calls.length, paramsOf('eth_call')]).toEqual([1, []])
    expect(await ask('wallet_getCallsStatus', id)).toMatchObject({ atomic: true })
  })

  it('refuses calls that have to be one of an account that cannot, without a question to the person', async () => {
    const { ask, signed, confirm } = setUp({}, false)
    await expect(ask('wallet_sendCalls', { ...batch, atomicRequired: true })).rejects.toMatchObject({ code: 5760 })
    expect([confirm.mock.calls, signed]).toEqual([[], []])
    const { id } = (await ask('wallet_sendCalls', { ...batch, atomicRequired: true, calls: [first] })) as { id: string }
    expect(signed).toHaveLength(1)
    expect(await ask('wallet_getCallsStatus', id)).toMatchObject({ atomic: true })
  })

  it.each([
    ['other code', '0x6001'],
    ['the code of a delegation and more', `${delegated}00`],
    ['more and the code of a delegation', ` ${delegated}`],
    ['the code of a delegation to no address', `0xef0100${'zz'.repeat(20)}`],
    ['no text', 1],
    ['a list', [delegated]],
  ])('does not delegate an account with %s', async (_, eth_getCode) => {
    const { ask, signed } = setUp({ eth_getCode })
    await ask('wallet_sendCalls', batch)
    expect(signed).toHaveLength(2)
  })

  it('refuses a call that creates a contract where the calls are one', async () => {
    const { ask, signed } = setUp({ eth_getCode: delegated })
    const calls = [first, { data: '0x60' }]
    await expect(ask('wallet_sendCalls', { ...batch, calls })).rejects.toMatchObject({ code: -32_602 })
    expect(signed).toEqual([])
  })

  it('refuses a chain that the wallet does not have', async () => {
    const { ask, asked } = setUp()
    await expect(ask('wallet_sendCalls', { ...batch, chainId: '0x5' })).rejects.toMatchObject({ code: 5710 })
    expect(asked).toEqual([])
  })

  it('sends to the chain of the batch, which need not be the present one', async () => {
    const { ask, asked, signed, confirm } = setUp()
    const { id } = (await ask('wallet_sendCalls', { ...batch, chainId: '0x2105' })) as { id: string }
    expect(new Set(asked.map(([chainId]) => chainId))).toEqual(new Set([8453]))
    expect(signed).toMatchObject([{ chainId: 8453 }, { chainId: 8453 }])
    expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ chainId: 8453 }))
    expect(await ask('wallet_getCallsStatus', id)).toMatchObject({ chainId: '0x2105' })
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it('sends nothing that the person refuses', async () => {
    const { ask, signed, confirm } = setUp()
    confirm.mockReturnValue(false)
    await expect(ask('wallet_sendCalls', batch)).rejects.toMatchObject({ code: 4001 })
    expect(signed).toEqual([])
  })

  it('refuses another account before the chain is asked anything', async () => {
    const { ask, asked } = setUp()
    await expect(ask('wallet_sendCalls', { ...batch, from: other })).rejects.toMatchObject({ code: 4100 })
    expect(asked).toEqual([])
  })

  it('fails as a whole when the node refuses the first transaction', async () => {
    const failure = new Error('of the node')
    const { ask, signed } = setUp({ eth_sendRawTransaction: () => Promise.reject(failure) }, false)
    await expect(ask('wallet_sendCalls', batch)).rejects.toBe(failure)
    expect(signed).toHaveLength(1)
  })

  it('sends no call after one that the node refuses, and says that not all were sent', async () => {
    const hashes = ['0xa', undefined, '0xc']
    const { ask, signed } = setUp(
      {
        eth_sendRawTransaction: () => hashes.shift() ?? Promise.reject(new Error('of the node')),
        eth_getTransactionReceipt: { logs: [], status: '0x1' },
      },
      false,
    )
    const { id } = (await ask('wallet_sendCalls', { ...batch, calls: [first, second, first] })) as { id: string }
    expect([id, signed.length]).toEqual(['0xa', 2])
    expect(await ask('wallet_getCallsStatus', id)).toMatchObject({ status: 600, receipts: [{ status: '0x1' }] })
  })

  it('sends the transactions of two batches one after the other, because the next one needs the nonce of these', async () => {
    const { ask, node } = setUp({}, false)
    const order: string[] = []
    node.eth_getTransactionCount = async () => {
      order.push('count')
      return '0x7'
    }
    node.eth_sendRawTransaction = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      order.push('sent')
      return `0x${order.length}`
    }
    await Promise.all([ask('wallet_sendCalls', batch), ask('wallet_sendCalls', { ...batch, calls: [first] })])
    expect(order).toEqual(['count', 'sent', 'count', 'sent', 'count', 'sent'])
  })

  it('goes on with the next batch after one that failed', async () => {
    const hashes = [undefined, '0xb']
    const { ask } = setUp({ eth_sendRawTransaction: () => hashes.shift() ?? Promise.reject(new Error('no')) }, false)
    const [failed, sent] = await Promise.allSettled([
      ask('wallet_sendCalls', { ...batch, calls: [first] }),
      ask('wallet_sendCalls', { ...batch, calls: [first] }),
    ])
    expect([failed.status, sent]).toEqual(['rejected', { status: 'fulfilled', value: { id: '0xb' } }])
  })
})

describe('the id of a batch', () => {
  it('is that of the app, once', async () => {
    const { ask, signed } = setUp({}, false)
    expect(await ask('wallet_sendCalls', { ...batch, id: 'mine' })).toEqual({ id: 'mine' })
    await expect(ask('wallet_sendCalls', { ...batch, id: 'mine' })).rejects.toMatchObject({ code: 5720 })
    expect(signed).toHaveLength(2)
    expect(await ask('wallet_getCallsStatus', 'mine')).toMatchObject({ id: 'mine' })
  })

  it('is not that of another batch, also if the wallet has named it', async () => {
    const { ask } = setUp({}, false)
    const { id } = (await ask('wallet_sendCalls', batch)) as { id: string }
    await expect(ask('wallet_sendCalls', { ...batch, id })).rejects.toMatchObject({ code: 5720 })
  })

  it('is taken while the person decides, and free again when the batch was not sent', async () => {
    const { ask, confirm } = setUp({}, false)
    let refuse = () => {}
    confirm.mockImplementationOnce(() => new Promise<boolean>((resolve) => (refuse = () => resolve(false))))
    const open = ask('wallet_sendCalls', { ...batch, id: 'mine' })
    await vi.waitFor(() => expect(confirm).toHaveBeenCalled(), { timeout: 60_000 })
    await expect(ask('wallet_sendCalls', { ...batch, id: 'mine' })).rejects.toMatchObject({ code: 5720 })
    refuse()
    await expect(open).rejects.toMatchObject({ code: 4001 })
    await expect(ask('wallet_getCallsStatus', 'mine')).rejects.toMatchObject({ code: 5730 })
    expect(await ask('wallet_sendCalls', { ...batch, id: 'mine' })).toEqual({ id: 'mine' })
  })
})
