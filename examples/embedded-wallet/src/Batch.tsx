import { type FormEvent, useState } from 'react'
import { encodeFunctionData, parseUnits } from 'viem'
import { base } from 'viem/chains'
import { useCallsStatus, useCapabilities, useSendCalls } from 'wagmi'
import type { FormProps } from './formProps.ts'
import { usdc } from './usdc.ts'

/**
 * Pays several people at once: a call for each, and all calls in one transaction (EIP-5792). The app can pay the fee, by
 * the paymaster service at the URL of the node (ERC-7677).
 */
export function Batch({ isReady, act, rpcUrl }: FormProps & { rpcUrl: string }) {
  const [receivers, setReceivers] = useState('')
  const [amount, setAmount] = useState('')
  const [isSponsored, setIsSponsored] = useState(false)
  const capabilities = useCapabilities({ chainId: base.id, query: { enabled: isReady } })
  const { mutateAsync: sendCalls, data: batch } = useSendCalls()
  const status = useCallsStatus({
    id: batch?.id ?? '',
    query: {
      enabled: batch !== undefined,
      refetchInterval: ({ state }) => (state.data?.status === 'success' ? false : 500),
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void act(async () => {
      const addresses = receivers.split(/\s+/).filter(Boolean) as `0x${string}`[]
      const calls = addresses.map((to) => ({
        to: usdc.address,
        data: encodeFunctionData({ ...usdc, functionName: 'transfer', args: [to, parseUnits(amount, 6)] }),
      }))
      await sendCalls({
        calls,
        chainId: base.id,
        forceAtomic: true,
        ...(isSponsored && { capabilities: { paymasterService: { url: rpcUrl } } }),
      })
      return `You have paid ${addresses.length} people.`
    })
  }

  const { atomic, paymasterService } = capabilities.data ?? {}
  const { data: sent } = status
  return (
    <form aria-label="Pay several people" onSubmit={submit}>
      <label>
        Receivers, one on each line{' '}
        <textarea required value={receivers} onChange={(event) => setReceivers(event.target.value)} />
      </label>
      <label>
        USDC for each{' '}
        <input inputMode="decimal" required value={amount} onChange={(event) => setAmount(event.target.value)} />
      </label>
      <label>
        <input
          type="checkbox"
          disabled={!paymasterService?.supported}
          checked={isSponsored}
          onChange={(event) => setIsSponsored(event.target.checked)}
        />{' '}
        The app pays the fee
      </label>
      <button type="submit" disabled={!isReady || !atomic || atomic.status === 'unsupported'}>
        Pay them
      </button>
      <dl>
        <dt>One transaction</dt>
        <dd>{atomic?.status ?? '…'}</dd>
        <dt>Last batch</dt>
        <dd>{sent ? `${sent.status}, receipts: ${sent.receipts?.length ?? 0}` : 'none'}</dd>
      </dl>
    </form>
  )
}
