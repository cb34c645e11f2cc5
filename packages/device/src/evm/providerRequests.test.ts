import { describe, expect, it, vi } from 'vitest'
import { address, createProviderWorld, other } from './test/providerWorld.ts'

describe('a request', () => {
  it.each(['eth_blockNumber', 'eth_sendRawTransaction', 'net_listening', 'web3_clientVersion'])(
    'for %s goes to the node of the present chain as it is',
    async (method) => {
      const { ask, asked } = createProviderWorld({ answers: { [method]: '0x1' } })
      await ask('wallet_switchEthereumChain', { chainId: '0x2105' })
      expect(await ask(method, '0x02', 7)).toBe('0x1')
      expect(asked).toEqual([[8453, method, ['0x02', 7]]])
    },
  )

  it.each([
    'eth_sign',
    'eth_signTypedData',
    'eth_sendTransactionSync',
    'wallet_watchAsset',
    'debug_traceCall',
    'my_eth_call',
    'ethereum',
    'constructor',
    'toString',
    '__proto__',
  ])('for %s is refused, since the wallet does not have it and no node may answer it', async (method) => {
    const { ask, asked } = createProviderWorld()
    await expect(ask(method)).rejects.toMatchObject({ code: -32_601, message: expect.stringContaining(method) })
    expect(asked).toEqual([])
  })

  it('may have its only parameter without a list, or none', async () => {
    const { provider } = createProviderWorld()
    const params = { chainId: '0x2105' }
    expect(await provider.request({ method: 'wallet_switchEthereumChain', params })).toBeNull()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
    expect(await provider.request({ method: 'net_version' })).toBe('8453')
    await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: -32_602 })
  })

  it('names the chain of the transaction, which has to be the present one', async () => {
    const { ask, signed } = createProviderWorld()
    await ask('eth_sendTransaction', { from: address, to: other, chainId: '0x1' })
    expect(signed).toMatchObject([{ chainId: 1 }])
  })

  it('is refused by the person, also if the wallet was hidden meanwhile', async () => {
    const { ask, provider } = createProviderWorld({ confirm: () => (provider.disconnect(), false) })
    await expect(ask('personal_sign', '0x68', address)).rejects.toMatchObject({ code: 4001 })
  })

  it('takes the account in another case', async () => {
    const { ask, signed } = createProviderWorld()
    await ask('eth_sendTransaction', { from: address.toLowerCase(), to: other })
    expect(signed).toHaveLength(1)
  })
})

describe('personal_sign', () => {
  it.each([
    ['0x68', { raw: '0x68' }],
    ['0xAbCd', { raw: '0xAbCd' }],
    ['0x', { raw: '0x' }],
    ['0x123', '0x123'],
    [' 0x68', ' 0x68'],
    ['0x68 ', '0x68 '],
    ['hello', 'hello'],
  ])('signs %j as bytes if it is hex, and as a text otherwise', async (text, message) => {
    const { signing } = createProviderWorld()
    const signMessage = vi.fn(signing.signMessage)
    const { ask } = createProviderWorld({ signing: { ...signing, signMessage } })
    await ask('personal_sign', text, address)
    expect(signMessage.mock.calls).toEqual([[{ message }]])
  })
})

describe('eth_signTypedData_v4', () => {
  const typedData = { types: { A: [] }, primaryType: 'A', message: {} }

  it('takes typed data as JSON, or what it means', async () => {
    const { signing } = createProviderWorld()
    const signTypedData = vi.fn(signing.signTypedData)
    const { ask } = createProviderWorld({ signing: { ...signing, signTypedData } })
    for (const data of [typedData, JSON.stringify(typedData)])
      expect(await ask('eth_signTypedData_v4', address, data)).toBe('0x1901')
    expect(signTypedData.mock.calls).toEqual([[typedData], [typedData]])
  })

  it.each([[null], ['null'], [{ primaryType: 'A' }], [{ types: null, primaryType: 'A' }], [undefined]])(
    'refuses %j',
    async (data) => {
      const refusal = createProviderWorld().ask('eth_signTypedData_v4', address, data)
      await expect(refusal).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining('"types"') })
    },
  )
})

describe('eth_signTypedData_v4 of a domain whose chain id is a text', () => {
  const salt = `0x${'01'.repeat(32)}`
  const typedData = {
    domain: { name: 'Shop', version: '1', chainId: '1', salt },
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    message: { amount: '5' },
  }

  it('signs what the person was shown', async () => {
    const confirm = vi.fn<(request: { readonly params?: unknown }) => boolean>(() => true)
    const signTypedData = vi.fn(async () => '0x1901' as const)
    const { signing } = createProviderWorld()
    const { ask } = createProviderWorld({ confirm, signing: { ...signing, signTypedData } })
    const sent = { ...typedData, message: { amount: '5', note: 'a gift' } }
    await ask('eth_signTypedData_v4', address, sent)
    await ask('eth_signTypedData_v4', address, JSON.stringify(sent))
    expect(confirm.mock.calls.map(([{ params }]) => params)).toEqual([
      [address, typedData],
      [address, JSON.stringify(typedData)],
    ])
    expect(signTypedData.mock.calls).toEqual([[typedData], [typedData]])
  })

  it('asks nobody about a chain that cannot be read', async () => {
    const confirm = vi.fn(() => true)
    const domain = { ...typedData.domain, chainId: 'mainnet' }
    const refusal = createProviderWorld({ confirm }).ask('eth_signTypedData_v4', address, { ...typedData, domain })
    await expect(refusal).rejects.toMatchObject({
      code: -32_602,
      message: '"domain.chainId" is not a whole number, in decimal or in hex with 0x.',
    })
    expect(confirm).not.toHaveBeenCalled()
  })
})

