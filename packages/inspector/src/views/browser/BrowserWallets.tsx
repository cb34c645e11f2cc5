import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { EmptyCard } from '../../components/Empty.tsx'
import { LinkList } from '../../components/LinkList.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Split } from '../../components/Split.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector, useRead } from '../../inspectorContext.ts'
import { shortText } from '../../shortText.ts'
import { type BrowserWallet, tables } from './browserWallet.ts'
import { BrowserWalletDialog } from './BrowserWalletDialog.tsx'
import { BrowserWalletPage } from './BrowserWalletPage.tsx'

/** The wallets that stand in pages, and the person who answers there. The chosen one is in the link. */
export function BrowserWallets() {
  const { router } = useInspector()
  const [isOpen, setOpen] = useState(false)
  const wallets = useRead('GET wallets/browser', { tables })
  const [selectedId] = router.route.value.path
  return (
    <div class="view full">
      <ViewHead title="Browser wallets">
        <button type="button" class="main" onClick={() => setOpen(true)}>
          New browser wallet…
        </button>
      </ViewHead>
      <Reading of={wallets}>
        {({ wallets }) =>
          wallets.length === 0 && selectedId === undefined ? (
            <NoBrowserWallets />
          ) : (
            <Split
              nouns={['wallet', 'wallets']}
              selectedId={selectedId}
              listHref={hrefOf('browser')}
              list={<List wallets={wallets} selectedId={selectedId} />}
            >
              {selectedId === undefined ? (
                <EmptyCard icon="browser" title="Choose a wallet">
                  <p>Its requests are answered here.</p>
                </EmptyCard>
              ) : (
                <BrowserWalletPage key={selectedId} id={selectedId} />
              )}
            </Split>
          )
        }
      </Reading>
      {isOpen && (
        <BrowserWalletDialog onCreated={(id) => router.go(hrefOf('browser', [id]))} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

function List({ wallets, selectedId }: { wallets: readonly BrowserWallet[]; selectedId: string | undefined }) {
  return (
    <LinkList
      view="browser"
      label="Browser wallets"
      items={wallets}
      selectedId={selectedId}
      idOf={({ walletId }) => walletId}
    >
      {({ name, chain, accounts: [account = ''], isLocked, requests }) => (
        <>
          <Badge>{chain}</Badge>
          <span class="browser-what">
            <b class="clip">{name}</b>
            <small class="clip mono">{shortText(account)}</small>
          </span>
          <span class="end row">
            {isLocked && <Badge tone="warn">locked</Badge>}
            {requests.length > 0 && <Badge tone="info">{requests.length} open</Badge>}
          </span>
        </>
      )}
    </LinkList>
  )
}

function NoBrowserWallets() {
  const { live } = useInspector()
  return (
    <EmptyCard icon="browser" title="No browser wallets yet">
      <p>
        A browser wallet stands in the pages of an app, as an extension does, and a person answers what pages ask.
        Create one here, or in a test by <code>mock.wallets.browser()</code>. A page of this machine, under the same
        host name, gets it by this script before its own:
      </p>
      <CodeBlock text={`<script src="${live.baseUrl}/__mock/wallets.js"></script>`} label="script" wrap />
    </EmptyCard>
  )
}
