import { announceProvider, type EmbeddedWallet, toProvider } from '@latchkey/client/wallets'
import { useEffect } from 'react'
import { base } from 'viem/chains'
import { useConnect, useConnection, useConnectors } from 'wagmi'
import { delegation } from './delegation.ts'

const rdns = 'dev.latchkey.example'
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'

/** Announces the wallet to the page, where wagmi finds it, and connects wagmi to it. */
export function useWagmiWallet(wallet: EmbeddedWallet, rpcUrl: string): boolean {
  const { mutate: connect } = useConnect()
  const connectors = useConnectors()
  const { isConnected, connector: connected } = useConnection()
  const connector = connectors.find(({ id }) => id === rdns)

  useEffect(() => {
    const provider = toProvider(wallet, { chainId: base.id, rpcUrl, delegation })
    return announceProvider(provider, { name: 'Embedded wallet', icon, rdns })
  }, [wallet, rpcUrl])
  useEffect(() => {
    if (connector && connected?.id !== rdns) connect({ connector })
  }, [connector, connected, connect])

  return isConnected && connected?.id === rdns
}