describe('the events of a provider', () => {
  it('begin with the connection, before the first answer', async () => {
    const { ask, provider } = createProviderWorld()
    const listener = vi.fn()
    provider.on('connect', listener)
    await ask('eth_chainId')
    expect(listener.mock.calls).toEqual([[{ chainId: '0x1' }]])
  })

  it('tell of the connection again when an app asks for a wallet that was hidden', async () => {
    const { ask, provider } = createProviderWorld()
    const listener = vi.fn()
    await ask('wallet_switchEthereumChain', { chainId: '0x2105' })
    provider.on('connect', listener)
    expect(await ask('eth_requestAccounts')).toEqual([address])
    expect(listener).not.toHaveBeenCalled()
    provider.disconnect()
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_requestAccounts')).toEqual([address])
    expect(listener.mock.calls).toEqual([[{ chainId: '0x2105' }]])
  })

  it('tell of no change to the present chain', async () => {
    const { ask, provider } = createProviderWorld()
    const listener = vi.fn()
    provider.on('chainChanged', listener)
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x1' })).toBeNull()
    expect(listener).not.toHaveBeenCalled()
  })

  it('reach each listener once, and none that was removed', async () => {
    const { ask, provider } = createProviderWorld()
    const [first, second] = [vi.fn(), vi.fn()]
    for (const listener of [first, second, second]) provider.on('chainChanged', listener)
    provider.removeListener('chainChanged', first)
    provider.removeListener('accountsChanged', second)
    await ask('wallet_switchEthereumChain', { chainId: '0x2105' })
    expect([first.mock.calls, second.mock.calls]).toEqual([[], [['0x2105']]])
  })

  it('are rejections that nobody handles where a listener throws and nobody hears of it', async () => {
    const { ask, provider } = createProviderWorld()
    const failure = new Error('of the app')
    provider.on('chainChanged', () => {
      throw failure
    })
    const reject = vi.spyOn(Promise, 'reject').mockReturnValueOnce(Promise.resolve() as never)
    await ask('wallet_switchEthereumChain', { chainId: '0x2105' })
    expect(reject.mock.calls).toEqual([[failure]])
    reject.mockRestore()
  })
})

describe('what a wallet adds to a transaction', () => {
  const send = async (fields: object, answers: object = {}) => {
    const world = createProviderWorld({ answers: { ...answers } })
    await world.ask('eth_sendTransaction', { from: address, to: other, ...fields })
    return { ...world, methods: world.asked.map(([, method]) => method) }
  }

  it('is asked of the latest block, and of the account with its pending transactions', async () => {
    const { paramsOf } = await send({})
    expect(paramsOf('eth_getBlockByNumber')).toEqual([['latest', false]])
    expect(paramsOf('eth_getTransactionCount')).toEqual([[address, 'pending']])
  })

  it('is not asked for where the app says it', async () => {
    const fees = { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x2' }
    const { methods, signed } = await send({ nonce: '0x3', gas: '0x6000', ...fees })
    expect(methods).toEqual(['eth_sendRawTransaction'])
    expect(signed).toMatchObject([{ nonce: 3, gas: 0x6000n, maxFeePerGas: 5n, maxPriorityFeePerGas: 2n }])
  })

  it.each([
    ['the price that the app names', { gasPrice: '0x5' }, {}, { type: 'legacy', gasPrice: 5n }],
    [
      'all that the app would pay as its price, where the chain has no base fee',
      { maxFeePerGas: '0x5' },
      { eth_getBlockByNumber: { baseFeePerGas: null } },
      { type: 'legacy', gasPrice: 5n },
    ],
    ['twice the base fee and the tip of the app', { maxPriorityFeePerGas: '0x3' }, {}, { maxFeePerGas: 23n }],
    ['the tip of the node below all that the app would pay', { maxFeePerGas: '0x5' }, {}, { maxPriorityFeePerGas: 1n }],
    ['all that the app would pay as the tip', { maxFeePerGas: '0x1' }, {}, { maxPriorityFeePerGas: 1n }],
  ])('is %s', async (...[, fields, answers, expected]) => {
    expect((await send(fields, answers)).signed).toMatchObject([expected])
  })

  it('is a nonce of at most what JavaScript can count', async () => {
    const { signed } = await send({}, { eth_getTransactionCount: '0x1fffffffffffff' })
    expect(signed).toMatchObject([{ nonce: Number.MAX_SAFE_INTEGER }])
    await expect(send({}, { eth_getTransactionCount: '0x20000000000000' })).rejects.toMatchObject({ code: -32_603 })
  })

  it('is the next nonce for the next transaction, which waits until the one before was sent', async () => {
    const order: string[] = []
    const { ask } = createProviderWorld({
      answers: {
        eth_getTransactionCount: () => (order.push('count'), '0x7'),
        eth_sendRawTransaction: async () => {
          await new Promise((resolve) => setTimeout(resolve, 5))
          order.push('sent')
          return '0x1'
        },
      },
    })
    const transaction = { from: address, to: other }
    await Promise.all([ask('eth_sendTransaction', transaction), ask('eth_sendTransaction', transaction)])
    expect(order).toEqual(['count', 'sent', 'count', 'sent'])
  })
})
