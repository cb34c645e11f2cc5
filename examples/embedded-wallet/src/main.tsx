import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { http } from 'viem'
import { base } from 'viem/chains'
import { createConfig, WagmiProvider } from 'wagmi'
import { App } from './App.tsx'
import type { Surroundings } from './surroundings.ts'

/** With VITE_API_URL the page talks to a server; without it the mock answers, in the page's own service worker. */
async function surroundings(): Promise<Surroundings> {
  if (import.meta.env.VITE_API_URL) return { rpcUrl: import.meta.env.VITE_RPC_URL }
  const { startMock } = await import('./mock/startMock.ts')
  return startMock()
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element "root".')
const world = await surroundings()
// wagmi finds the embedded wallet as it finds browser extensions: by its announcement (EIP-6963).
const config = createConfig({
  chains: [base],
  transports: { [base.id]: http(world.rpcUrl) },
  pollingInterval: 200,
  storage: null,
})
createRoot(root).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <App {...world} />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
