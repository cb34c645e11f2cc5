import { type Chain, isAddressOf } from '@latchkey/crypto/chainAddresses'
import { describe, expect, it } from 'vitest'
import { networkIdsOf } from '../networks.ts'
import { knownTokens } from './knownTokens.ts'

const chainOf: Record<string, Chain> = { eip155: 'EVM', solana: 'SOL' }
const contracts = Object.entries(knownTokens).flatMap(([namespace, tokens]) =>
  tokens.flatMap(({ symbol, contracts: addresses }) =>
    Object.entries(addresses).map(([networkId, address]) => ({ namespace, symbol, networkId, address })),
  ),
)

describe('the well-known tokens', () => {
  it.each(contracts)(
    'of $namespace: $symbol on $networkId is at an address with its checksum, on a network of the service',
    ({ namespace, networkId, address }) => {
      const chain = chainOf[namespace] as Chain
      expect(isAddressOf(chain, address)).toBe(true)
      // Without a letter in both cases there is no checksum (EIP-55).
      if (chain === 'EVM') expect(/[a-f]/.test(address.slice(2)) === /[A-F]/.test(address)).toBe(true)
      expect(networkIdsOf(chain).map(String)).toContain(networkId)
    },
  )
})
