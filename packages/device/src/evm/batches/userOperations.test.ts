import * as AbiParameters from 'ox/AbiParameters'
import { describe, expect, it, vi } from 'vitest'
import type { SmartWallet } from '../providerParts.ts'
import { address, type Answers, createProviderWorld, other, signatureParts } from '../test/providerWorld.ts'

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const smart = '0x00000000000000000000000000000000000c0A01'
const factory = `0x${'fa'.repeat(20)}` as const
const delegation = `0x${'de'.repeat(20)}` as const
const paymaster = `0x${'aa'.repeat(20)}`
const url = 'https://paymaster.example/rpc'
const provisional = `0x${'f'.repeat(31)}0${'0'.repeat(32)}7${'a'.repeat(63)}1c` as const
const nonceQuestion = {
  to: entryPoint,
  data: `0x35567e1a${smart.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`,
}

const batch = {
  version: '2.0.0',
  chainId: '0x1',
  atomicRequired: true,
  from: smart,
  calls: [{ to: other, value: '0x2' }],
}
const sponsored = (service: object = {}) => ({ ...batch, capabilities: { paymasterService: { url, ...service } } })

const gas = { preVerificationGas: '0x1', verificationGasLimit: '0x2', callGasLimit: '0x3' }

/** A wallet that commands a smart wallet, over a node that is a bundler too. */
function setUp({
  answers = {},
  wallet = { address: smart },
  askPaymaster = async () => ({ paymaster, paymasterData: '0x01' }),
}: {
  readonly answers?: Answers
  readonly wallet?: SmartWallet
  readonly askPaymaster?: (url: string, method: string, params: unknown) => Promise<unknown>
} = {}) {
  const paying = vi.fn(askPaymaster)
  const world = createProviderWorld({
    answers: {
      eth_supportedEntryPoints: [factory, entryPoint.toLowerCase()],
      eth_call: ([{ to }]: [{ to: string }]) => (to === entryPoint ? '0x5' : '0x'),
      eth_estimateUserOperationGas: gas,
      eth_sendUserOperation: '0x0e',
      eth_getCode: '0x',
      ...answers,
    },
    batches: { smartWallet: () => wallet, delegationOf: () => delegation, askPaymaster: paying },
  })
  return { ...world, paying }
}

const draft = {
  sender: smart,
  nonce: '0x5',
  callGasLimit: '0x0',
  verificationGasLimit: '0x0',
  preVerificationGas: '0x0',
  maxFeePerGas: '0x15',
  maxPriorityFeePerGas: '0x1',
  callData: expect.stringMatching(/^0x34fcd5be/),
}

describe('a user operation of an account that delegates', () => {
  const newer = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
  const named = (at: string) => `0x${at.slice(2).toLowerCase().padStart(64, '0')}`
  const own = { ...sponsored(), from: address }

  /** A node of both entry points, whose contract names the one that it obeys. */
  const setUpNamed = (answer: string, served: readonly string[] = [entryPoint, newer]) =>
    setUp({
      answers: {
        eth_supportedEntryPoints: served,
        eth_getTransactionCount: '0x0',
        eth_call: ([{ to, data }]: [{ to: string; data: string }]) => {
          if (data === '0xb0d691fe') return to === delegation ? answer : '0x'
          return to === entryPoint || to === newer ? '0x5' : '0x'
        },
      },
    })

  it('goes to the entry point that its contract names, and to 0.7 where it names none', async () => {
    for (const [answer, expected] of [
      [named(newer), newer],
      [named(entryPoint), entryPoint],
      ['0x', entryPoint],
      [`${named(newer)}00`, entryPoint],
      [`0x${named(newer)}`, entryPoint],
    ] as const) {
      const { ask, paramsOf, operations } = setUpNamed(answer)
      await ask('wallet_sendCalls', own)
      expect(operations.map((each) => each.entryPoint)).toEqual([expected])
      expect(paramsOf('eth_sendUserOperation')).toMatchObject([[{}, expected]])
      expect(paramsOf('eth_estimateUserOperationGas')).toMatchObject([[{}, expected]])
      expect(paramsOf('eth_call')).toContainEqual([{ to: delegation, data: '0xb0d691fe' }, 'latest'])
    }
  })

  it.each([
    ['the entry point that its contract names', named(other), [entryPoint, newer]],
    ['it, but only the one that its contract does not obey', named(newer), [entryPoint]],
    ['0.7, where its contract names none', '0x', [newer]],
    ['any', named(newer), []],
  ])('is not possible where the node does not serve %s', async (_, answer, served) => {
    const { ask, operations } = setUpNamed(answer, served)
    await expect(ask('wallet_sendCalls', own)).rejects.toMatchObject({ code: 5700 })
    expect(operations).toEqual([])
  })
})

