import { readFile } from 'node:fs/promises'
import { knownNetworks } from '@latchkey/chains/knownNetworks'
import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'

const evmNetworks = knownNetworks.filter(({ chain }) => chain === 'EVM')
const chainOf = (networkId: number) =>
  Object.values(viemChains).find((chain) => chain.id === networkId) ?? expect.fail(`viem lacks ${networkId}`)

describe('the built-in networks of the EVM', () => {
  it.each(evmNetworks)(
    'have the facts of viem: $name',
    ({ networkId, nativeCurrency, isTestnet, blockExplorerUrl }) => {
      const { nativeCurrency: currency, testnet = false, blockExplorers } = chainOf(networkId)
      const { symbol, decimals } = nativeCurrency
      expect({ symbol, decimals, isTestnet, blockExplorerUrl }).toEqual({
        symbol: currency.symbol,
        decimals: currency.decimals,
        isTestnet: testnet,
        blockExplorerUrl: blockExplorers?.default.url,
      })
    },
  )

  it('are those that the recipe about the chains lists', async () => {
    const recipe = await readFile(new URL('../../docs/recipes/chains.md', import.meta.url), 'utf8')
    const listed = recipe.split('\n').flatMap((line) => line.split('|').filter((cell) => /^ *\d+ *$/.test(cell)))
    const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
    expect(sorted(listed.map(Number))).toEqual(sorted(evmNetworks.map(({ networkId }) => networkId)))
  })
})
