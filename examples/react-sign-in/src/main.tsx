import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import type { Surroundings } from './surroundings.ts'
import type { EthereumProvider } from './ways/wallet.ts'

declare global {
  interface Window {
    ethereum?: EthereumProvider
  }
}

/** With VITE_API_URL the page talks to a server; without it the mock answers, in the page's own service worker. */
async function surroundings(): Promise<Surroundings> {
  if (import.meta.env.VITE_API_URL) return { ethereum: window.ethereum }
  const { startMock } = await import('./mock/startMock.ts')
  return startMock()
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element "root".')
createRoot(root).render(
  <StrictMode>
    <App {...await surroundings()} />
  </StrictMode>,
)
