import { defined } from '@latchkey/base/defined'
import { readQuantity } from '@latchkey/device/evm/readTransaction'
import { providerCodes } from '@latchkey/device/provider'
import { fail } from '../walletError.ts'

/** The id of the chain that a page names in `wallet_switchEthereumChain`. @throws WalletError -32602 */
export function readChainId(parameters: unknown): number {
  const { chainId: text } = Object(parameters) as { chainId?: unknown }
  const chainId = typeof text === 'string' ? Number(readQuantity(text)) : Number.NaN
  if (Number.isSafeInteger(chainId) && chainId > 0) return chainId
  throw fail(providerCodes.invalidParams, '"chainId" is not a chain id in hex, such as "0x1".')
}

/** The id of the chain that a page describes in `wallet_addEthereumChain` (EIP-3085). @throws WalletError -32602 */
export function readAddedChain(parameters: unknown): number {
  const chainId = readChainId(parameters)
  const { chainName, rpcUrls, nativeCurrency } = Object(parameters) as Record<string, unknown>
  if (typeof chainName !== 'string' || chainName === '')
    throw fail(providerCodes.invalidParams, '"chainName" is needed, the name that the person sees.')
  if (!Array.isArray(rpcUrls) || !rpcUrls.some(isUrl))
    throw fail(providerCodes.invalidParams, '"rpcUrls" is needed, with a URL of a node.')
  const { symbol, decimals } = Object(nativeCurrency) as { symbol?: unknown; decimals?: unknown }
  if (nativeCurrency !== undefined && (typeof symbol !== 'string' || decimals !== 18))
    throw fail(providerCodes.invalidParams, '"nativeCurrency" needs a "symbol", and 18 "decimals".')
  return chainId
}

/** A token that a page asks the person to keep in view (EIP-747). */
export interface WatchedAsset {
  readonly type: 'ERC1155' | 'ERC20' | 'ERC721'
  readonly address: string
  readonly symbol?: string
  readonly decimals?: number
  readonly tokenId?: string
}

/** @throws WalletError -32602 */
export function readAsset(parameters: unknown): WatchedAsset {
  const { type, options } = Object(parameters) as { type?: unknown; options?: unknown }
  if (type !== 'ERC20' && type !== 'ERC721' && type !== 'ERC1155')
    throw fail(providerCodes.invalidParams, '"type" of an asset is "ERC20", "ERC721" or "ERC1155".')
  const { address, symbol, decimals, tokenId } = Object(options) as Record<string, unknown>
  if (typeof address !== 'string' || !/^0x[\da-f]{40}$/i.test(address))
    throw fail(providerCodes.invalidParams, '"options.address" is not the address of a contract.')
  if (symbol !== undefined && typeof symbol !== 'string')
    throw fail(providerCodes.invalidParams, '"options.symbol" is not a text.')
  if (decimals !== undefined && typeof decimals !== 'number')
    throw fail(providerCodes.invalidParams, '"options.decimals" is not a number.')
  if (tokenId !== undefined && typeof tokenId !== 'string')
    throw fail(providerCodes.invalidParams, '"options.tokenId" is not a text.')
  return { type, address, ...defined({ symbol, decimals, tokenId }) }
}

function isUrl(text: unknown): boolean {
  return typeof text === 'string' && URL.canParse(text)
}
