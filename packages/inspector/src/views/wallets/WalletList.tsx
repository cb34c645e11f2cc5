import { Badge } from '../../components/Badge.tsx'
import { Link } from '../../components/Link.tsx'
import { useArrowKeys } from '../../components/useArrowKeys.ts'
import { hrefOf } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'
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
  /** The filter, which stays in the links. */
  readonly query: Readonly<Record<string, string>>
}

/** Wallets to choose from, with the mouse or the arrow keys. */
export function WalletList({ wallets, selectedId, query }: WalletListProps) {
  const { router } = useInspector()
  const linkOf = (wallet: Wallet) => hrefOf('wallets', [wallet.id], query)
  const keys = useArrowKeys((index) => {
    const wallet = wallets[index]
    if (wallet) router.go(linkOf(wallet), { replace: true })
  })
  return (
    <ol class="list" aria-label="Wallets" {...keys}>
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <Link class="item wallets-item" href={linkOf(wallet)} aria-current={wallet.id === selectedId}>
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
          </Link>
        </li>
      ))}
    </ol>
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
