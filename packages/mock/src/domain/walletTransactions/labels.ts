import type { Account, Transfer } from '@latchkey/chains/chains'
import type { components } from '@latchkey/types'

type Label = components['schemas']['WalletTransactionType']

/** The labels of a transaction for an account: it has sent assets, received assets, or exchanged them. */
export function labelsOf(transfers: readonly Transfer[], account: Account): Label[] {
  const sentAssets = new Set<string>()
  const received = new Set<string>()
  for (const transfer of transfers) {
    if (transfer.from === account) sentAssets.add(assetKey(transfer))
    if (transfer.to === account) received.add(assetKey(transfer))
  }
  const isExchange =
    [...sentAssets].some((asset) => !received.has(asset)) && [...received].some((asset) => !sentAssets.has(asset))
  if (isExchange) return ['swap']
  if (sentAssets.size > 0) return received.size > 0 ? ['sent', 'receive'] : ['sent']
  return received.size > 0 ? ['receive'] : []
}

const assetKey = ({ contract = 'native', tokenId = '' }: Transfer) => `${contract} ${tokenId}`
