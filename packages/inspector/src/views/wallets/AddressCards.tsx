import type { ComponentChildren } from 'preact'
import { Card } from '../../components/Card.tsx'
import type { ControlOutput } from '../../live/control.ts'
import { Holdings } from './Holdings.tsx'
import { OperationList } from './OperationList.tsx'
import { TransactionList } from './TransactionList.tsx'

/** The tables that say what addresses hold and have sent. */
export const chainTables = [
  'chainAccounts',
  'tokenBalances',
  'chainTokens',
  'chainBlocks',
  'chainTransactions',
  'chainEntries',
  'pendingTransactions',
  'pendingOperations',
  'heldNetworks',
  'customNetworks',
]

interface AddressCardsProps {
  readonly view: ControlOutput<'GET chain/address'>
  readonly actions?: ComponentChildren
}

/** Shows the holdings of an address, and its transactions. */
export function AddressCards({ view, actions }: AddressCardsProps) {
  const { address, chain, isInLedger, assets, pending, operations, transactions } = view
  return (
    <>
      <Card title="Holdings" actions={actions} flush>
        <Holdings assets={assets} />
        {!isInLedger && (
          <p class="muted small wallets-note">
            The mock keeps no currency and no transactions of {chain}. Tokens and NFTs are set by{' '}
            <code>mock.chain.setTokenBalance()</code> and <code>grantNft()</code>.
          </p>
        )}
      </Card>
      {operations.length > 0 && (
        <Card title="User operations" flush>
          <OperationList operations={operations} />
        </Card>
      )}
      {isInLedger && (
        <Card title="Transactions" flush>
          <TransactionList pending={pending} transactions={transactions} address={address} />
        </Card>
      )}
    </>
  )
}
