import { formatUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import type { Account, SpendingRight, Transfer } from '@latchkey/chains/chains'
import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import { type Asset, assetOfTransfer } from '../assets/assets.ts'
import { shownAddress } from '../chains/shownAddress.ts'
import type { Backend } from '../shared/backend.ts'
import { presentAsset, type SimulatedAccount } from './assetDiffs.ts'

type AssetExposure = components['schemas']['AssetExposure']

/** From this amount on a right counts as one without a limit: some contracts keep no more than 96 bits. */
const unlimitedFrom = 2n ** 96n - 1n

const isUnlimited = ({ amount }: SpendingRight) => amount === undefined || amount >= unlimitedFrom

/** The rights that are new, or higher than before. */
export function newRights(before: readonly SpendingRight[], after: readonly SpendingRight[]): SpendingRight[] {
  const keyOf = ({ spender, contract, tokenId = '' }: SpendingRight) => `${spender} ${contract} ${tokenId}`
  const former = new Map(before.map((right) => [keyOf(right), right]))
  return after.filter((right) => {
    const existing = former.get(keyOf(right))
    return (
      !existing || (existing.amount !== undefined && (right.amount === undefined || right.amount > existing.amount))
    )
  })
}

/** Whether a right covers all of a contract's tokens, at any time. A right to one NFT does not. */
export function hasUnlimitedRight(rights: readonly SpendingRight[]): boolean {
  return rights.some((right) => right.tokenId === undefined && isUnlimited(right))
}

/** The rights of others to spend the account's assets, asset by asset. */
export function presentExposures(
  backend: Backend,
  simulatedAccount: SimulatedAccount,
  rights: readonly SpendingRight[],
): AssetExposure[] {
  const exposures = new Map<string, AssetExposure>()
  for (const right of rights) {
    const key = `${right.contract} ${right.tokenId}`
    const asset = assetOfTransfer(backend, simulatedAccount, right)
    const exposure = exposures.get(key) ?? {
      asset: presentAsset(asset, simulatedAccount.network, kindOf(simulatedAccount, right)),
      spenderToInfo: {},
    }
    exposure.spenderToInfo[shownAddress(right.spender)] = {
      amount: isUnlimited(right) ? 'unlimited' : formatUnits(right.amount ?? 0n, asset.decimals),
      ...aliasOf(backend, right.spender),
      ...defined({
        usdValue:
          asset.price === undefined
            ? undefined
            : String(asset.price * spendable(backend, simulatedAccount, { right, asset })),
      }),
    }
    exposures.set(key, exposure)
  }
  return [...exposures.values()]
}

function aliasOf({ outside: { names } }: Backend, spender: Account): { readonly spenderAlias?: string } {
  const [name] = names.namesOf(spender)
  return name ? { spenderAlias: name.name } : {}
}

/** The spendable amount of the asset: the account's balance, at most the amount of the right, in whole units. */
function spendable(
  { outside }: Backend,
  { account, network }: SimulatedAccount,
  { right, asset }: { readonly right: SpendingRight; readonly asset: Asset },
): number {
  const holdings = outside.chains.tokenBalances(account, Number(network.network.networkId))
  const held = holdings.find(({ contract, kind }) => contract === right.contract && kind === 'token')?.amount ?? 0n
  const amount = right.amount === undefined || right.amount > held ? held : right.amount
  return Number(formatUnits(amount, asset.decimals))
}

/** A right to all tokens, or to one of them, is one to NFTs. */
function kindOf({ chain }: SimulatedAccount, { amount, tokenId }: SpendingRight): Transfer['kind'] {
  if (chainNamespace(chain) === 'solana') return 'spl'
  return amount === undefined || tokenId !== undefined ? 'erc721' : 'erc20'
}
