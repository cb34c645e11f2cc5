import type { Account, Transfer } from '../../chains.ts'
import { nativeMint } from '../../codecs/solanaInstructions.ts'
import { keyOf } from '../../ledger/solana/solanaAccounts.ts'

/** The lamports and the tokens of an account. */
export interface AccountBalance {
  readonly address: string
  readonly lamports: bigint
  readonly token?: { readonly mint: string; readonly owner: string; readonly amount: bigint } | undefined
}

/** The amounts by which accounts have changed, by asset; the currency's is the empty text. */
type Changes = Map<string, Map<Account, bigint>>

function add(changes: Changes, asset: string, change: { readonly account: Account; readonly amount: bigint }): void {
  const ofAsset = changes.get(asset) ?? new Map<Account, bigint>()
  changes.set(asset, ofAsset)
  ofAsset.set(change.account, (ofAsset.get(change.account) ?? 0n) + change.amount)
}

/** Counts balances, once with their sign and once against it. */
function count(changes: Changes, balances: readonly AccountBalance[], sign: 1n | -1n): void {
  for (const { address, lamports, token } of balances) {
    // Wrapped lamports count as tokens, whose owner is another one than the account.
    const wrapped = token?.mint === nativeMint ? token.amount : 0n
    add(changes, '', { account: keyOf(address), amount: sign * (lamports - wrapped) })
    if (token) add(changes, token.mint, { account: keyOf(token.owner), amount: sign * token.amount })
  }
}

/**
 * The movements that a transaction has made, from the balances before and after it: whatever the programs are, these
 * are its effects. The first that lose an asset pay the first that gain it.
 *
 * @param fee - In lamports, which the first account has paid besides.
 */
export function netTransfers(
  before: readonly AccountBalance[],
  after: readonly AccountBalance[],
  fee: bigint,
): readonly Transfer[] {
  const changes: Changes = new Map()
  count(changes, before, -1n)
  count(changes, after, 1n)
  const [payer] = before
  if (payer) add(changes, '', { account: keyOf(payer.address), amount: fee })
  return [...changes].flatMap(([asset, ofAsset]) => matched(asset, ofAsset))
}

/** Pairs those who lose with those who gain. Without a counterpart, the asset is created or destroyed. */
function matched(asset: string, ofAsset: ReadonlyMap<Account, bigint>): Transfer[] {
  const kind = asset === '' ? ({ kind: 'native' } as const) : ({ kind: 'spl', contract: keyOf(asset) } as const)
  const gains = [...ofAsset].filter(([, amount]) => amount > 0n).map(([to, amount]) => ({ to, amount }))
  const transfers: Transfer[] = []
  for (const [from, change] of ofAsset) {
    let left = -change
    while (left > 0n) {
      const [gain] = gains
      if (!gain) {
        transfers.push({ ...kind, from, amount: String(left) })
        break
      }
      const amount = gain.amount < left ? gain.amount : left
      transfers.push({ ...kind, from, to: gain.to, amount: String(amount) })
      left -= amount
      gain.amount -= amount
      if (gain.amount === 0n) gains.shift()
    }
  }
  const created = gains.map(({ to, amount }): Transfer => ({ ...kind, to, amount: String(amount) }))
  return [...transfers, ...created]
}
