import { parseTransaction, verifyMessage, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { toProvider, type ProviderOptions } from '../../src/wallets/evm/provider.ts'
import { createKeyWallet } from '../../src/wallets/test/keyWallet.ts'
import { rejection } from '../serve.ts'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A node of a chain, which fails once at the method of `failNext()`. */
function createNode() {
  const sent: Hex[] = []
  let failing = ''
  const answers: Record<string, unknown> = {
    eth_getBlockByNumber: { baseFeePerGas: '0x64' },
    eth_maxPriorityFeePerGas: '0x5',
    eth_estimateGas: '0x5208',
  }
  const fetch: ProviderOptions['fetch'] = async (_, init) => {
    const { id, method, params } = JSON.parse(String(init?.body))
    if (method === failing) {
      failing = ''
      throw new TypeError('fetch failed')
    }
    if (method === 'eth_sendRawTransaction') sent.push(params[0])
    const result = method === 'eth_getTransactionCount' ? `0x${sent.length.toString(16)}` : answers[method]
    return Response.json({ jsonrpc: '2.0', id, result: result ?? `0x${'22'.repeat(32)}` })
  }
  return {
    fetch,
    nonces: () => sent.map((transaction) => parseTransaction(transaction).nonce ?? 0),
    failNext: (method: string) => (failing = method),
  }
}

function setUp(options: Partial<ProviderOptions> = {}) {
  const { wallet, owner } = createKeyWallet()
  const node = createNode()
  const rpcUrl = (id: number) => (id === 8453 ? 'https://base.example.com' : undefined)
  const provider = toProvider(wallet, { chainId: 8453, rpcUrl, fetch: node.fetch, ...options })
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { provider, owner, ask, ...node }
}

describe('the EIP-1193 provider of a wallet', () => {
  // https://github.com/tahowallet/extension/pull/3006
  it.each(['hello', '0x6869'])('signs the message %j of an app that gives the account first', async (message) => {
    const shown: unknown[] = []
    const { ask, owner } = setUp({ confirm: ({ params }) => Boolean(shown.push(params)) })
    const signature = (await ask('personal_sign', owner.address, message)) as Hex
    const signed = message.startsWith('0x') ? { raw: message as Hex } : message
    expect(await verifyMessage({ address: owner.address, message: signed, signature })).toBe(true)
    expect(shown).toEqual([[message, owner.address]])
    expect(await rejection(ask('personal_sign', to, message))).toMatchObject({ code: 4100 })
    expect(await rejection(ask('personal_sign', message, message))).toMatchObject({ code: 4100 })
  })

  // https://github.com/MetaMask/metamask-ios-sdk/issues/73
  it('signs 64 hex digits without 0x as the text that they are', async () => {
    const { ask, owner } = setUp()
    const message = '9f7115a3ce77b2a31d7b0d2cb7031a64da5159330e24bf1d8255316c5fe879ae'
    const signature = (await ask('personal_sign', message, owner.address)) as Hex
    expect(await verifyMessage({ address: owner.address, message, signature })).toBe(true)
  })

  // https://github.com/wevm/viem/issues/3142
  it.each(['eth_estimateGas', 'eth_getTransactionCount', 'eth_sendRawTransaction'])(
    'leaves no gap in the nonces after a transaction that failed at %s',
    async (method) => {
      const { ask, owner, nonces, failNext } = setUp()
      const send = () => ask('eth_sendTransaction', { from: owner.address, to, value: '0x1' })
      await send()
      failNext(method)
      expect(await rejection(send())).toMatchObject({ code: 4901 })
      await send()
      expect(nonces()).toEqual([0, 1])
    },
  )

  // https://github.com/WalletConnect/walletconnect-monorepo/issues/1995
  it('stays on its chain when it refuses another one, and reports no change', async () => {
    const { provider, ask } = setUp()
    const changes: unknown[] = []
    provider.on('chainChanged', (chainId: unknown) => changes.push(chainId))
    expect(await rejection(ask('wallet_switchEthereumChain', { chainId: '0x539' }))).toMatchObject({ code: 4902 })
    expect([await ask('eth_chainId'), changes]).toEqual(['0x2105', []])
  })

  // https://github.com/MetaMask/test-dapp/issues/371
  it('names the chain id of typed data that is no number', async () => {
    const { ask, owner } = setUp()
    const types = { Mail: [{ name: 'count', type: 'uint256' }] }
    const data = { domain: { chainId: 'NaN' }, types, primaryType: 'Mail', message: { count: '1' } }
    expect(await rejection(ask('eth_signTypedData_v4', owner.address, JSON.stringify(data)))).toMatchObject({
      code: -32_602,
      message: '"domain.chainId" is not a whole number, in decimal or in hex with 0x.',
    })
  })
})
