import '@rainbow-me/rainbowkit/styles.css'
import './page.css'
import { SessionProvider } from '@latchkey/client/react'
import { darkTheme, lightTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { http } from 'viem'
import { arbitrum, base, optimism } from 'viem/chains'
import { createConfig, WagmiProvider } from 'wagmi'
import { App } from './App.tsx'
import { queries } from './news.ts'
import { session } from './session.ts'
import type { Surroundings } from './surroundings.ts'

/** With VITE_API_URL the page talks to a server. Without it the mock answers, in the page's own service worker. */
async function surroundings(): Promise<Surroundings> {
  if (import.meta.env.VITE_API_URL) return { rpcUrl: (chainId) => `${import.meta.env.VITE_RPC_URL}/${chainId}` }
  const { startMock } = await import('./mock/startMock.tsx')
  return startMock()
}

const { rpcUrl } = await surroundings()
// Without connectors: wagmi finds the wallets that announce themselves (EIP-6963), and RainbowKit lists those.
const config = createConfig({
  chains: [base, optimism, arbitrum],
  transports: {
    [base.id]: http(rpcUrl(base.id)),
    [optimism.id]: http(rpcUrl(optimism.id)),
    [arbitrum.id]: http(rpcUrl(arbitrum.id)),
  },
  pollingInterval: 200,
})
const light = lightTheme({ accentColor: '#0b6b4f', borderRadius: 'medium' })
const theme = {
  // RainbowKit's own grey is too pale on white.
  lightMode: { ...light, colors: { ...light.colors, modalTextSecondary: '#52615a' } },
  darkMode: darkTheme({ accentColor: '#6fe0b4', accentColorForeground: '#0d1512', borderRadius: 'medium' }),
}

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <RainbowKitProvider theme={theme} modalSize="compact" appInfo={{ appName: 'Tip jar' }}>
          <SessionProvider session={session}>
            <App />
          </SessionProvider>
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
