import { describe, expect, it } from 'vitest'
import type { WaasChain } from '../policyChains.ts'
import { decodeRequest } from './decodeRequest.ts'
import type { RequestToDecode } from './requestToDecode.ts'

const chains = { isErc721: () => false, solana: () => expect.unreachable('No request here is of Solana.') }
const digest = '9f'.repeat(32)

const effectsOf = (chain: WaasChain, request: Partial<RequestToDecode['request']>, signed = digest) =>
  decodeRequest(chains, { chain, account: 'somebody', named: [], request: { message: 'Hello', ...request }, signed })

describe.each(['SUI', 'TON'] as const)('a request on %s', (chain) => {
  it('is a digest that nothing explains where 32 bytes are signed', async () => {
    expect((await effectsOf(chain, {})).kind).toBe('raw')
  })

  it('gives nothing where it is of another length', async () => {
    expect((await effectsOf(chain, {}, '9f9f')).kind).toBe('message')
    expect((await effectsOf(chain, {}, `${digest}9f`)).kind).toBe('message')
  })
})

describe('the context of a request on Sui', () => {
  it('explains a digest as that of a text', async () => {
    expect((await effectsOf('SUI', { context: { suiMessage: 'Hello' } })).kind).toBe('message')
    expect((await effectsOf('SUI', { context: {} })).kind).toBe('raw')
  })

  it('does not explain a transaction, which stays hidden', async () => {
    const suiTransaction = { chainId: 'sui:mainnet', serializedTransaction: 'AAAA' }
    const context = { suiMessage: 'Hello', suiTransaction }
    expect(await effectsOf('SUI', { context })).toEqual({
      kind: 'transaction',
      grants: [],
      calls: [],
      fees: [],
      unknown: [],
      hidden: [expect.stringContaining('Sui')],
    })
  })
})

describe('a text', () => {
  it('gives nothing on SVM', async () => {
    expect((await effectsOf('SVM', {}, '48656c6c6f')).kind).toBe('message')
  })

  it.each(['EVM', 'BTC'] as const)('gives nothing on %s', async (chain) => {
    expect(await effectsOf(chain, {})).toEqual({
      kind: 'message',
      grants: [],
      calls: [],
      fees: [],
      unknown: [],
      hidden: [],
    })
  })

  it.each(['EVM', 'BTC'] as const)(
    'is a digest that nothing explains where it is hashed already on %s',
    async (chain) => {
      expect(await effectsOf(chain, { isFormatted: true })).toEqual({
        kind: 'raw',
        grants: [],
        calls: [],
        fees: [],
        unknown: [],
        hidden: [],
      })
    },
  )
})
