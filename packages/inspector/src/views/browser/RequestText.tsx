import { CodeBlock, JsonBlock } from '../../components/CodeBlock.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import type { WalletRequest } from './browserWallet.ts'

/** A request in the form in which a person reads it, and as the page has sent it. */
export function RequestText({ request }: { request: WalletRequest }) {
  const { text, typedData, grants, transactions, params } = request
  const { solanaTransactions, bitcoinTransactions, suiTransaction, aptosTransaction, actions, terms } = request
  const decoded = solanaTransactions ?? bitcoinTransactions ?? suiTransaction ?? aptosTransaction ?? actions
  return (
    <>
      {text !== undefined && <CodeBlock text={text} label="message" wrap />}
      {typedData !== undefined && <JsonBlock value={typedData} label="typed data" />}
      {grants && grants.length > 0 && <Grants grants={grants} />}
      {transactions?.some(({ data }) => data !== undefined) && <JsonBlock value={transactions} label="transactions" />}
      {decoded && <JsonBlock value={decoded} label="transactions" />}
      {terms && <JsonBlock value={terms} label="terms" />}
      <details>
        <summary>As the page has sent it</summary>
        <JsonBlock value={params ?? null} label="parameters" />
      </details>
    </>
  )
}

const assetWords: Readonly<Record<string, string>> = {
  native: "the chain's currency",
  everything: 'everything that the account has',
}

/** Who gets what by the transactions. */
function Grants({ grants }: { grants: NonNullable<WalletRequest['grants']> }) {
  return (
    <ul class="list browser-grants" aria-label="Who gets what">
      {grants.map(({ to, asset, amount }, index) => (
        <li key={index} class="stack tight">
          <span class="text">
            <b class="tabular">{amount}</b> of {assetWords[asset] ?? asset}, in its smallest unit, to
          </span>
          <Copyable value={to} label="receiver" />
        </li>
      ))}
    </ul>
  )
}
