import type { components } from '@latchkey/types'
import type { ChainSignatures, Verdict } from './walletSignature.ts'

type Chain = components['schemas']['ChainEnum']

/** The signatures of any chain; verification returns its result or a promise of it. */
export type AnyChainSignatures = ChainSignatures<Verdict | Promise<Verdict>>

const evm = async () => (await import('./chains/evm.ts')).evm
const solana = async () => (await import('./chains/solana.ts')).solana

const chains: Record<Chain, () => Promise<AnyChainSignatures>> = {
  EVM: evm,
  ETH: evm,
  SOL: solana,
  ECLIPSE: solana,
  BTC: async () => (await import('./chains/bitcoin.ts')).bitcoin,
  COSMOS: async () => (await import('./chains/cosmos.ts')).cosmos,
  FLOW: async () => (await import('./chains/flow.ts')).flow,
  ALGO: async () => (await import('./chains/algorand.ts')).algorand,
  STARK: async () => (await import('./chains/starknet.ts')).starknet,
  SUI: async () => (await import('./chains/sui.ts')).sui,
  APTOS: async () => (await import('./chains/aptos.ts')).aptos,
  TRON: async () => (await import('./chains/tron.ts')).tron,
  TON: async () => (await import('./chains/ton.ts')).ton,
  SPARK: async () => (await import('./chains/spark.ts')).spark,
}

const loaded = new Map<Chain, Promise<AnyChainSignatures>>()

/** How wallets of a chain sign. Each chain's code is loaded with its first use. */
export function loadChain(chain: Chain): Promise<AnyChainSignatures> {
  return loaded.get(chain) ?? load(chain)
}

/** Loaded modules: even a repeated `import()` costs as much as a small hash. */
async function load(chain: Chain): Promise<AnyChainSignatures> {
  const signatures = await chains[chain]()
  loaded.set(chain, Promise.resolve(signatures))
  return signatures
}
