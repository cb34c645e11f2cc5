import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

let clients: ReturnType<typeof viemClients>
beforeEach(() => {
  clients = viemClients(createMock({ seed: 'real nodes', now: '2026-01-15T09:30:00.000Z' }))
})

describe('a method that needs a real node', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['a proof of state', async () => clients.reader.getProof({ address: bob, storageKeys: [] }), 'state trie'],
    [
      'a transaction with blobs',
      async () => clients.reader.sendRawTransaction({ serializedTransaction: '0x03f8aa' }),
      'transaction type not supported',
    ],
    [
      'a call with blobs',
      async () =>
        clients.reader.request({
          method: 'eth_call',
          params: [{ to: bob, blobVersionedHashes: [`0x01${'0'.repeat(62)}`] }, 'latest'],
        } as never),
      'keeps no blobs',
    ],
  ])('refuses %s by a sentence that names it', async (_, ask, text) => {
    const refusal = expect(ask()).rejects
    await refusal.toThrow(text)
    await expect(ask()).rejects.toThrow('mock.chain.attach(networkId, url)')
  })
})
