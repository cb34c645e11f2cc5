import { Card } from '../../components/Card.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Time } from '../../components/Time.tsx'
import { counted } from '../../counting.ts'
import { useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { shortText } from '../../shortText.ts'
import { chainTables } from './AddressCards.tsx'
import { AddressForm } from './AddressForm.tsx'
import { Networks } from './Networks.tsx'
import { OpenSockets } from './OpenSockets.tsx'
import { OperationList } from './OperationList.tsx'
import { PaidResources } from './PaidResources.tsx'
import { SettledPayments } from './SettledPayments.tsx'
import { TransactionList } from './TransactionList.tsx'

type Block = ControlOutput<'GET chain/latest'>['blocks'][number]

/** The simulated chains: their networks, what has happened last, and a way to any address. */
export function ChainPart() {
  const latest = useRead('GET chain/latest', { input: { limit: 50 }, tables: chainTables })
  return (
    <div class="columns">
      <div class="stack wide">
        <Card title="Any address">
          <AddressForm />
        </Card>
        <Networks />
        <PaidResources />
        <OpenSockets />
      </div>
      <div class="stack wide">
        <SettledPayments />
        <Reading of={latest}>
          {({ blocks, transactions, pending, operations }) => (
            <>
              {operations.length > 0 && (
                <Card title="User operations" flush>
                  <OperationList operations={operations} />
                </Card>
              )}
              <Card title="Latest transactions" flush>
                <TransactionList pending={pending} transactions={transactions} />
              </Card>
              <Card title="Latest blocks" flush>
                <Blocks blocks={blocks} />
              </Card>
            </>
          )}
        </Reading>
      </div>
    </div>
  )
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  if (blocks.length === 0)
    return <p class="muted small wallets-note">No blocks yet. Funding an address makes one, and so does Mine.</p>
  return (
    <ol class="list" aria-label="Blocks">
      {blocks.map(({ hash, network, number, transactions, createdAt }) => (
        <li key={hash} class="wallets-block">
          <b class="tabular">{number}</b>
          <span class="clip">{network}</span>
          <small class="clip">
            {transactions === 0 ? 'empty' : counted(transactions, ['transaction', 'transactions'])}
          </small>
          <code title={hash}>{shortText(hash)}</code>
          <CopyButton text={hash} label="block hash" />
          <small>
            <Time at={createdAt} />
          </small>
        </li>
      ))}
    </ol>
  )
}
