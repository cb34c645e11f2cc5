import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { DeleteDialog } from '../../components/DeleteDialog.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Select } from '../../components/Select.tsx'
import { Switch } from '../../components/Switch.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { BrowserWallet } from './browserWallet.ts'
import { ChainChoice } from './ChainChoice.tsx'

/** The accounts, chain and lock of a wallet, the pages that have access, and how its person answers. */
export function WalletSettings({ wallet }: { wallet: BrowserWallet }) {
  const { live, router } = useInspector()
  const [run] = useAction()
  const [isOpen, setOpen] = useState(false)
  const { walletId, name, chain, accounts, connections, isLocked, approval, chainId, offline } = wallet
  const lock = (isOn: boolean) =>
    run(() => live.call(isOn ? 'POST wallets/browser/lock' : 'POST wallets/browser/unlock', { walletId }))
  const answer = (isOn: boolean) =>
    run(() => live.call('POST wallets/browser/approval', { walletId, approval: isOn ? 'automatic' : 'manual' }))
  const select = (account: string) => run(() => live.call('POST wallets/browser/switch', { walletId, account }))
  const takeNetwork = (isOn: boolean) =>
    run(() => live.call('POST wallets/browser/offline', { walletId, offline: isOn }))
  async function remove(): Promise<void> {
    await live.call('POST wallets/browser/remove', { walletId })
    router.go(hrefOf('browser'))
  }
  const [selected = ''] = accounts
  return (
    <section class="card" aria-label="Wallet">
      <header>
        <Badge>{chain}</Badge>
        <h2 class="text">{name}</h2>
        <button type="button" class="end danger" onClick={() => setOpen(true)}>
          Delete…
        </button>
      </header>
      <div class="body browser-facts">
        <div class="row browser-switches">
          <Switch label="Locked" isOn={isLocked} onChange={lock} />
          <Switch label="Approves everything at once" isOn={approval === 'automatic'} onChange={answer} />
          {offline !== undefined && <Switch label="Offline" isOn={offline === true} onChange={takeNetwork} />}
        </div>
        <Facts>
          <Fact name="Account">
            {accounts.length > 1 ? (
              <Select
                label="Selected account"
                value={selected}
                options={accounts.map((address) => [address, address] as const)}
                onChange={(account) => void select(account)}
              />
            ) : (
              <Copyable value={selected} label="account" />
            )}
          </Fact>
          {chainId !== undefined && (
            <Fact name="Chain">
              <ChainChoice walletId={walletId} chainId={chainId} />
            </Fact>
          )}
          <Fact name="Pages with access">
            <Connections walletId={walletId} origins={connections} />
          </Fact>
        </Facts>
      </div>
      {isOpen && (
        <DeleteDialog
          title="Delete this wallet?"
          done="The wallet was deleted."
          remove={remove}
          onClose={() => setOpen(false)}
        >
          <p>Open pages lose it. This cannot be undone.</p>
        </DeleteDialog>
      )}
    </section>
  )
}

function Connections({ walletId, origins }: { walletId: string; origins: readonly string[] }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  if (origins.length === 0) return <span class="muted">none</span>
  return (
    <ul class="browser-origins">
      {origins.map((origin) => (
        <li key={origin} class="row">
          <span class="clip">{origin}</span>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void run(() => live.call('POST wallets/browser/disconnect', { walletId, origin }))}
          >
            Disconnect<span class="hidden"> {origin}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
