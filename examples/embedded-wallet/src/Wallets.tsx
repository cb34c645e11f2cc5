import type { EmbeddedWallet, ListedWallet } from '@latchkey/client/wallets'
import { type FormEvent, useEffect, useState } from 'react'
import { party } from './party.ts'
import type { Surroundings } from './surroundings.ts'
import { useAction } from './useAction.ts'
import { Wallet } from './Wallet.tsx'

interface WalletsProps extends Surroundings {
  signOut: () => Promise<void>
}

/** The person's wallet: made, recovered, or ready to use. */
export function Wallets({ signOut, ...surroundings }: WalletsProps) {
  const { problem, isBusy, run } = useAction()
  const [listed, setListed] = useState<ListedWallet | null>()
  const [wallet, setWallet] = useState<EmbeddedWallet>()

  const load = async () => {
    // A reload may have interrupted a key generation.
    await party.resume()
    const [first] = await party.list()
    setListed(first ?? null)
    setWallet(first?.isOnDevice ? await party.get(first.id) : undefined)
  }
  useEffect(() => {
    void run(load)
    // Once per page: what changes later calls `load` itself.
  }, [])

  return (
    <section aria-labelledby="title" aria-busy={isBusy}>
      <h1 id="title">Your wallet</h1>
      {problem && <p role="alert">{problem}</p>}
      {listed === null && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            run(async () => {
              await party.create({ chain: 'EVM' })
              await load()
            })
          }
        >
          Create a wallet
        </button>
      )}
      {listed && !wallet && <Recover walletId={listed.id} run={run} onRecovered={load} />}
      {wallet && <Wallet key={wallet.id} {...surroundings} wallet={wallet} onForgotten={load} />}
      <button type="button" disabled={isBusy} onClick={() => run(signOut)}>
        Sign out
      </button>
    </section>
  )
}

interface RecoverProps {
  walletId: string
  run: (action: () => Promise<unknown>) => Promise<void>
  onRecovered: () => Promise<void>
}

function Recover({ walletId, run, onRecovered }: RecoverProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await party.recover({ walletId, password })
      await onRecovered()
    })
  }
  return (
    <form onSubmit={submit}>
      <p>This device does not have your wallet yet.</p>
      <label>
        Password of the backup{' '}
        <input type="password" required value={password} onChange={(event) => setPassword(event.target.value)} />
      </label>
      <button type="submit">Recover</button>
    </form>
  )
}
