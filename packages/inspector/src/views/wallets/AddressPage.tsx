import { Card } from '../../components/Card.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Link } from '../../components/Link.tsx'
import { Reading } from '../../components/Reading.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useRead } from '../../inspectorContext.ts'
import { AddressCards, chainTables } from './AddressCards.tsx'
import { AddressForm } from './AddressForm.tsx'
import { FundButton } from './FundButton.tsx'

/** Any address of the EVM chains or of Solana: what it holds and has sent. */
export function AddressPage({ address }: { address: string }) {
  const view = useRead('GET chain/address', { input: { address }, tables: chainTables })
  if (view.error && !view.data)
    return (
      <Card title="Any address">
        <AddressForm address={address} refusal={view.error.message} />
      </Card>
    )
  return (
    <Reading of={view}>
      {(data) => (
        <article class="stack wide" aria-label={`Address ${data.address}`}>
          <Card title="Address" actions={<FundButton address={data.address} />}>
            <Copyable value={data.address} label="address" />
            <Owners address={data.address} />
          </Card>
          <AddressCards view={data} />
        </article>
      )}
    </Reading>
  )
}

/** The wallets of people at an address. */
function Owners({ address }: { address: string }) {
  const { data } = useRead('GET wallets', { input: { search: address, limit: 10 }, tables: ['wallets', 'users'] })
  if (!data || data.count === 0) return null
  return (
    <ul class="row" aria-label="Wallets at this address">
      {data.wallets.map(({ id, owner, name }) => (
        <li key={id}>
          <Link class="button" href={hrefOf('wallets', [id])}>
            <span class="clip wallets-owner">Wallet of {owner ?? name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
