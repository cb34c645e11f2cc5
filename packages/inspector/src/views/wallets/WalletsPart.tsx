import { defined } from '@latchkey/base/defined'
import { useState } from 'preact/hooks'
import { EmptyCard } from '../../components/Empty.tsx'
import { NoMatch } from '../../components/NoMatch.tsx'
import { Reading } from '../../components/Reading.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Select } from '../../components/Select.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { Split } from '../../components/Split.tsx'
import { counted } from '../../counting.ts'
import { hrefOf } from '../../createRouter.ts'
import { useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlInput } from '../../live/control.ts'
import { WalletList } from './WalletList.tsx'
import { WalletPage } from './WalletPage.tsx'

type Chain = NonNullable<ControlInput<'GET wallets'>['chain']>

const tables = ['wallets', 'serverWallets', 'users', 'chainAccounts', 'tokenBalances', 'chainTokens']
const walletsAtOnce = 50
/** More would make the page slow. */
const maximumWallets = 500

/** The chains of wallets. `ETH` is another name of `EVM`. */
const chains = Object.keys({
  EVM: true,
  SOL: true,
  BTC: true,
  SUI: true,
  TON: true,
  TRON: true,
  COSMOS: true,
  FLOW: true,
  ALGO: true,
  STARK: true,
  APTOS: true,
  ECLIPSE: true,
  SPARK: true,
} satisfies Record<Exclude<Chain, 'ETH'>, true>)
const kinds = [
  ['', 'Any kind'],
  ['embedded', 'Embedded'],
  ['external', 'External'],
  ['smart', 'Smart'],
  ['server', 'Of a server'],
] as const

/** The wallets that match a filter, and the chosen one. Filter and choice are in the link. */
export function WalletsPart() {
  const { router } = useInspector()
  const { path, query } = router.route.value
  const { search = '', chain = '', kind = '', environment = '', user = '' } = query
  const [limit, setLimit] = useState(walletsAtOnce)
  const { data: overview } = useRead('GET overview', { tables: ['environments'] })
  const environments = overview?.defaults.environments
  const input = {
    limit,
    ...defined({
      search: search || undefined,
      chain: chain || undefined,
      kind: kind || undefined,
      environmentId: environment || undefined,
      userId: user || undefined,
    }),
  } as ControlInput<'GET wallets'>
  const wallets = useRead('GET wallets', { input, tables })
  const isFiltered = Object.values(query).some((value) => value !== '')
  const setFilter = (change: Record<string, string>) =>
    router.go(hrefOf('wallets', path, { ...query, ...change }), { replace: true })
  const showAll = () => router.go(hrefOf('wallets', path), { replace: true })
  const [selectedId] = path
  return (
    <Reading of={wallets}>
      {({ count, wallets: shown }) =>
        count === 0 && !isFiltered && selectedId === undefined ? (
          <NoWallets />
        ) : (
          <>
            <search class="row">
              <SearchField
                label="Search by address, name or owner"
                value={search}
                onInput={(text) => setFilter({ search: text })}
              />
              <Select
                label="Chain"
                value={chain}
                options={[['', 'Any chain'], ...chains.map((name) => [name, name] as const)]}
                onChange={(value) => setFilter({ chain: value })}
              />
              <Select label="Kind" value={kind} options={kinds} onChange={(value) => setFilter({ kind: value })} />
              <Select
                label="Environment"
                value={environment}
                options={[
                  ['', 'Any environment'],
                  [environments?.sandbox.id ?? 'sandbox', 'Sandbox'],
                  [environments?.live.id ?? 'live', 'Live'],
                ]}
                onChange={(value) => setFilter({ environment: value })}
              />
              {user !== '' && (
                <button type="button" onClick={() => setFilter({ user: '' })}>
                  Show those of all people
                </button>
              )}
              <span class="muted small tabular">{counted(count, ['wallet', 'wallets'])}</span>
            </search>
            <Split
              nouns={['wallet', 'wallets']}
              selectedId={selectedId}
              listHref={hrefOf('wallets', [], query)}
              list={
                <>
                  <WalletList wallets={shown} selectedId={selectedId} />
                  {shown.length === 0 && <NoMatch title="No wallet matches the filter" onShowAll={showAll} />}
                  {shown.length < count && limit < maximumWallets && (
                    <ShowMore
                      step={walletsAtOnce}
                      shown={shown.length}
                      count={count}
                      onMore={() => setLimit(limit + walletsAtOnce)}
                    />
                  )}
                </>
              }
            >
              {selectedId === undefined ? <NothingSelected /> : <WalletPage key={selectedId} id={selectedId} />}
            </Split>
          </>
        )
      }
    </Reading>
  )
}

function NoWallets() {
  return (
    <EmptyCard icon="wallets" title="No wallets yet">
      <p>
        Create one by “New wallet”, connect one in your app, or in a test call <code>mock.create.wallet(userId)</code>{' '}
        or <code>mock.wallets.embedded(user, {"{ chain: 'EVM' }"})</code>. Here you see what it holds and give it money.
      </p>
    </EmptyCard>
  )
}

function NothingSelected() {
  return (
    <EmptyCard icon="wallets" title="Choose a wallet">
      <p>Its holdings, transactions and key shares appear here.</p>
    </EmptyCard>
  )
}
