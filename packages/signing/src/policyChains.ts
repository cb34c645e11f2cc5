import type { Account } from '@latchkey/chains/chains'
import { addressKey, type Chain, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'

export type WaasChain = components['schemas']['WaasChainEnum']

const chains: Record<WaasChain, Chain> = { EVM: 'EVM', SVM: 'SOL', SUI: 'SUI', BTC: 'BTC', TON: 'TON' }

/** The chains whose requests can be bound to one of several networks. */
export const chainsWithNetworks: ReadonlySet<WaasChain> = new Set<WaasChain>(['EVM', 'SVM'])

/** An account of a wallet's chain. */
export const accountOf = (chain: WaasChain, address: string): Account => addressKey(chains[chain], address)

/** The names of a chain's own currency in rules: the zero address of EVM, and the system program of Solana. */
const nativeAssets: ReadonlySet<string> = new Set([`0x${'0'.repeat(40)}`, '1'.repeat(32)])

export const isAddress = (chain: WaasChain, text: string): boolean => isAddressOf(chains[chain], text)

/** Whether a text can name an asset of the chain. */
export const isAsset = (chain: WaasChain, text: string): boolean => nativeAssets.has(text) || isAddress(chain, text)

/** The asset with this name, as rules write it. */
export function assetOf(chain: WaasChain, text: string | undefined): Asset {
  return text === undefined || nativeAssets.has(text) ? nativeAsset : accountOf(chain, text)
}

/** A token's contract or mint, the chain's own currency, or all that an account holds. */
export type Asset = Account | typeof nativeAsset | typeof everything
export const nativeAsset = 'native'
export const everything = 'everything'
