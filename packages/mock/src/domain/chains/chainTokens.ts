import type { Chain } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'

type ChainToken = components['schemas']['ChainToken']

/** The tokens of a chain, or of one of its networks: contracts with the same name and symbol are one token. */
export function listChainTokens({ outside }: Backend, chain: Chain, networkId?: number): ChainToken[] {
  const tokens = new Map<string, ChainToken>()
  for (const { name, symbol, networkId: network, contractAddress } of outside.chains.tokenContracts(chain)) {
    if (networkId !== undefined && network !== networkId) continue
    const key = JSON.stringify([name, symbol])
    const token = tokens.get(key) ?? { name, symbol, tokenAddresses: [] }
    token.tokenAddresses.push({ networkId: network, contractAddress })
    tokens.set(key, token)
  }
  return [...tokens.values()]
}
