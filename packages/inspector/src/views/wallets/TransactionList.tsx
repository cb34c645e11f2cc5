import type { ComponentChildren } from 'preact'
import { Badge } from '../../components/Badge.tsx'
import { Time } from '../../components/Time.tsx'
import type { ControlOutput } from '../../live/control.ts'
import { AddressLink } from './AddressLink.tsx'
import { HashOf } from './HashOf.tsx'
import { WaitingActions } from './WaitingActions.tsx'

type Transaction = ControlOutput<'GET chain/address'>['transactions'][number]
type Pending = ControlOutput<'GET chain/address'>['pending'][number]

interface TransactionListProps {
  /** Those that wait for a block, newest first. */
  readonly pending: readonly Pending[]
  /** Newest first. */
  readonly transactions: readonly Transaction[]
  /** Whose transactions they are: says of each whether the address has sent it. */
  readonly address?: string
}

/** Transactions, those that wait first. */
export function TransactionList({ pending, transactions, address }: TransactionListProps) {
  if (pending.length + transactions.length === 0)
    return (
      <p class="muted small wallets-note">
        No transactions yet. Send one from your app to the <code>rpcUrls</code> of the settings.
      </p>
    )
  return (
    <ol class="list" aria-label="Transactions">
      {pending.map((transaction) => (
        <li key={transaction.hash} class="wallets-transaction">
          <Line transaction={transaction} address={address}>
            <Badge tone="warn">pending</Badge>
          </Line>
          <WaitingActions waiting={transaction} dropped="The transaction is forgotten.">
            <small>
              {transaction.nonce === undefined ? 'Waits for a block.' : `Waits with nonce ${transaction.nonce}.`}
            </small>
          </WaitingActions>
        </li>
      ))}
      {transactions.map((transaction) => (
        <li key={`${transaction.networkId} ${transaction.hash}`} class="wallets-transaction">
          <Line transaction={transaction} address={address}>
            <Badge tone={transaction.status === 'success' ? 'good' : 'bad'}>{transaction.status}</Badge>
          </Line>
          {transaction.reason !== undefined && <p class="remark bad text">{transaction.reason}</p>}
          <Transfers transaction={transaction} />
          <small>
            Block {transaction.blockNumber}, fee {transaction.fee} {transaction.symbol}
          </small>
        </li>
      ))}
    </ol>
  )
}

interface LineProps {
  readonly transaction: Transaction | Pending
  readonly address: string | undefined
  /** Its status. */
  readonly children: ComponentChildren
}

function Line({ transaction, address, children }: LineProps) {
  const { hash, from, to, value, symbol, network, createdAt } = transaction
  return (
    <>
      <div class="row">
        {children}
        <b class="tabular text">
          {value} {symbol}
        </b>
        {address !== undefined && <span class="small muted">{roleOf(address, transaction)}</span>}
        <span class="small muted">{network}</span>
        <small class="end">
          <Time at={createdAt} withDate />
        </small>
      </div>
      <div class="row small wallets-ends">
        <AddressLink address={from} /> <span aria-hidden="true">→</span>
        <span class="hidden">to</span>
        {to === undefined ? <span class="muted">a new contract</span> : <AddressLink address={to} />}
        <HashOf hash={hash} label="transaction hash" />
      </div>
    </>
  )
}

/** Names the part that an address took in a transaction. */
function roleOf(address: string, transaction: Transaction | Pending): string {
  const { from, to } = transaction
  if (from === address) return 'sent'
  const transfers = 'transfers' in transaction ? transaction.transfers : []
  const isReceiver = to === address || transfers.some((transfer) => transfer.to === address)
  return isReceiver ? 'received' : 'took part'
}

/** Lists the tokens that a transaction has moved, besides its value. */
function Transfers({ transaction: { transfers } }: { transaction: Transaction }) {
  const tokens = transfers.filter(({ kind }) => kind !== 'native')
  if (tokens.length === 0) return null
  return (
    <ul class="small">
      {tokens.map(({ amount, symbol, tokenId, from, to }, index) => (
        <li key={index} class="row wallets-ends">
          <b class="text">
            {amount} {symbol}
            {tokenId !== undefined && ` #${tokenId}`}
          </b>
          {from === undefined ? 'made' : <AddressLink address={from} />}
          <span aria-hidden="true">→</span>
          <span class="hidden">to</span>
          {to === undefined ? 'destroyed' : <AddressLink address={to} />}
        </li>
      ))}
    </ul>
  )
}
