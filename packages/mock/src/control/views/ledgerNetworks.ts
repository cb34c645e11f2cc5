import { knownNetworks, localNetworks } from '@latchkey/chains/knownNetworks'
import { nativeDecimalsOf } from '@latchkey/chains/ledger/accounts'
import { latestBlock } from '@latchkey/chains/ledger/blocks'
import { isAutomined } from '@latchkey/chains/ledger/pending'
import { isAutomined as isClusterAutomined } from '@latchkey/chains/ledger/solana/solanaPending'
import { networkIdsOf } from '@latchkey/chains/networks'
import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { outsideUrls } from '../../outside/addresses.ts'

/** The chains whose currency the ledger keeps. */
export const ledgerChains = ['EVM', 'SOL'] as const
export type LedgerChain = (typeof ledgerChains)[number]

type NetworkStore = { readonly store: Pick<WorldBackend['store'], 'chainBlocks' | 'customNetworks'> }

/** The name of a network, and the symbol of its currency. */
export interface NetworkName {
  readonly networkId: number
  readonly name: string
  /** Symbol of its currency: `ETH`. */
  readonly symbol: string
  /**
   * `main` and `test`: built in. `custom`: an organization has described it. `unknown`: only the ledger has it, and
   * nothing answers there.
   */
  readonly kind: 'main' | 'test' | 'custom' | 'unknown'
}

/** A network of the ledger, and its latest block. */
export interface LedgerNetwork extends NetworkName {
  readonly chain: LedgerChain
  /** Digits after the point of a whole unit of its currency. */
  readonly decimals: number
  /** Number of the latest block; 0 for the first one, which every network has. */
  readonly height: number
  /** ISO 8601: when the latest block was made. `null` before any but the first. */
  readonly latestBlockAt: string | null
  /** Whether transactions are mined as they come. */
  readonly automine: boolean
  /** Address of its JSON-RPC; `null` for an unknown network. */
  readonly rpcUrl: string | null
}

/** @param family - Such as `eip155`. */
export function networkNameOf({ store }: NetworkStore, family: string, networkId: number): NetworkName {
  const builtIn = nameIn(knownNetworks, family, networkId)
  if (builtIn) return builtIn
  for (const { chainId, networkType, chainName, nativeCurrencySymbol } of store.customNetworks.all())
    if (chainNamespace(networkType) === family && chainId === String(networkId))
      return { networkId, name: chainName, symbol: nativeCurrencySymbol, kind: 'custom' }
  const local = nameIn(localNetworks, family, networkId)
  if (local) return local
  const symbol = { eip155: 'ETH', solana: 'SOL' }[family] ?? ''
  return { networkId, name: `Network ${networkId}`, symbol, kind: 'unknown' }
}

function nameIn(networks: typeof localNetworks, family: string, networkId: number): NetworkName | undefined {
  const network = networks.find((each) => each.networkId === networkId && chainNamespace(each.chain) === family)
  if (!network) return undefined
  const { name, nativeCurrency, isTestnet } = network
  return { networkId, name, symbol: nativeCurrency.symbol, kind: isTestnet ? 'test' : 'main' }
}

/** The numbers of a chain's networks: the built-in ones, those that organizations have described, others with blocks. */
export function networkIdsOfLedger({ store }: NetworkStore, chain: LedgerChain): number[] {
  const family = chainNamespace(chain)
  const ids = new Set(networkIdsOf(chain))
  for (const { networkType, chainId } of store.customNetworks.all())
    if (chainNamespace(networkType) === family && /^\d{1,15}$/.test(chainId)) ids.add(Number(chainId))
  let [block] = store.chainBlocks.page('byNumber', [family], { offset: 0, limit: 1 })
  while (block) {
    const { networkId } = block
    ids.add(networkId)
    const after = { networkId, number: Number.MAX_SAFE_INTEGER, id: '' }
    ;[block] = store.chainBlocks.after('byNumber', [family], { after, limit: 1 })
  }
  return [...ids]
}

/** All networks of the ledger, chain by chain. */
export function networksOfLedger(backend: WorldBackend): LedgerNetwork[] {
  return ledgerChains.flatMap((chain) =>
    networkIdsOfLedger(backend, chain).map((networkId) => {
      const family = chainNamespace(chain)
      const name = networkNameOf(backend, family, networkId)
      const { number, createdAt } = latestBlock(backend, { family, networkId })
      return {
        chain,
        ...name,
        decimals: nativeDecimalsOf(family),
        height: number,
        latestBlockAt: number === 0 ? null : createdAt,
        automine: chain === 'SOL' ? isClusterAutomined(backend, networkId) : isAutomined(backend, networkId),
        rpcUrl: name.kind === 'unknown' ? null : rpcUrlOf(backend, chain, networkId),
      }
    }),
  )
}

function rpcUrlOf(backend: WorldBackend, chain: LedgerChain, networkId: number): string {
  const { cluster } = knownNetworks.find((network) => network.chain === chain && network.networkId === networkId) ?? {}
  return outsideUrls(backend).rpc(chain === 'EVM' ? 'evm' : 'solana', cluster ?? networkId)
}
