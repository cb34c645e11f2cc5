import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { transact } from '../../world/world.ts'
import type { Backend } from '../shared/backend.ts'
import { mainNetworkOf, networkOf } from './chainNetworks.ts'

type Chain = components['schemas']['ChainEnum']

const environmentId = '00000000-0000-7000-8000-000000000004'
const ask = (questions: readonly (readonly [Chain, string])[], before: (backend: Backend) => void = () => undefined) =>
  transact(createTestWorld(), (backend) => {
    before(backend)
    return questions.map(([chain, text]) => networkOf(backend, environmentId, { chain, network: text }))
  })

describe('networkOf', () => {
  it('finds a network by its name, its number and its CAIP-2 reference', async () => {
    const spellings = [
      ['SOL', 'mainnet'],
      ['SOL', '101'],
      ['SOL', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      ['STARK', 'SN_MAIN'],
      ['STARK', '0x534e5f4d41494e'],
      ['TON', 'mainnet'],
      ['TRON', '728126428'],
      ['TRON', '0x2b6653dc'],
      ['EVM', 'eip155:1'],
      ['ETH', '1'],
    ] as const
    expect(await ask(spellings)).toEqual([
      'mainnet',
      'mainnet',
      'mainnet',
      'SN_MAIN',
      'SN_MAIN',
      '-239',
      'mainnet',
      'mainnet',
      '1',
      '1',
    ])
  })

  it('does not find networks of another chain, or unknown ones', async () => {
    const questions = [
      ['SOL', 'eip155:1'],
      ['SOL', '1'],
      ['EVM', 'mainnet'],
      ['EVM', 'solana:1'],
      ['EVM', '424242'],
      ['EVM', '01'],
      ['BTC', ''],
      ['FLOW', 'toString'],
    ] as const
    expect(await ask(questions)).toEqual(questions.map(() => undefined))
  })

  it("finds the custom networks of the environment's organization, each on its own chain", async () => {
    const add = (networkType: Chain, chainId: string, isOwn: boolean) => (backend: Backend) => {
      const { organizationId = '' } = backend.store.environments.get(environmentId) ?? {}
      const rest = {
        chainName: 'Test',
        rpcUrl: 'x',
        blockExplorerUrl: 'x',
        iconUrl: 'x',
        nativeCurrencyName: 'X',
        nativeCurrencySymbol: 'X',
        nativeCurrencyIconUrl: 'x',
        nativeCurrencyDecimals: 18,
      }
      backend.store.customNetworks.insert({
        ...newRecord(backend),
        ...rest,
        networkType,
        chainId,
        organizationId: isOwn ? organizationId : 'another',
      })
    }
    expect(
      await ask(
        [
          ['EVM', '424242'],
          ['ETH', '424242'],
          ['SOL', '424242'],
        ],
        add('EVM', '424242', true),
      ),
    ).toEqual(['424242', '424242', undefined])
    expect(await ask([['EVM', '424242']], add('EVM', '424242', false))).toEqual([undefined])
  })

  it('finds the main network of every chain', async () => {
    const chains = [
      'EVM',
      'ETH',
      'SOL',
      'ECLIPSE',
      'BTC',
      'COSMOS',
      'FLOW',
      'ALGO',
      'STARK',
      'SUI',
      'APTOS',
      'TRON',
      'TON',
      'SPARK',
    ] as const
    expect(await ask(chains.map((chain) => [chain, mainNetworkOf(chain)] as const))).toEqual(chains.map(mainNetworkOf))
  })
})
