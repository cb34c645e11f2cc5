import { describe, expect, it, vi } from 'vitest'
import { type FilledTransaction } from './fillTransaction.ts'
import { createProvider, type ProviderParts } from './provider.ts'

const address = '0x00000000000000000000000000000000000B0b01'
const other = '0x00000000000000000000000000000000000B0b02'

class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A provider over a node that answers by a table, and what was signed. */
function setUp({ answers = {}, ...parts }: Partial<ProviderParts> & { answers?: Record<string, unknown> } = {}) {
  const signed: FilledTransaction[] = []
  const node: Record<string, unknown> = {
    eth_getTransactionCount: '0x7',
    eth_estimateGas: '0x5208',
    eth_getBlockByNumber: { baseFeePerGas: '0xa' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_gasPrice: '0x9',
    eth_sendRawTransaction: '0xhash',
    ...answers,
  }
  const made = createProvider({
    address,
    chainId: 1,
    signing: {
      signMessage: async ({ message }) => `0x${typeof message === 'string' ? message : message.raw.slice(2)}`,
      signTypedData: async () => '0x1901',
      signTransaction: async (transaction) => {
        signed.push(transaction)
        return '0x02'
      },
    },
    ask: async (_, method) => node[method],
    hasChain: (id) => id === 1 || id === 8453,
    confirm: () => true,
    fail: (code, message) => new RpcError(code, message),
    ...parts,
  })
  const ask = (method: string, ...params: unknown[]) => made.provider.request({ method, params })
  return { ...made, ask, signed }
}

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
  ])('fills a transaction with %s', async (_, fields, answers, expected) => {
    const { ask, signed } = setUp({ answers })
    await ask('eth_sendTransaction', { from: address, to: other, ...fields })
    expect(signed).toMatchObject([{ chainId: 1, nonce: 7, gas: 21_000n, to: other, ...expected }])
  })

  it.each([
    ['of another chain', { chainId: '0x2' }],
    ['with a value that is no quantity', { value: 'much' }],
  ])('refuses a transaction %s', async (_, fields) => {
    const { ask, signed } = setUp()
    await expect(ask('eth_sendTransaction', { from: address, to: other, ...fields })).rejects.toMatchObject({
      code: -32_602,
    })
    expect(signed).toEqual([])
  })

  it.each(['personal_sign', 'eth_signTypedData_v4', 'eth_signTransaction', 'eth_sendTransaction'])(
    'asks the person before %s, and signs for its own account only',
    async (method) => {
      const typed = { types: {}, primaryType: 'A' }
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
})