describe('the batch of a smart wallet', () => {
  it('is a user operation, with what the node estimates', async () => {
    const { ask, operations, paramsOf, signed, confirm, paying } = setUp()
    expect(await ask('wallet_sendCalls', batch)).toEqual({ id: '0x0e' })
    expect(confirm).toHaveBeenCalledOnce()
    expect(paramsOf('eth_estimateUserOperationGas')).toEqual([[{ ...draft, signature: provisional }, entryPoint]])
    expect(paramsOf('eth_sendUserOperation')).toEqual([[{ ...draft, ...gas, signature: '0x03' }, entryPoint]])
    const operation = {
      sender: smart,
      nonce: 5n,
      maxFeePerGas: 21n,
      maxPriorityFeePerGas: 1n,
      preVerificationGas: 1n,
      verificationGasLimit: 2n,
      callGasLimit: 3n,
      callData: draft.callData,
      authorization: undefined,
    }
    expect(operations).toEqual([{ operation, entryPoint, chainId: 1 }])
    expect([signed, paying.mock.calls]).toEqual([[], []])
    expect(paramsOf('eth_call')).toContainEqual([nonceQuestion, 'latest'])
    expect(paramsOf('eth_call')).toContainEqual([expect.objectContaining({ to: smart }), 'latest'])
    expect(paramsOf('eth_supportedEntryPoints')).toEqual([undefined])
    const data = operations[0]?.operation.callData.slice(10)
    const list = AbiParameters.decode(
      AbiParameters.from('(address target, uint256 value, bytes data)[] calls'),
      `0x${data}`,
    )
    expect(list[0]).toMatchObject([{ value: 2n, data: '0x' }])
    expect(paramsOf('eth_call')).not.toContainEqual([expect.objectContaining({ data: '0xb0d691fe' }), 'latest'])
    // Its code is no question: a smart wallet that is not there yet answers nothing.
    expect(paramsOf('eth_getCode')).toEqual([])
  })

  it('deploys the smart wallet that is not there yet, and no other', async () => {
    const wallet = { address: smart, factory, factoryData: '0x0f' } as const
    const { ask, paramsOf, node, operations } = setUp({ wallet })
    await ask('wallet_sendCalls', batch)
    expect(paramsOf('eth_getCode')).toEqual([[smart, 'latest']])
    expect(paramsOf('eth_sendUserOperation')).toMatchObject([[{ factory, factoryData: '0x0f' }, entryPoint]])
    node.eth_getCode = '0x60'
    await ask('wallet_sendCalls', batch)
    expect(operations[1]?.operation).not.toHaveProperty('factory')
  })

  it('deploys by an empty call where the smart wallet has none', async () => {
    const { ask, operations } = setUp({ wallet: { address: smart, factory } })
    await ask('wallet_sendCalls', batch)
    expect(operations[0]?.operation).toMatchObject({ factory, factoryData: '0x' })
  })

  it('says which of its calls has failed, where the account wraps the error', async () => {
    const reason = AbiParameters.encode([{ type: 'string' }], ['no funds']).slice(2)
    const wrapped = AbiParameters.encode([{ type: 'uint256' }, { type: 'bytes' }], [1n, `0x08c379a0${reason}`])
    const refusal = { code: -32_521, message: 'execution reverted', data: `0x5a154675${wrapped.slice(2)}` }
    const { ask, operations } = setUp({ answers: { eth_estimateUserOperationGas: () => Promise.reject(refusal) } })
    const calls = [...batch.calls, { to: other, data: '0xabcd' }]
    await expect(ask('wallet_sendCalls', { ...batch, calls })).rejects.toMatchObject({
      code: -32_521,
      message: 'execution reverted: no funds (call 2 of the batch)',
      data: refusal.data,
    })
    expect(operations).toEqual([])
  })

  it('is one also of several calls, and atomic', async () => {
    const { ask, operations } = setUp({ answers: { eth_getUserOperationReceipt: null } })
    const calls = [{ to: other }, { to: address }]
    const { id } = (await ask('wallet_sendCalls', { ...batch, atomicRequired: false, calls })) as { id: string }
    expect(operations).toHaveLength(1)
    expect(await ask('wallet_getCallsStatus', id)).toMatchObject({ atomic: true })
  })

  it.each([
    ['has another entry point', [factory]],
    ['answers something else', 'none'],
    ['has no such method', () => Promise.reject(new Error('no method'))],
  ])('is refused where the node %s', async (_, eth_supportedEntryPoints) => {
    const { ask, confirm, operations } = setUp({ answers: { eth_supportedEntryPoints } })
    await expect(ask('wallet_sendCalls', batch)).rejects.toMatchObject({
      code: 5710,
      message: expect.stringContaining('user operations'),
    })
    expect([confirm.mock.calls, operations]).toEqual([[], []])
  })

  it('is refused where the chain has no fees of EIP-1559', async () => {
    const { ask, operations } = setUp({ answers: { eth_getBlockByNumber: {} } })
    await expect(ask('wallet_sendCalls', batch)).rejects.toMatchObject({ code: 5710 })
    expect(operations).toEqual([])
  })

  it.each(Object.keys(gas))('fails where the node estimates no "%s"', async (field) => {
    const { ask, operations } = setUp({ answers: { eth_estimateUserOperationGas: { ...gas, [field]: 'much' } } })
    await expect(ask('wallet_sendCalls', batch)).rejects.toMatchObject({ code: -32_603 })
    expect(operations).toEqual([])
  })

  it('is never sent by a transaction or a signature of the smart wallet, which has no key', async () => {
    const { ask } = setUp()
    for (const [method, ...params] of [
      ['personal_sign', '0x68', smart],
      ['eth_sendTransaction', { from: smart, to: other }],
    ] as const)
      await expect(ask(method, ...params)).rejects.toMatchObject({ code: 4100 })
    expect(await ask('eth_accounts')).toEqual([address, smart])
  })

  it('gives the app one account where the wallet is its own smart wallet', async () => {
    const { ask, signed } = setUp({ wallet: { address: address.toLowerCase() as `0x${string}` } })
    expect(await ask('eth_accounts')).toEqual([address])
    await ask('wallet_sendCalls', { ...batch, from: address })
    expect(signed).toHaveLength(1)
  })
})

