import { toBase64, toHex } from '@latchkey/base/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadChain } from '../chainSignatures.ts'
import type { ChainFacts } from '../walletSignature.ts'

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const names = ['EVM', 'SOL', 'BTC', 'COSMOS', 'FLOW', 'ALGO', 'STARK', 'SUI', 'APTOS', 'TRON', 'TON', 'SPARK'] as const
const chains = await Promise.all(
  names.map(async (chain) => {
    const signatures = await loadChain(chain)
    return { chain, signatures, own: signatures.createSigner(new Uint8Array(32).fill(1)).address }
  }),
)

const bytes = fc.uint8Array({ maxLength: 140 })
const hex = bytes.map((value) => `0x${toHex(value)}`)
/** Texts of the forms that addresses and signatures have, most of them wrong in content only. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  bytes.map(toBase64),
  hex,
  fc.json(),
  fc
    .record({ publicKey: fc.oneof(hex, fc.jsonValue()), signature: fc.oneof(hex, fc.jsonValue()) })
    .map((value) => JSON.stringify(value)),
)

describe.each(chains)('$chain, given anything', ({ chain, signatures, own }) => {
  it('never throws, and never says valid', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.string(), async (address, signature, message) => {
        expect(['invalid', 'unsupported']).toContain(
          await signatures.verify({ chain, address, message, signature }, facts),
        )
        expect(['invalid', 'unsupported']).toContain(
          await signatures.verify({ chain, address: own, message, signature }, facts),
        )
      }),
      { seed: 20, numRuns: 300 },
    )
  })
})

describe('texts that are long or nested', () => {
  it.each(chains)('are refused by $chain', async ({ chain, signatures, own: address }) => {
    for (const signature of [
      '['.repeat(200_000),
      `{"signature":${'['.repeat(200_000)}`,
      'A'.repeat(200_000),
      '1'.repeat(200_000),
    ]) {
      expect(await signatures.verify({ chain, address, message: 'm', signature }, facts)).toBe('invalid')
    }
  })
})
