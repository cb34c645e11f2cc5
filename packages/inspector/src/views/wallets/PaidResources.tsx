import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { useRead } from '../../inspectorContext.ts'
import { AddressLink } from './AddressLink.tsx'

/** The resources that the simulated seller of x402 sells; nothing as long as it sells none. */
export function PaidResources() {
  const { data } = useRead('GET x402/resources', { tables: ['paidResources'] })
  if (!data || data.resources.length === 0) return null
  return (
    <Card title="Resources sold by x402" flush>
      <ul class="list" aria-label="Resources sold by x402">
        {data.resources.map(({ id, url, networkId, asset, amount, payTo, description }) => (
          <li key={id} class="wallets-transaction">
            <Copyable value={url} label="URL of the resource" />
            {description !== undefined && <small class="text">{description}</small>}
            <div class="row small wallets-ends">
              <b class="tabular text">{amount}</b> of <AddressLink address={asset} />
              <span aria-hidden="true">→</span>
              <span class="hidden">to</span>
              <AddressLink address={payTo} />
              <Badge>EVM {networkId}</Badge>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