describe('the status of a user operation', () => {
  const shown = {
    logs: [{ address: other, data: '0x01', topics: [] }],
    status: '0x1',
    blockHash: '0x0b',
    blockNumber: '0x4',
    gasUsed: '0x5208',
    transactionHash: '0xa',
  }
  const statusWith = async (answers: Answers) => {
    const { ask, node, paramsOf } = setUp()
    await ask('wallet_sendCalls', batch)
    Object.assign(node, answers)
    return { status: await ask('wallet_getCallsStatus', '0x0e'), paramsOf }
  }

  it('has the logs of the operation, and whether its own call succeeded', async () => {
    const receipt = { ...shown, logs: [...shown.logs, ...shown.logs], status: '0x1' }
    const answer = { success: true, logs: shown.logs, receipt }
    const { status, paramsOf } = await statusWith({ eth_getUserOperationReceipt: answer })
    expect(status).toMatchObject({ status: 200, atomic: true, receipts: [shown] })
    expect(paramsOf('eth_getUserOperationReceipt')).toEqual([['0x0e']])
    const failed = await statusWith({ eth_getUserOperationReceipt: { ...answer, success: false } })
    expect(failed.status).toMatchObject({ status: 500, receipts: [{ ...shown, status: '0x0' }] })
  })

  it('is pending until the nonce of the smart wallet has moved on', async () => {
    const pending = { eth_getUserOperationReceipt: null, eth_call: '0x5' }
    const { status, paramsOf } = await statusWith(pending)
    expect(status).toMatchObject({ status: 100 })
    expect(paramsOf('eth_call').at(-1)).toEqual([nonceQuestion, 'latest'])
    expect((await statusWith({ ...pending, eth_call: '0x6' })).status).toMatchObject({ status: 400 })
  })
})

