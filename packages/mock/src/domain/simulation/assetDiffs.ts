import { formatUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import type { Account, Transfer } from '@latchkey/chains/chains'
import type { Chain } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import { type Asset, assetOfTransfer } from '../assets/assets.ts'
import type { EnvironmentNetwork } from '../environments/environmentNetworks.ts'
import type { Backend } from '../shared/backend.ts'

type Schemas = components['schemas']

/** The account whose assets a simulation is about. */
export interface SimulatedAccount {
  readonly chain: Chain
  readonly network: EnvironmentNetwork
  readonly account: Account
}

/** An asset as simulations show it. */
export function presentAsset(
  { address, name, symbol, decimals, logoUrl }: Asset,
  { network }: EnvironmentNetwork,
  kind: Transfer['kind'],
): Schemas['Asset'] {
  const chainId = Number(network.networkId)
  return { address, chainId, chainName: network.name, decimals, logoUrl, name, symbol, type: kind.toUpperCase() }
}

interface Diffs {
  readonly inAssets: Schemas['AssetDiff'][]
  readonly outAssets: Schemas['AssetDiff'][]
  /** Whether everything that moves has a price. */
  readonly isPriced: boolean
}

/** The assets that an account receives and sends, asset by asset. */
export function assetDiffs(
  backend: Backend,
  simulatedAccount: SimulatedAccount,
  transfers: readonly Transfer[],
): Diffs {
  const { account } = simulatedAccount
  const moves = transfers.filter(({ from, to }) => from !== to && (from === account || to === account))
  const assets = moves.map((transfer) => assetOfTransfer(backend, simulatedAccount, transfer))
  return {
    inAssets: diffsOf(backend, simulatedAccount, {
      transfers: moves.filter(({ to }) => to === account),
      side: 'transferIn',
    }),
    outAssets: diffsOf(backend, simulatedAccount, {
      transfers: moves.filter(({ from }) => from === account),
      side: 'transferOut',
    }),
    isPriced: assets.every(({ price }) => price !== undefined),
  }
}

function diffsOf(
  backend: Backend,
  simulatedAccount: SimulatedAccount,
  { transfers, side }: { readonly transfers: readonly Transfer[]; readonly side: 'transferIn' | 'transferOut' },
): Schemas['AssetDiff'][] {
  const diffs = new Map<string, Schemas['AssetDiff']>()
  for (const transfer of transfers) {
    const key = `${transfer.contract} ${transfer.tokenId}`
    const asset = assetOfTransfer(backend, simulatedAccount, transfer)
    const shown = presentAsset(asset, simulatedAccount.network, transfer.kind)
    const diff = diffs.get(key) ?? { asset: shown, transferIn: [], transferOut: [] }
    diff[side].push(presentMove(asset, transfer, side === 'transferIn' ? 'Received' : 'Sent'))
    diffs.set(key, diff)
  }
  return [...diffs.values()]
}

function presentMove(
  { decimals, symbol, price }: Asset,
  { amount, tokenId }: Transfer,
  verb: 'Received' | 'Sent',
): Schemas['AssetTransfer'] {
  const value = formatUnits(BigInt(amount), decimals)
  return {
    rawValue: amount,
    value,
    ...defined({ usdPrice: price === undefined ? undefined : String(Number(value) * price) }),
    summary: `${verb} ${value} ${symbol}${tokenId === undefined ? '' : ` #${tokenId}`}`,
  }
}
