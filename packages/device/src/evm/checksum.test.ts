import { describe, expect, it } from 'vitest'
import { address, createProviderWorld } from './test/providerWorld.ts'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const wrongDigit = '0x70997970C51812dc3A010C7d01b50e0d17dc79C9'

const batch = (...receivers: string[]) => ({
  version: '2.0.0',
  chainId: '0x1',
  atomicRequired: false,
  calls: receivers.map((receiver) => ({ to: receiver })),
})

describe('the receiver of a transaction', () => {
  it.each([to, to.toLowerCase(), `0x${to.slice(2).toUpperCase()}`])(
    'may be written with its checksum, or in letters of one case: %s',
    async (receiver) => {
      const { ask, signed } = createProviderWorld()
      await ask('eth_sendTransaction', { from: address, to: receiver })
      await ask('wallet_sendCalls', batch(receiver))
      expect(signed.map((transaction) => transaction.to)).toEqual([receiver, receiver])
    },
  )

  it.each([
    ['eth_sendTransaction', { from: address, to: wrongDigit }, '"to" of the transaction has a wrong checksum'],
    ['eth_signTransaction', { from: address, to: wrongDigit }, '"to" of the transaction has a wrong checksum'],
    ['wallet_sendCalls', batch(to, wrongDigit), '"to" of call 1 of the batch has a wrong checksum'],
  ])('has no wrong checksum: %s refuses it before the person is asked', async (method, parameter, sentence) => {
    const { ask, signed, confirm } = createProviderWorld()
    const refusal = await ask(method, parameter).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: -32_602, message: expect.stringContaining(`${sentence}: ${wrongDigit}.`) })
    expect([confirm.mock.calls, signed]).toEqual([[], []])
  })
})
