import { useId, useState } from 'preact/hooks'
import { CheckList } from '../../components/CheckList.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import { type BrowserWallet, requestWords, type WalletRequest } from './browserWallet.ts'
import { RequestText } from './RequestText.tsx'

interface OpenRequestProps {
  readonly wallet: Pick<BrowserWallet, 'accounts' | 'walletId'>
  readonly request: WalletRequest
}

/** The pop-up of the wallet: it shows what a page asks, and has the buttons of the person. */
export function OpenRequest({ wallet: { walletId, accounts }, request }: OpenRequestProps) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const [chosen, setChosen] = useState(accounts)
  const titleId = useId()
  const { id: requestId, kind, origin, method, account, chain, chainId } = request
  const [asks, yes] = requestWords[kind]
  const isChoice = kind === 'connect' && accounts.length > 1
  const approve = () =>
    run(async () => {
      // A wallet that is unlocked answers all who wait for it.
      if (kind === 'unlock') return live.call('POST wallets/browser/unlock', { walletId })
      const choice = isChoice ? { accounts: [...chosen] } : {}
      return live.call('POST wallets/browser/approve', { walletId, requestId, ...choice })
    })
  const refuse = () => run(() => live.call('POST wallets/browser/refuse', { walletId, requestId }))
  return (
    <section class="card browser-request" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId} class="text">
          {origin} asks {asks}
        </h2>
      </header>
      <div class="body">
        <Facts>
          <Fact name="Method">
            <code class="clip">{method}</code>
          </Fact>
          {account !== undefined && (
            <Fact name="Account">
              <Copyable value={account} label="account" />
            </Fact>
          )}
          {(chain ?? chainId) !== undefined && <Fact name="Chain">{chain ?? chainId}</Fact>}
        </Facts>
        <RequestText request={request} />
        {isChoice && (
          <CheckList legend="Accounts" name="accounts" options={accounts} checked={chosen} onChange={setChosen} />
        )}
        <div class="row">
          <button
            type="button"
            class="main"
            disabled={isBusy || (isChoice && chosen.length === 0)}
            onClick={() => void approve()}
          >
            {yes}
          </button>
          <button type="button" disabled={isBusy} onClick={() => void refuse()}>
            Refuse
          </button>
        </div>
      </div>
    </section>
  )
}
