import { formatUnits } from '@latchkey/base/amounts'
import { addressKey, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import { type Asset, nativeAsset, tokenAsset } from '../assets/assets.ts'
import type { EnvironmentChain, EnvironmentNetwork } from '../environments/environmentNetworks.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { enabledNetworksOfChain, networkOfChain } from './balanceNetworks.ts'
import { readBalances } from './balanceReadings.ts'

type Schemas = components['schemas']
type TokenBalance = Schemas['TokenBalance']

/** The address, and the balances to show of it. */
interface Selection {
  readonly address: string
  readonly includePrices: boolean
  readonly includeNative: boolean
  readonly filterSpamTokens: boolean
  /** Contracts to show although they are reported as malicious. */
  readonly whitelistedContracts: readonly string[]
  readonly isForced: boolean
}

/**
 * The balances of an address on one network, or on all enabled ones.
 *
 * @throws {@link DomainError} `invalidChainAddress`, `unableToFetchBalances`
 */
export function balancesOfAddress(
  backend: Backend,
  environmentChain: EnvironmentChain,
  { networkId, ...selection }: Selection & { readonly networkId?: number | undefined },
): TokenBalance[] {
  assert(isAddressOf(environmentChain.chain, selection.address), 'invalidChainAddress')
  const networks =
    networkId === undefined
      ? enabledNetworksOfChain(backend, environmentChain)
      : [networkOfChain(backend, environmentChain, networkId)]
  return networks.flatMap((network) => balancesOnNetwork(backend, { ...environmentChain, network }, selection))
}

/**
 * The balances of several addresses, with prices and currencies.
 *
 * @throws {@link DomainError} `invalidChainAddress`, `unableToFetchBalances`
 */
export function multichainBalances(
  backend: Backend,
  environmentId: string,
  { balanceRequests, filterSpamTokens = true }: Schemas['MultichainAccountBalancesRequest'],
): Schemas['MultichainAccountBalanceResponse'] {
  return {
    chainBalances: balanceRequests.map(({ address, chain, networkIds, whitelistedContracts = [] }) => {
      // Also of a request for no network.
      assert(isAddressOf(chain, address), 'invalidChainAddress')
      const selection = {
        address,
        includePrices: true,
        includeNative: true,
        filterSpamTokens,
        whitelistedContracts,
        isForced: false,
      }
      const networks = [...new Set(networkIds)].map((networkId) => ({
        networkId,
        balances: balancesOfAddress(backend, { environmentId, chain }, { ...selection, networkId }),
      }))
      return { walletAddress: address, chain, networks }
    }),
  }
}

/** The currency first, then the tokens by symbol. */
function balancesOnNetwork(
  backend: Backend,
  { environmentId, chain, network }: EnvironmentChain & { readonly network: EnvironmentNetwork },
  selection: Selection,
): TokenBalance[] {
  const { address, includeNative, filterSpamTokens, whitelistedContracts, isForced } = selection
  const networkId = Number(network.network.networkId)
  const account = addressKey(chain, address)
  const reading = readBalances(backend, { environmentId, account, networkId }, isForced)
  const allowed = new Set(whitelistedContracts.map((contract) => addressKey(chain, contract)))
  const isShown = (contract: string) =>
    !filterSpamTokens || allowed.has(contract) || !backend.outside.threats.isMaliciousAddress(contract)
  const tokens = reading.tokens
    .filter(({ contract }) => isShown(contract))
    .map(({ contract, amount }) => ({ asset: tokenAsset(backend, contract, networkId), amount }))
    .sort((a, b) => (orderOf(a.asset) < orderOf(b.asset) ? -1 : 1))
  const native = { asset: nativeAsset(backend, chain, network), amount: reading.native }
  return [...(includeNative ? [native] : []), ...tokens].map((balance) => ({
    networkId,
    ...presentBalance(balance, selection),
  }))
}

const orderOf = ({ symbol, address }: Asset) => `${symbol} ${address}`

function presentBalance(
  { asset, amount }: { readonly asset: Asset; readonly amount: string },
  { includePrices }: Pick<Selection, 'includePrices'>,
): TokenBalance {
  const { address, name, symbol, decimals, logoUrl, isNative, price } = asset
  const balance = Number(formatUnits(BigInt(amount), decimals))
  return {
    address,
    name,
    symbol,
    decimals,
    logoURI: logoUrl,
    balance,
    rawBalance: Number(amount),
    ...(includePrices && price !== undefined && { price, marketValue: balance * price }),
    isNative,
  }
}
