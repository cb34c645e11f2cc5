import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { parseEther } from 'viem'
import { useChains, useConfig, useConnection } from 'wagmi'
import { sendTransaction, waitForTransactionReceipt } from 'wagmi/actions'
import { announce } from './news.ts'

/** A tip that the chain has not confirmed by then may have been dropped. */
const confirmationMs = 60_000

const jar = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Sends a small amount to the jar, on the chain of the wallet. */
export function Tip() {
  const config = useConfig()
  const queries = useQueryClient()
  const { chain } = useConnection()
  const [firstChain] = useChains()
  const [amount, setAmount] = useState('0.01')
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      // On another chain, wagmi asks the wallet to switch first.
      const { id: chainId, name } = chain ?? firstChain
      const hash = await sendTransaction(config, { to: jar, value: parseEther(amount), chainId })
      const { status } = await waitForTransactionReceipt(config, { hash, chainId, timeout: confirmationMs })
      if (status === 'reverted') throw new Error('The transaction has failed.')
      await queries.invalidateQueries({ queryKey: ['balance'] })
      announce(`Thank you! ${amount} ETH are in the jar on ${name}.`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form onSubmit={submit}>
      <label>
        Amount in ETH
        <input
          inputMode="decimal"
          required
          pattern="\d+(\.\d{1,18})?"
          title="a number, such as 0.01"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      </label>
      <button className="primary" aria-busy={isPending} aria-disabled={isPending}>
        Send a tip
      </button>
    </form>
  )
}
