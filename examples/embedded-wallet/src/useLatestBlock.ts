import { useEffect, useState } from 'react'
import { createPublicClient, webSocket } from 'viem'
import { base } from 'viem/chains'

/** The number of the chain's latest block, which the node reports over its WebSocket. */
export function useLatestBlock(rpcUrl: string): bigint | undefined {
  const [latest, setLatest] = useState<bigint>()
  useEffect(() => {
    const client = createPublicClient({ chain: base, transport: webSocket(rpcUrl.replace(/^http/, 'ws')) })
    const onBlock = ({ number }: { number: bigint }) => setLatest(number)
    return client.watchBlocks({ emitOnBegin: true, onBlock })
  }, [rpcUrl])
  return latest
}
