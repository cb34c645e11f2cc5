import { describe, expect, it, vi } from 'vitest'
import { address, createProviderWorld as setUp, other } from './test/providerWorld.ts'

describe('the provider of a device', () => {
  it.each([
    ['the fees that the chain asks for', {}, {}, { type: 'eip1559', maxFeePerGas: 21n, maxPriorityFeePerGas: 1n }],
    ['one price where the chain has no base fee', {}, { eth_getBlockByNumber: {} }, { type: 'legacy', gasPrice: 9n }],
    ['a price that is named', { gasPrice: '0x5' }, {}, { type: 'legacy', gasPrice: 5n }],
    [
      'a price beside an access list, which legacy transactions do not have',
      { gasPrice: '0x5', accessList: [] },
      {},
      { type: 'eip2930', gasPrice: 5n, accessList: [] },
    ],
  ])('fills a transaction with %s', async (...[, fields, answers, expected]) => {
    const { ask, signed } = setUp({ answers })
    await ask('eth_sendTransaction', { from: address, to: other, ...fields })
    expect(signed).toMatchObject([{ chainId: 1, nonce: 7, gas: 21_000n, to: other, ...expected }])
  })

  it.each(['personal_sign', 'eth_signTypedData_v4', 'eth_signTransaction', 'eth_sendTransaction'])(
    'asks the person before %s, and signs for its own account only',
    async (method) => {
      const typed = { types: { A: [] }, primaryType: 'A' }
      const paramsOf = (from: string) =>
        ({ personal_sign: ['0x68', from], eth_signTypedData_v4: [from, typed] })[method] ?? [{ from, to: other }]
      const refused = setUp({ confirm: () => false })
      await expect(refused.ask(method, ...paramsOf(address))).rejects.toMatchObject({ code: 4001 })
      await expect(refused.ask(method, ...paramsOf(other))).rejects.toMatchObject({ code: 4100 })
      expect(await setUp().ask(method, ...paramsOf(address))).toMatch(/^0x/)
    },
  )

  it('moves to a chain that there is, tells it, and to no other one', async () => {
    const { ask, provider } = setUp()
    const listener = vi.fn()
    provider.on('chainChanged', listener)
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull()
    expect([await ask('eth_chainId'), listener.mock.calls]).toEqual(['0x2105', [['0x2105']]])
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x5' })).rejects.toMatchObject({ code: 4902 })
  })

  it('takes no node from a page: a chain that there is needs none, and another one is refused in words', async () => {
    const { ask } = setUp()
    const rpcUrls = ['https://rpc.example.com']
    expect(await ask('wallet_addEthereumChain', { chainId: '0x2105', chainName: 'Base', rpcUrls })).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x1')
    await expect(ask('wallet_addEthereumChain', { chainId: '0x5', chainName: 'Five', rpcUrls })).rejects.toMatchObject({
      code: 4902,
      message: 'The wallet has no node for chain 5, and takes none from a page. Add it to the list of nodes.',
    })
    await expect(ask('wallet_addEthereumChain', { chainId: 'five' })).rejects.toMatchObject({ code: -32_602 })
  })

  it('has no account after its key was lost, and says so', async () => {
    let hasKey = true
    const { ask, provider, loseKey } = setUp({ hasKey: () => hasKey })
    const listener = vi.fn()
    provider.on('accountsChanged', listener)
    hasKey = false
    loseKey()
    expect(listener).toHaveBeenCalledWith([])
    expect(await ask('eth_accounts')).toEqual([])
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4100 })
  })

  it.each([
    ['of another chain', { chainId: '0x2' }, 'chain 2'],
    ['with a decimal value', { value: '10' }, '"value"'],
    ['with a negative nonce', { nonce: -1 }, '"nonce"'],
    ['to no address', { to: '0x12' }, '"to"'],
    ['without a receiver and without code', { to: undefined }, 'neither "to" nor "data"'],
    ['with odd hex', { data: '0x123' }, '"data"'],
    ['whose data and input differ', { data: '0x12', input: '0x34' }, 'differ'],
    ['with a malformed access list', { accessList: [{ address: other, storageKeys: ['0x1'] }] }, '"accessList"'],
    ['with an access list of no list', { accessList: {} }, '"accessList"'],
    ['of a type that it does not know', { type: '0x3' }, 'type 3'],
    ['with an authorization', { authorizationList: [] }, '"authorizationList"'],
    ['with blobs', { blobs: [] }, '"blobs"'],
    ['with two ways to pay', { gasPrice: '0x1', maxFeePerGas: '0x1' }, 'without "gasPrice"'],
    ['of type 2 with one price', { type: '0x2', gasPrice: '0x1' }, 'type 2'],
    ['of type 0 with a list', { type: '0x0', accessList: [] }, 'type 0'],
    ['with a tip above all', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'above "maxFeePerGas"'],
  ])('refuses a transaction %s before the person is asked', async (_, fields, sentence) => {
    const confirm = vi.fn(() => true)
    const { ask, signed } = setUp({ confirm })
    const refusal = ask('eth_sendTransaction', { from: address, to: other, ...fields })
    await expect(refusal).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining(sentence) })
    expect([signed, confirm.mock.calls]).toEqual([[], []])
  })

  it.each([
    ['personal_sign', [7, address]],
    ['eth_signTypedData_v4', [address, { types: 'A', primaryType: 'A' }]],
    ['eth_signTypedData_v4', [address, { types: {}, primaryType: 1 }]],
    ['eth_signTypedData_v4', [address, '{']],
  ])('refuses malformed parameters of %s before the person is asked: %j', async (method, params) => {
    const confirm = vi.fn(() => true)
    await expect(setUp({ confirm }).ask(method, ...params)).rejects.toMatchObject({ code: -32_602 })
    expect(confirm).not.toHaveBeenCalled()
  })

  it.each([[], [{}], [{ chainId: 'x' }], [{ chainId: 1.5 }], [{ chainId: `0x${'f'.repeat(20)}` }], ['0x1']])(
    'refuses to switch to what is no chain id: %j',
    async (...params) => {
      await expect(setUp().ask('wallet_switchEthereumChain', ...params)).rejects.toMatchObject({ code: -32_602 })
    },
  )

  it('says that the nonce of the node is too large to count', async () => {
    const { ask, signed } = setUp({ answers: { eth_getTransactionCount: `0x${'f'.repeat(16)}` } })
    const refusal = ask('eth_sendTransaction', { from: address, to: other })
    await expect(refusal).rejects.toMatchObject({ code: -32_603, message: expect.stringContaining('too large') })
    expect(signed).toEqual([])
  })

  it('refuses parameters that are no JSON', async () => {
    const circle: unknown[] = []
    circle.push(circle)
    await expect(setUp().ask('personal_sign', circle, address)).rejects.toMatchObject({ code: -32_602 })
  })

  it('signs what the person saw, though the app changes it meanwhile', async () => {
    const transaction = { from: address, to: other, value: '0x1', accessList: [{ address: other, storageKeys: [] }] }
    const confirm = vi.fn((request) => {
      transaction.value = '0xffff'
      transaction.accessList.length = 0
      ;(request.params[0] as { to: string }).to = address
      return true
    })
    const { ask, signed } = setUp({ confirm })
    await ask('eth_signTransaction', transaction)
    expect(signed).toMatchObject([{ to: other, value: 1n, accessList: [{ address: other }] }])
  })

  it('signs the typed data that the person saw', async () => {
    const types = { A: [{ name: 'amount', type: 'uint256' }] }
    const typedData = { types, primaryType: 'A', message: { amount: 1n } }
    const signTypedData = vi.fn(async () => '0x1901' as const)
    const { ask } = setUp({
      signing: { ...setUp().signing, signTypedData },
      confirm: () => ((typedData.message.amount = 9n), true),
    })
    await ask('eth_signTypedData_v4', address, typedData)
    expect(signTypedData).toHaveBeenCalledWith({ types, primaryType: 'A', message: { amount: '0x1' } })
  })

  it('fills and sends a transaction on the chain that it was confirmed for', async () => {
    const asked: unknown[] = []
    const { ask, signed, provider } = setUp({
      ask: async (id, method) => {
        asked.push(id)
        return method === 'eth_getBlockByNumber' ? {} : '0x1'
      },
      confirm: async () => {
        await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] })
        return true
      },
    })
    await ask('eth_sendTransaction', { from: address, to: other })
    expect([await ask('eth_chainId'), signed]).toMatchObject(['0x2105', [{ chainId: 1 }]])
    expect(new Set(asked)).toEqual(new Set([1]))
  })

  it('signs nothing when the wallet was hidden while the person decided', async () => {
    const { ask, signed, provider } = setUp({ confirm: () => (provider.disconnect(), true) })
    await expect(ask('eth_sendTransaction', { from: address, to: other })).rejects.toMatchObject({ code: 4100 })
    expect(signed).toEqual([])
  })

  it('offers no higher tip than all that the app would pay', async () => {
    const { ask, signed } = setUp({ answers: { eth_maxPriorityFeePerGas: '0x9' } })
    await ask('eth_signTransaction', { from: address, to: other, maxFeePerGas: '0x5' })
    expect(signed).toMatchObject([{ maxFeePerGas: 5n, maxPriorityFeePerGas: 5n }])
  })

  it('keeps to a type that the app names', async () => {
    const { ask, signed } = setUp()
    await ask('eth_signTransaction', { from: address, to: other, type: '0x0' })
    await ask('eth_signTransaction', { from: address, to: other, type: '0x1' })
    expect(signed).toMatchObject([
      { type: 'legacy', gasPrice: 9n },
      { type: 'eip2930', gasPrice: 9n },
    ])
  })

  it('has the gas of the access list estimated', async () => {
    const node = vi.fn(async (_: number, method: string) => (method === 'eth_getBlockByNumber' ? {} : '0x1'))
    const accessList = [{ address: other, storageKeys: [] }]
    await setUp({ ask: node }).ask('eth_signTransaction', { from: address, to: other, value: '0x2', accessList })
    const call = { from: address, to: other, value: '0x2', data: undefined, accessList }
    expect(node).toHaveBeenCalledWith(1, 'eth_estimateGas', [call])
  })

  it.each(['eth_getTransactionCount', 'eth_estimateGas', 'eth_maxPriorityFeePerGas', 'eth_getBlockByNumber'])(
    'says that the node answered %s without a quantity',
    async (method) => {
      const wrong = method === 'eth_getBlockByNumber' ? { baseFeePerGas: 'much' } : 'much'
      const { ask, signed } = setUp({ answers: { [method]: wrong } })
      const refusal = ask('eth_sendTransaction', { from: address, to: other })
      await expect(refusal).rejects.toMatchObject({
        code: -32_603,
        message: expect.stringMatching(/without a quantity|no valid base fee/),
      })
      expect(signed).toEqual([])
    },
  )

  it('goes on when a listener throws: the others hear, and the request succeeds', async () => {
    const report = vi.fn()
    const { ask, provider } = setUp({ report })
    const failure = new Error('of the app')
    provider.on('chainChanged', () => {
      throw failure
    })
    const listener = vi.fn()
    provider.on('chainChanged', listener)
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull()
    expect([listener.mock.calls, report.mock.calls]).toEqual([[['0x2105']], [[failure]]])
  })

  it('reports each change of accounts once', async () => {
    let hasKey = true
    const { ask, provider, loseKey } = setUp({ hasKey: () => hasKey })
    const listener = vi.fn()
    provider.on('accountsChanged', listener)
    provider.disconnect()
    provider.disconnect()
    await ask('eth_requestAccounts')
    await ask('eth_requestAccounts')
    hasKey = false
    loseKey()
    loseKey()
    provider.disconnect()
    expect(listener.mock.calls).toEqual([[[]], [[address]], [[]]])
  })
})
