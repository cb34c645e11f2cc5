import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyCard } from '../../components/Empty.tsx'
import { Reading } from '../../components/Reading.tsx'
import { ShortList } from '../../components/ShortList.tsx'
import { useRead } from '../../inspectorContext.ts'
import { requestWords, tables, type WalletRequest } from './browserWallet.ts'
import { OpenRequest } from './OpenRequest.tsx'
import { WalletSettings } from './WalletSettings.tsx'

/** A wallet that stands in pages: what is asked, what it is set to, and what was asked before. */
export function BrowserWalletPage({ id }: { id: string }) {
  const details = useRead('GET wallets/browser/details', { input: { walletId: id }, tables })
  const isGone = (details.error as (Error & { kind?: string }) | undefined)?.kind === 'use'
  if (isGone)
    return (
      <EmptyCard icon="browser" title="This wallet does not exist">
        <p>The wallet was deleted, or the mock was reset. Choose another one.</p>
      </EmptyCard>
    )
  return (
    <Reading of={details}>
      {(wallet) => (
        <article class="stack wide" aria-label={`Browser wallet ${wallet.name}`}>
          {wallet.requests
            .filter(({ status }) => status === 'open')
            .map((request) => (
              <OpenRequest key={request.id} wallet={wallet} request={request} />
            ))}
          <WalletSettings wallet={wallet} />
          <FormerRequests requests={wallet.requests.filter(({ status }) => status !== 'open').toReversed()} />
        </article>
      )}
    </Reading>
  )
}

const tones = { approved: 'good', open: 'info', refused: 'bad', withdrawn: undefined } as const

/** @param requests - Newest first. */
function FormerRequests({ requests }: { requests: readonly WalletRequest[] }) {
  if (requests.length === 0) return null
  return (
    <Card title="Answered requests" flush>
      <ShortList items={requests} label="Answered requests">
        {({ id, kind, origin, method, status }) => (
          <li key={id} class="item">
            <Badge tone={tones[status]}>{status}</Badge>
            <span class="browser-what">
              <span class="clip">
                {origin} asked {requestWords[kind][0]}
              </span>
              <small class="clip mono">{method}</small>
            </span>
          </li>
        )}
      </ShortList>
    </Card>
  )
}
