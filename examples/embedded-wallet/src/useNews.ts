import { useMemo, useState } from 'react'
import { webSocket } from 'viem'
import { base } from 'viem/chains'
import { createConfig, useBlockNumber, useWatchContractEvent } from 'wagmi'
import { usdc } from './usdc.ts'

/** News of the chain, which the node reports over its WebSocket. */
interface News {
  /** The number of the latest block. */
  readonly block: bigint | undefined
  /** How many payments in USDC have left the wallet since the page began to watch it. */
  readonly payments: number
}

export function useNews(rpcUrl: string, wallet: `0x${string}`): News {
  const config = useMemo(() => {
    const transport = webSocket(rpcUrl.replace(/^http/, 'ws'))
    // A read again after a payment would otherwise put the number from before it, which viem keeps, in place of the news.
    return createConfig({ chains: [base], transports: { [base.id]: transport }, storage: null, cacheTime: 0 })
  }, [rpcUrl])
  const [payments, setPayments] = useState(0)
  const { data: block } = useBlockNumber({ config, chainId: base.id, watch: true })
  useWatchContractEvent({
    ...usdc,
    config,
    chainId: base.id,
    eventName: 'Transfer',
    args: { from: wallet },
    onLogs: (logs) => setPayments((count) => count + logs.length),
  })
  return { block, payments }
}
