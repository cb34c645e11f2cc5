import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { ShortList } from '../../components/ShortList.tsx'
import { Time } from '../../components/Time.tsx'
import { useRead } from '../../inspectorContext.ts'
import { AddressLink } from './AddressLink.tsx'

/** The payments that the simulated facilitator of x402 has sent, the latest first; nothing as long as there are none. */
export function SettledPayments() {
  const { data } = useRead('GET x402/payments', { tables: ['settledPayments'] })
  if (!data || data.payments.length === 0) return null
  return (
    <Card title="Payments by x402" flush>
      <ShortList items={data.payments.toReversed()} label="Payments by x402">
        {({ id, networkId, asset, amount, payer, payTo, resource, createdAt }) => (
          <li key={id} class="wallets-transaction">
            <div class="row">
              <b class="tabular text">{amount}</b> of <AddressLink address={asset} />
              <Badge>EVM {networkId}</Badge>
              <small class="end">
                <Time at={createdAt} withDate />
              </small>
            </div>
            <div class="row small wallets-ends">
              <AddressLink address={payer} /> <span aria-hidden="true">→</span>
              <span class="hidden">to</span>
              <AddressLink address={payTo} />
            </div>
            {resource !== undefined && <small class="text">{resource}</small>}
          </li>
        )}
      </ShortList>
    </Card>
  )
}