describe('a paymaster', () => {
  it('is asked for an estimate and for the operation as it is signed, with the context of the app', async () => {
    const answers = [
      { paymaster, paymasterData: '0x01', paymasterVerificationGasLimit: '0x7', paymasterPostOpGasLimit: '0x8' },
      { paymaster, paymasterData: '0x02' },
    ]
    const { ask, paying, paramsOf, operations } = setUp({ askPaymaster: async () => answers.shift() })
    await ask('wallet_sendCalls', sponsored({ context: { policy: 'p' } }))
    const limits = { paymasterVerificationGasLimit: '0x7', paymasterPostOpGasLimit: '0x8' }
    const stubbed = { ...draft, paymaster, paymasterData: '0x01', ...limits }
    expect(paying.mock.calls).toEqual([
      [url, 'pm_getPaymasterStubData', [{ ...draft, signature: provisional }, entryPoint, '0x1', { policy: 'p' }]],
      [
        url,
        'pm_getPaymasterData',
        [{ ...stubbed, ...gas, signature: provisional }, entryPoint, '0x1', { policy: 'p' }],
      ],
    ])
    expect(paramsOf('eth_estimateUserOperationGas')).toMatchObject([[{ paymasterData: '0x01' }, entryPoint]])
    expect(operations).toMatchObject([
      {
        operation: { paymaster, paymasterData: '0x02', paymasterVerificationGasLimit: 7n, paymasterPostOpGasLimit: 8n },
      },
    ])
  })

  it('is asked once where its first answer is final', async () => {
    const { ask, paying, operations } = setUp({ askPaymaster: async () => ({ paymaster, isFinal: true }) })
    await ask('wallet_sendCalls', sponsored())
    expect(paying).toHaveBeenCalledOnce()
    expect(operations).toMatchObject([{ operation: { paymaster, paymasterData: '0x' } }])
  })

  it('is asked again where its first answer is final in words only', async () => {
    const { ask, paying } = setUp({ askPaymaster: async () => ({ paymaster, isFinal: 'true' }) })
    await ask('wallet_sendCalls', sponsored())
    expect(paying).toHaveBeenCalledTimes(2)
  })

  it('gets the limits of the estimate where it has set none, and keeps its own', async () => {
    const estimate = { ...gas, paymasterVerificationGasLimit: '0x70', paymasterPostOpGasLimit: '0x80' }
    const own = { paymaster, paymasterVerificationGasLimit: '0x7' }
    const { ask, operations } = setUp({
      answers: { eth_estimateUserOperationGas: estimate },
      askPaymaster: async (_, method) => (method === 'pm_getPaymasterStubData' ? own : { paymaster }),
    })
    await ask('wallet_sendCalls', sponsored())
    expect(operations).toMatchObject([
      { operation: { paymasterVerificationGasLimit: 7n, paymasterPostOpGasLimit: 0x80n } },
    ])
  })

  it('has no limits where nobody has set some, nor does an operation without a paymaster', async () => {
    const { ask, operations, node } = setUp()
    await ask('wallet_sendCalls', sponsored())
    expect(operations[0]?.operation).not.toHaveProperty('paymasterPostOpGasLimit')
    node.eth_estimateUserOperationGas = { ...gas, paymasterPostOpGasLimit: '0x80' }
    await ask('wallet_sendCalls', batch)
    expect(operations[1]?.operation).not.toHaveProperty('paymasterPostOpGasLimit')
  })

  it.each([
    ['nothing', null],
    ['no address', { paymasterData: '0x' }],
    ['an empty address', { paymaster: '0x' }],
    ['data that are no text', { paymaster, paymasterData: 1 }],
  ])('that answers with %s is refused, with the method', async (_, answer) => {
    const { ask, operations } = setUp({ askPaymaster: async () => answer })
    await expect(ask('wallet_sendCalls', sponsored())).rejects.toMatchObject({
      code: -32_603,
      message: expect.stringContaining('pm_getPaymasterStubData'),
    })
    expect(operations).toEqual([])
  })

  describe('of the wallet itself', () => {
    const own = (service: object = {}) => ({ ...sponsored(service), from: address, atomicRequired: false })

    it('pays for one call too, once the person has let the account delegate', async () => {
      const { ask, confirm, operations, paramsOf } = setUp()
      await ask('wallet_sendCalls', own())
      expect(confirm).toHaveBeenCalledTimes(2)
      const authorization = { address: delegation, chainId: 1, nonce: 7, ...signatureParts }
      expect(operations).toMatchObject([{ operation: { sender: address, paymaster, authorization } }])
      expect(paramsOf('eth_sendUserOperation')).toMatchObject([
        [
          { eip7702Auth: { address: delegation, chainId: '0x1', nonce: '0x7', r: '0x0a', s: '0x0b', yParity: '0x1' } },
          entryPoint,
        ],
      ])
    })

    it('is not asked where the person does not let the account delegate and the service is optional', async () => {
      const { ask, confirm, signed, operations, paying } = setUp()
      confirm.mockImplementation(({ delegation: asked }) => asked === undefined)
      await expect(ask('wallet_sendCalls', own())).rejects.toMatchObject({ code: 5750 })
      expect(signed).toEqual([])
      await ask('wallet_sendCalls', own({ optional: true }))
      expect([signed.length, operations, paying.mock.calls]).toEqual([1, [], []])
    })

    it('cannot pay where the node is no bundler, or the account has other code', async () => {
      for (const answers of [{ eth_supportedEntryPoints: [] }, { eth_getCode: '0x60' }]) {
        const { ask, signed, paying, confirm } = setUp({ answers })
        await expect(ask('wallet_sendCalls', own())).rejects.toMatchObject({ code: 5700 })
        expect(confirm).not.toHaveBeenCalled()
        await ask('wallet_sendCalls', own({ optional: true }))
        expect([signed.length, paying.mock.calls]).toEqual([1, []])
      }
    })
  })
})
