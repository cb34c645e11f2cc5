import { Link } from '../../components/Link.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'
import { AddressPage } from './AddressPage.tsx'
import { ChainPart } from './ChainPart.tsx'
import { NewWalletButton } from './NewWalletButton.tsx'
import { WalletsPart } from './WalletsPart.tsx'

/** The wallets of all people, the simulated chains, and any address on them. */
export function Wallets() {
  const { router } = useInspector()
  const [part, address = ''] = router.route.value.path
  const isChain = part === 'chain' || part === 'address'
  return (
    <div class={isChain ? 'view' : 'view full'}>
      <ViewHead title="Wallets and chain">
        {!isChain && <NewWalletButton />}
        <Link class="button" href={hrefOf('wallets')} aria-current={isChain ? undefined : 'page'}>
          Wallets
        </Link>
        <Link class="button" href={hrefOf('wallets', ['chain'])} aria-current={part === 'chain' ? 'page' : undefined}>
          Chain
        </Link>
      </ViewHead>
      {part === 'chain' && <ChainPart />}
      {part === 'address' && <AddressPage key={address} address={address} />}
      {!isChain && <WalletsPart />}
    </div>
  )
}
