import { Badge } from '../../components/Badge.tsx'
import { LinkList } from '../../components/LinkList.tsx'
import type { ControlOutput } from '../../live/control.ts'
import { shortText } from '../../shortText.ts'

export type Wallet = ControlOutput<'GET wallets'>['wallets'][number]

/** The names of the kinds of wallets. */
export const kindNames: Readonly<Record<Wallet['kind'], string>> = {
  embedded: 'embedded',
  external: 'external',
  server: 'of a server',
  smart: 'smart',
}

interface WalletListProps {
  /** Newest first. */
  readonly wallets: readonly Wallet[]
  readonly selectedId: string | undefined
}

/** Wallets to choose from, with the mouse or the arrow keys. */
export function WalletList({ wallets, selectedId }: WalletListProps) {
  return (
    <LinkList
      view="wallets"
      label="Wallets"
      items={wallets}
      itemClass="wallets-item"
      selectedId={selectedId}
      idOf={({ id }) => id}
    >
      {(wallet) => (
        <>
          <Badge>{wallet.chain}</Badge>
          <span class="wallets-what">
            <b class="clip">{wallet.owner ?? wallet.name}</b>
            <small class="clip">
              <span class="mono">{shortText(wallet.address)}</span> · {kindNames[wallet.kind]}
            </small>
          </span>
          <span class="end wallets-holds">
            <Held wallet={wallet} />
          </span>
        </>
      )}
    </LinkList>
  )
}

/** The first thing that a wallet holds, and how much else there is. */
function Held({ wallet: { assets, assetCount } }: { wallet: Wallet }) {
  const [first] = assets
  if (!first) return <small>holds nothing</small>
  return (
    <>
      <span class="clip tabular">
        {first.amount} {first.symbol}
      </span>
      <small class="clip">{assetCount === 1 ? first.network : `and ${assetCount - 1} more`}</small>
    </>
  )
}
