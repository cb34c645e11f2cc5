import type { Account, Transfer } from '@latchkey/chains/chains'
import { type Chain, chainNamespace } from '@latchkey/crypto/chainAddresses'
import { shownAddress } from '../chains/shownAddress.ts'
import type { EnvironmentNetwork } from '../environments/environmentNetworks.ts'
import type { Backend } from '../shared/backend.ts'

/** A currency or a token, as replies describe it. */
export interface Asset {
  /** Of the contract; zeros for a network's currency. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  /** Digits after the point of a whole unit. */
  readonly decimals: number
  readonly logoUrl: string
  readonly isNative: boolean
  /** US dollars for a whole unit; absent without a market. */
  readonly price?: number
}

/** On Solana the system program, whose address is 32 zero bytes. */
const zeroAddresses: Readonly<Record<string, string>> = { solana: '1'.repeat(32) }

/** The address of zero bytes, which nobody has a key for. */
export function zeroAddressOf(chain: Chain): string {
  return zeroAddresses[chainNamespace(chain)] ?? `0x${'0'.repeat(40)}`
}

/** The currency of a network. */
export function nativeAsset({ outside }: Backend, chain: Chain, { network }: EnvironmentNetwork): Asset {
  const { name, symbol, decimals, iconUrl = logoOf(symbol) } = network.nativeCurrency
  return {
    address: zeroAddressOf(chain),
    name,
    symbol,
    decimals,
    logoUrl: iconUrl,
    isNative: true,
    ...priced(outside.prices.usdOf(symbol)),
  }
}

/** A token by its contract. A contract that is reported as malicious has no price: it may bear any symbol. */
export function tokenAsset({ outside }: Backend, contract: Account, networkId: number): Asset {
  const {
    contractAddress = shownAddress(contract),
    name = 'Token',
    symbol = 'TOKEN',
    decimals = 0,
  } = outside.chains.tokenContract(contract, networkId) ?? {}
  return {
    address: contractAddress,
    name,
    symbol,
    decimals,
    logoUrl: logoOf(symbol),
    isNative: false,
    ...(!outside.threats.isMaliciousAddress(contract) && priced(outside.prices.usdOf(symbol))),
  }
}

/** Returns the asset of a transfer: a piece of an NFT has no decimals and no price. */
export function assetOfTransfer(
  backend: Backend,
  { chain, network }: { readonly chain: Chain; readonly network: EnvironmentNetwork },
  { contract, tokenId }: Pick<Transfer, 'contract' | 'tokenId'>,
): Asset {
  if (contract === undefined) return nativeAsset(backend, chain, network)
  const asset = tokenAsset(backend, contract, Number(network.network.networkId))
  if (tokenId === undefined) return asset
  const { price: _, ...nft } = asset
  return { ...nft, decimals: 0 }
}

const logoOf = (symbol: string) => `https://assets.example.com/tokens/${encodeURIComponent(symbol)}.svg`
const priced = (price: number | undefined) => (price === undefined ? {} : { price })
