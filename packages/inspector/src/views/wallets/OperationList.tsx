import { Badge } from '../../components/Badge.tsx'
import { Time } from '../../components/Time.tsx'
import type { ControlOutput } from '../../live/control.ts'
import { AddressLink } from './AddressLink.tsx'
import { HashOf } from './HashOf.tsx'
import { WaitingActions } from './WaitingActions.tsx'

type Operation = ControlOutput<'GET chain/latest'>['operations'][number]

interface OperationListProps {
  /** Newest first. */
  readonly operations: readonly Operation[]
}

/** User operations that wait for a bundle. */
export function OperationList({ operations }: OperationListProps) {
  return (
    <ol class="list" aria-label="User operations">
      {operations.map((operation) => (
        <li key={operation.hash} class="wallets-transaction">
          <Line operation={operation} />
          <WaitingActions waiting={{ ...operation, chain: 'EVM' }} dropped="The user operation is forgotten.">
            <small>{numberOf(operation)}</small>
          </WaitingActions>
        </li>
      ))}
    </ol>
  )
}

/** Most operations are of the first sequence, so only others name theirs. */
const numberOf = ({ nonce, nonceKey }: Operation) =>
  nonceKey === '0' ? `Waits with nonce ${nonce}.` : `Waits with nonce ${nonce} of sequence ${nonceKey}.`

function Line({ operation }: { readonly operation: Operation }) {
  const { network, createdAt, sender, entryPoint, paymaster, delegation, maximumCost, symbol, hash } = operation
  return (
    <>
      <div class="row">
        <Badge tone="warn">pending</Badge>
        <b>Entry point {entryPoint}</b>
        <span class="small muted">{network}</span>
        <small class="end">
          <Time at={createdAt} withDate />
        </small>
      </div>
      <div class="row small wallets-ends">
        <AddressLink address={sender} />
        <span>
          pays at most {maximumCost} {symbol}
        </span>
        <HashOf hash={hash} label="hash of the user operation" />
      </div>
      {paymaster !== undefined && (
        <div class="row small wallets-ends">
          Paymaster <AddressLink address={paymaster} />
        </div>
      )}
      {delegation !== undefined && (
        <div class="row small wallets-ends">
          Delegates to <AddressLink address={delegation} />
        </div>
      )}
    </>
  )
}
