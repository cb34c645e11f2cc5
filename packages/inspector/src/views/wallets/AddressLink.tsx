import { Link } from '../../components/Link.tsx'
import { hrefOf } from '../../createRouter.ts'
import { shortText } from '../../shortText.ts'

/** An address, short, which leads to what it holds. */
export function AddressLink({ address }: { address: string }) {
  return (
    <Link class="mono" href={hrefOf('wallets', ['address', address])} title={address}>
      {shortText(address)}
    </Link>
  )
}
