import type { components } from '@latchkey/types'
import type { Account, Transfer } from '../../effects/chains.ts'

type Label = components['schemas']['WalletTransactionType']

/** What a transaction means for an account: whether it gave something, got something, or exchanged assets. */
export function labelsOf(transfers: readonly Transfer[], account: Account): Label[] {
  const given = new Set<string>()
  const received = new Set<string>()
  for (const transfer of transfers) {
    if (transfer.from === account) given.add(assetKey(transfer))
    if (transfer.to === account) received.add(assetKey(transfer))
  }
  const isExchange =
    [...given].some((asset) => !received.has(asset)) && [...received].some((asset) => !given.has(asset))
  if (isExchange) return ['swap']
  return [...(given.size > 0 ? (['sent'] as const) : []), ...(received.size > 0 ? (['receive'] as const) : [])]
}

const assetKey = ({ contract = 'native', tokenId = '' }: Transfer) => `${contract} ${tokenId}`
