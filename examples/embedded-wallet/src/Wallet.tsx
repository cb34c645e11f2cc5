import type { EmbeddedWallet } from '@latchkey/client/wallets'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatEther, formatUnits, parseUnits } from 'viem'
import { useBalance, useConfig, useReadContract } from 'wagmi'
import { waitForTransactionReceipt, writeContract } from 'wagmi/actions'
import { Batch } from './Batch.tsx'
import type { FormProps } from './formProps.ts'
import { forgetShares } from './party.ts'
import type { Surroundings } from './surroundings.ts'
import { usdc } from './usdc.ts'
import { useAction } from './useAction.ts'
import { useNews } from './useNews.ts'
import { useWagmiWallet } from './useWagmiWallet.ts'

/** A transfer that the chain has not confirmed by then may have been dropped. */
const confirmationMs = 60_000

interface WalletProps extends Surroundings {
  wallet: EmbeddedWallet
  onForgotten: () => Promise<void>
}

/** Shows a wallet on this device, and its actions. */
export function Wallet({ wallet, rpcUrl, fund, onForgotten }: WalletProps) {
  const { problem, isBusy, run } = useAction()
  const [notice, setNotice] = useState('')
  const isConnected = useWagmiWallet(wallet, rpcUrl)
  const address = wallet.address as `0x${string}`
  const { block, payments } = useNews(rpcUrl, address)
  const ether = useBalance({ address })
  const tokens = useReadContract({ ...usdc, functionName: 'balanceOf', args: [address] })
  const queries = useQueryClient()
  const readAgain = async () => {
    // A first read that is still under way shows what was before, and a refetch would join it.
    await queries.cancelQueries()
    await queries.refetchQueries({ type: 'active' })
  }

  const act = (action: () => Promise<string>) =>
    run(async () => {
      setNotice('')
      setNotice(await action())
      await readAgain()
    })

  return (
    <section aria-label="Wallet" aria-busy={isBusy || !isConnected}>
      {problem && <p role="alert">{problem}</p>}
      {notice && <p role="status">{notice}</p>}
      <dl>
        <dt>Address</dt>
        <dd>{address}</dd>
        <dt>ETH</dt>
        <dd>{ether.data ? formatEther(ether.data.value) : '…'}</dd>
        <dt>USDC</dt>
        <dd>{tokens.data === undefined ? '…' : formatUnits(tokens.data, 6)}</dd>
        <dt>Block</dt>
        <dd>{block === undefined ? '…' : String(block)}</dd>
        <dt>Payments</dt>
        <dd>{payments}</dd>
      </dl>
      {fund && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => act(async () => (await fund(address), 'You have test money.'))}
        >
          Get test money
        </button>
      )}
      <Send isReady={isConnected && !isBusy} act={act} />
      <Batch isReady={isConnected && !isBusy} act={act} rpcUrl={rpcUrl} />
      <BackUp isReady={!isBusy} wallet={wallet} act={act} />
      <button type="button" disabled={isBusy} onClick={() => act(() => wallet.export())}>
        Show the private key
      </button>
      <button
        type="button"
        disabled={isBusy}
        onClick={() =>
          run(async () => {
            await forgetShares()
            await onForgotten()
          })
        }
      >
        Lose this device
      </button>
    </section>
  )
}

function Send({ isReady, act }: FormProps) {
  const config = useConfig()
  const [to, setTo] = useState('')
  const [amount, setAmount] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void act(async () => {
      const args = [to as `0x${string}`, parseUnits(amount, 6)] as const
      const hash = await writeContract(config, { ...usdc, functionName: 'transfer', args })
      const { status } = await waitForTransactionReceipt(config, { hash, timeout: confirmationMs })
      return status === 'success' ? `You have sent ${amount} USDC.` : 'The transfer has failed.'
    })
  }
  return (
    <form aria-label="Send USDC" onSubmit={submit}>
      <label>
        To <input required value={to} onChange={(event) => setTo(event.target.value)} />
      </label>
      <label>
        Amount <input inputMode="decimal" required value={amount} onChange={(event) => setAmount(event.target.value)} />
      </label>
      <button type="submit" disabled={!isReady}>
        Send
      </button>
    </form>
  )
}

function BackUp({ isReady, wallet, act }: FormProps & { wallet: EmbeddedWallet }) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void act(async () => {
      await wallet.backUp({ password })
      return 'Your wallet is backed up.'
    })
  }
  return (
    <form aria-label="Back up" onSubmit={submit}>
      <label>
        Password for a backup{' '}
        <input type="password" required value={password} onChange={(event) => setPassword(event.target.value)} />
      </label>
      <button type="submit" disabled={!isReady}>
        Back up
      </button>
    </form>
  )
}
