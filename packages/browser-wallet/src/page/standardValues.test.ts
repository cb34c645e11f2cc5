import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { bytesOf, fromWire, toWire, withTexts } from './standardValues.ts'

const account = { address: 'A1', publicKey: Uint8Array.of(1), chains: ['solana:devnet'] }

describe('the values of the Wallet Standard', () => {
  it('cross as JSON: bytes in base64, accounts by address, BigInts by digits', () => {
    const input = { account, message: Uint8Array.of(0, 255), options: { minContextSlot: 5n, list: [null, true] } }
    const wire = toWire([input])
    expect(JSON.parse(JSON.stringify(wire))).toEqual([
      { account: 'A1', message: { base64: 'AP8=' }, options: { minContextSlot: '5', list: [null, true] } },
    ])
  })

  it('may be bytes of another window', () => {
    const bytes: unknown = runInNewContext('Uint8Array.of(0, 255)')
    expect(bytes).not.toBeInstanceOf(Uint8Array)
    expect(toWire(bytes)).toEqual({ base64: 'AP8=' })
  })

  it('come back with bytes and with the account of the page', () => {
    const output = [{ account: 'A1', signedMessage: { base64: 'AP8=' }, signatureType: 'ed25519', note: null }]
    const accountOf = (address: string) => (address === 'A1' ? account : undefined)
    expect(fromWire(output, accountOf)).toEqual([
      { account, signedMessage: Uint8Array.of(0, 255), signatureType: 'ed25519', note: null },
    ])
  })

  it('come back with lists of accounts', () => {
    const accountOf = (address: string) => (address === 'A1' ? account : undefined)
    expect(fromWire({ accounts: ['A1'] }, accountOf)).toEqual({ accounts: [account] })
  })

  it('are texts in the place of transactions that write themselves', async () => {
    const transaction = { toJSON: async () => '{}' }
    expect(await withTexts([{ account, transaction }, { transaction: Uint8Array.of(1) }, undefined])).toEqual([
      { account, transaction: '{}' },
      { transaction: Uint8Array.of(1) },
      undefined,
    ])
  })

  it('survive a round trip of many bytes', () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 256)
    const { base64 } = toWire(bytes) as { base64: string }
    expect(bytesOf(base64)).toEqual(bytes)
  })
})
