import { Badge } from '../../components/Badge.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { EmptyCard } from '../../components/Empty.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Link } from '../../components/Link.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Time } from '../../components/Time.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useRead } from '../../inspectorContext.ts'
import { AddressCards, chainTables } from './AddressCards.tsx'
import { FundButton } from './FundButton.tsx'
import { KeyShares } from './KeyShares.tsx'
import { SignedWallets, SmartWalletCard } from './SmartWalletCard.tsx'
import { kindNames, type Wallet } from './WalletList.tsx'
import { Delegations, Violations, WalletRooms } from './WalletRooms.tsx'

const tables = [
  'wallets',
  'serverWallets',
  'users',
  'keySets',
  'keyShareBackups',
  'rooms',
  'delegations',
  'policyViolations',
  'waasPolicies',
  'contractDeployments',
  'sponsoredAccounts',
]

/** A wallet: what it holds and has sent, and where its key is. */
export function WalletPage({ id }: { id: string }) {
  const details = useRead('GET wallets/details', { input: { walletId: id }, tables })
  const isGone = (details.error as (Error & { kind?: string }) | undefined)?.kind === 'use'
  if (isGone)
    return (
      <EmptyCard icon="wallets" title="This wallet does not exist">
        <p>The wallet was deleted, or the mock was reset. Choose another one.</p>
      </EmptyCard>
    )
  return (
    <Reading of={details}>
      {({ wallet, key, smartWallet, signsFor, rooms, delegations, violations }) => (
        <article class="stack wide" aria-label={`Wallet ${wallet.address}`}>
          <WalletFacts wallet={wallet} />
          {smartWallet && <SmartWalletCard smartWallet={smartWallet} />}
          {signsFor.length > 0 && <SignedWallets wallets={signsFor} />}
          <WalletHoldings wallet={wallet} />
          {key && <KeyShares walletKey={key} />}
          {wallet.kind === 'embedded' && !key && (
            <p class="remark">The service keeps the key of this wallet whole. It has no shares.</p>
          )}
          {rooms.length > 0 && <WalletRooms rooms={rooms} />}
          {delegations.length > 0 && <Delegations delegations={delegations} />}
          {violations.length > 0 && <Violations violations={violations} />}
        </article>
      )}
    </Reading>
  )
}

function WalletFacts({ wallet }: { wallet: Wallet }) {
  const { chain, address, kind, owner, userId, name, environment, createdAt, id } = wallet
  return (
    <section class="card" aria-label="Wallet">
      <header>
        <Badge>{chain}</Badge>
        <h2 class="text">{owner ?? name}</h2>
        <Badge tone="info">{kindNames[kind]}</Badge>
      </header>
      <div class="body">
        <Facts>
          <Fact name="Address">
            <Copyable value={address} label="address" />
          </Fact>
          {userId !== null && (
            <Fact name="Owner">
              <Link class="clip" href={hrefOf('people', [userId])}>
                {owner}
              </Link>
            </Fact>
          )}
          <Fact name="Name">
            <span class="clip">{name}</span>
          </Fact>
          <Fact name="Environment">{environment}</Fact>
          <Fact name="Created">
            <Time at={createdAt} withDate />
          </Fact>
          <Fact name="Wallet id">
            <Copyable value={id} label="wallet id" />
          </Fact>
        </Facts>
      </div>
    </section>
  )
}

function WalletHoldings({ wallet: { address, chain } }: { wallet: Wallet }) {
  const onChain = useRead('GET chain/address', { input: { address, chain }, tables: chainTables })
  return (
    <Reading of={onChain}>
      {(view) => <AddressCards view={view} actions={view.isInLedger && <FundButton address={address} />} />}
    </Reading>
  )
}
